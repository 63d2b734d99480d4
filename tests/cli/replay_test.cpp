#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/iklab_process.h"
#include "io/saved/session_file.h"
#include "io/scene/scene_file.h"
#include "lab/body/build.h"
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
