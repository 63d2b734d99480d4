#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/iklab_process.h"
#include "io/saved/session_file.h"
#include "io/scene/scene_file.h"
#include "lab/body/build.h"
#include "support/csv_table.h"
#include "support/temporary_folder.h"

namespace {

using nlohmann::json;

lab::Timeline run_of(const char* scene, long steps) {
  const auto loaded = std::make_shared<const lab::Scene>(io::find_scene(scene));
  lab::Timeline timeline(lab::setup_of(loaded, *ik::find_method("dls"), loaded->settings));
  for (long k = 0; k < steps; ++k) timeline.step();
  return timeline;
}

TEST(Replay, OfARunWithoutChangesIsThatRun) {
  const support::TemporaryFolder folder;
  const std::string file = io::save_session(folder / ".", run_of("y", 120)).string();
  const Finished replay = iklab("replay " + file + " --warmup 20 --json -");
  ASSERT_EQ(replay.status, 0) << replay.err;
  const Finished run = iklab("run --scene y --method dls --steps 120 --warmup 20 --json -");
  json a = json::parse(replay.out).at(0), b = json::parse(run.out);
  for (json* one : {&a, &b}) one->erase("ns_per_update");
  EXPECT_EQ(a, b);
  const Finished rows = iklab("replay " + file + " --csv -");
  EXPECT_EQ(rows.out, iklab("run --scene y --method dls --steps 120 --csv -").out);
}

TEST(Replay, MakesTheChangesOfTheSession) {
  const support::TemporaryFolder folder;
  lab::Timeline timeline = run_of("double-y", 50);
  lab::Setup setup = timeline.setup();
  setup.lanes[lab::add_lane(setup)].method = ik::find_method("sdls");
  setup.targets[0].held = Eigen::Vector3d(0.5, 1.0, 0.0);
  timeline.apply(setup);
  for (int k = 0; k < 50; ++k) timeline.step();
  const std::string file = io::save_session(folder / ".", timeline).string();
  const Finished replay = iklab("replay " + file + " --json -");
  ASSERT_EQ(replay.status, 0) << replay.err;
  const json lanes = json::parse(replay.out);
  ASSERT_EQ(lanes.size(), 2U);
  EXPECT_EQ(lanes[0]["steps"], 100);
  EXPECT_EQ(lanes[1]["method"], "sdls");
  EXPECT_EQ(lanes[1]["steps"], 50);
  double largest = 0.0;
  for (const double error : timeline.bench().tracker(1).errors())
    largest = std::max(largest, error);
  EXPECT_GE(lanes[1]["max_error"], largest);
}

TEST(Replay, PrintsWhatHeldWhen) {
  const support::TemporaryFolder folder;
  lab::Timeline timeline = run_of("y", 100);
  const auto set_lambda = [&timeline](double lambda, long gesture) {
    lab::Setup setup = timeline.setup();
    setup.front_lane().settings.params["lambda"] = lambda;
    timeline.apply(setup, gesture);
  };
  set_lambda(0.2, 1);
  for (int k = 0; k < 100; ++k) timeline.step();
  set_lambda(0.3, 2);
  timeline.step();
  set_lambda(0.4, 2);
  for (int k = 0; k < 99; ++k) timeline.step();
  lab::Setup setup = timeline.setup();
  lab::set_method(setup.front_lane(), *ik::find_method("sdls"));
  timeline.apply(setup);
  timeline.step();
  const std::string file = io::save_session(folder / ".", timeline).string();
  const Finished replay = iklab("replay " + file);
  ASSERT_EQ(replay.status, 0) << replay.err;
  std::size_t at = 0;
  for (const char* line :
       {"at the end: Selectively damped least squares", "at the start: Damped least squares, λ 0.6",
        "changed on the way, at\n", "  0.5 s: lambda 0.6 → 0.2\n",
        "  1 to 1.005 s: lambda 0.2 → 0.4\n", "  1.5 s: method dls → sdls\n"}) {
    at = replay.out.find(line, at);
    ASSERT_NE(at, std::string::npos) << line << replay.out;
  }
  const json changes = json::parse(iklab("replay " + file + " --json -").out).at(0).at("changes");
  ASSERT_EQ(changes.size(), 3U);
  EXPECT_EQ(changes[1], json::parse(R"({"step": 200, "last_step": 201, "time": 1.0,
      "end_time": 1.005, "what": "lambda", "before": "0.2", "after": "0.4"})"));
  const support::CsvTable table(iklab("replay " + file + " --csv -").out);
  EXPECT_EQ(table.names[0], "method");
  EXPECT_EQ(table.rows[300][0], "dls");
  EXPECT_EQ(table.rows[301][0], "sdls");
}

TEST(Replay, MeasuresABodyThatChangesAndRefusesItsRows) {
  const support::TemporaryFolder folder;
  lab::Timeline timeline = run_of("y", 20);
  const lab::Scene& scene = *timeline.setup().scene;
  timeline.apply(lab::with_body(timeline.setup(),
                                lab::with_joint(scene, lab::next_joint(scene.multibody, 0))));
  for (int k = 0; k < 20; ++k) timeline.step();
  const std::string file = io::save_session(folder / ".", timeline).string();
  const Finished replay = iklab("replay " + file);
  ASSERT_EQ(replay.status, 0) << replay.err;
  EXPECT_NE(replay.out.find("joint joint added"), std::string::npos) << replay.out;
  const Finished rows = iklab("replay " + file + " --csv -");
  EXPECT_EQ(rows.status, 2);
  EXPECT_EQ(rows.complaints(), 1) << rows.err;
  EXPECT_NE(rows.err.find("the body changes after step 20"), std::string::npos) << rows.err;
}

TEST(Replay, SaysWhatIsWrongInOneLine) {
  for (const char* arguments : {"replay nowhere.json", "replay", "view --session nowhere.json",
                                "view --setup nonsense", "view --setup '{\"scene\": \"y\"}'"}) {
    const Finished run = iklab(arguments);
    EXPECT_EQ(run.status, 2) << arguments;
    EXPECT_EQ(run.complaints(), 1) << arguments << ": " << run.err;
    EXPECT_EQ(run.err.rfind("iklab: ", 0), 0U) << run.err;
  }
}

}  // namespace
