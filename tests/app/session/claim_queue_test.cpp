#include "app/session/claim_queue.h"

#include <chrono>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/session/session.h"
#include "io/scene/scene_file.h"
#include "lab/claims/claims.h"
#include "support/claims.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

namespace {

using namespace std::chrono_literals;

lab::Scene built_in(const std::string& id) { return io::find_scene(id); }

app::Session new_session(lab::SceneSource scenes = built_in) {
  return app::Session({}, {.items = {}, .load = std::move(scenes)},
                      scenes::circling(bodies::forked_tree()), *ik::find_method("dls"));
}

/// Advances the session until no measurement is running.
void wait_for(app::Session& session) {
  for (int i = 0; i < 6000 && session.shown().experiments.measuring != nullptr; ++i) {
    session.advance(0.001);
    std::this_thread::sleep_for(5ms);
  }
}

/// Plan of a claim that would take hours.
std::vector<lab::ClaimRun> endless_plan() {
  return {{"DLS", "y", "dls", {}, 0.0, 2'000'000'000L, 0}};
}
lab::Judgement no_judge(std::span<const lab::ClaimResult>) { return {}; }
const lab::Claim& endless() {
  static const lab::Claim claim{.id = "endless",
                                .sentence = "",
                                .source = "",
                                .question = "",
                                .answers = {"yes", "no"},
                                .plan = endless_plan,
                                .judge = no_judge};
  return claim;
}

void expect_same(const lab::Finding& a, const lab::Finding& b) {
  ASSERT_EQ(a.results.size(), b.results.size());
  for (std::size_t i = 0; i < a.results.size(); ++i) {
    EXPECT_EQ(a.results[i].error, b.results[i].error);
    EXPECT_EQ(a.results[i].jitter, b.results[i].jitter);
  }
  EXPECT_EQ(a.judgement.verdict, b.judgement.verdict);
  EXPECT_EQ(a.judgement.sentence, b.judgement.sentence);
  EXPECT_EQ(a.judgement.answer, b.judgement.answer);
  EXPECT_EQ(a.plots.size(), b.plots.size());
}

TEST(ClaimQueue, MeasureInTheBackgroundWhatIsMeasuredInTheForeground) {
  const lab::Claim& claim = *lab::find_claim("dls-is-calm");
  app::Session session = new_session();
  edits::send(session, ui::Measure{&claim});
  EXPECT_EQ(session.shown().experiments.measuring, &claim);
  wait_for(session);
  ASSERT_EQ(session.shown().experiments.findings.size(), 1U);
  EXPECT_EQ(session.shown().experiments.measuring, nullptr);
  expect_same(session.shown().experiments.findings[0], support::conduct(claim, built_in));
}

TEST(ClaimQueue, AreMeasuredInSlicesWhereThereAreNoThreads) {
  const lab::Claim& claim = *lab::find_claim("dls-is-calm");
  work::Pool pool(0);
  app::ClaimQueue experiments(pool, built_in, {});
  experiments.start(claim);
  double last = -1.0;
  for (int frame = 0; frame < 10'000 && experiments.findings().empty(); ++frame) {
    if (const ui::ClaimsShown shown = experiments.shown(); shown.measuring != nullptr) {
      EXPECT_GT(shown.progress, last) << "every frame does some";
      last = shown.progress;
    }
    const auto start = std::chrono::steady_clock::now();
    pool.work_for(work::kSlice);
    experiments.collect();
    EXPECT_LT(std::chrono::steady_clock::now() - start, 1s);
  }
  ASSERT_EQ(experiments.findings().size(), 1U);
  expect_same(experiments.findings()[0], support::conduct(claim, built_in));
}

TEST(ClaimQueue, ChangeNoBitOfTheRunBesideThem) {
  app::Session session = new_session(), alone = new_session();
  edits::send(session, ui::Measure{&endless()});
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(session.advance(0.01), alone.advance(0.01));
  }
  EXPECT_EQ(session.tracker().pose().theta, alone.tracker().pose().theta);
}

TEST(ClaimQueue, EndWithTheSessionAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  {
    app::Session session = new_session();
    edits::send(session, ui::Measure{&endless()});
    std::this_thread::sleep_for(20ms);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
}

TEST(ClaimQueue, GoOnThroughAChangeOfScene) {
  app::Session session = new_session();
  const lab::Claim& claim = *lab::find_claim("dls-is-calm");
  edits::send(session, ui::Measure{&claim});
  session.set_scene(io::find_scene("double-y"));
  session.advance(0.01);
  wait_for(session);
  EXPECT_EQ(session.shown().experiments.findings.size(), 1U);
}

TEST(ClaimQueue, GiveWayToTheNextOrToStop) {
  app::Session session = new_session();
  edits::send(session, ui::Measure{&endless()});
  for (int i = 0; i < 1000 && session.shown().experiments.progress <= 0.0; ++i) {
    std::this_thread::sleep_for(2ms);
  }
  EXPECT_GT(session.shown().experiments.progress, 0.0);
  EXPECT_LT(session.shown().experiments.progress, 1.0);
  const lab::Claim& claim = *lab::find_claim("dls-is-calm");
  edits::send(session, ui::Measure{&claim});
  EXPECT_EQ(session.shown().experiments.measuring, &claim);
  edits::send(session, ui::Command::kStopMeasuring);
  EXPECT_EQ(session.shown().experiments.measuring, nullptr);
  session.advance(0.01);
  EXPECT_TRUE(session.shown().experiments.findings.empty());
}

TEST(ClaimQueue, AreMeasuredOneAfterTheOtherUntilStopped) {
  app::Session session = new_session();
  const std::size_t all = lab::claims().size();
  const lab::Claim& first = *lab::find_claim("dls-is-calm");
  edits::send(session, ui::Measure{&first});
  wait_for(session);
  edits::send(session, ui::Command::kMeasureAll);
  EXPECT_EQ(session.shown().experiments.waiting, all - 2) << "one is known, one is measured";
  EXPECT_NE(session.shown().experiments.measuring, &first);
  const lab::Claim* running = session.shown().experiments.measuring;
  // a requested claim goes first; the interrupted one waits
  edits::send(session, ui::Measure{lab::find_claim("pseudoinverse-out-of-reach")});
  EXPECT_EQ(session.shown().experiments.waiting, all - 2);
  for (int i = 0; i < 6000 && session.shown().experiments.findings.size() < 2; ++i) {
    session.advance(0.001);
    std::this_thread::sleep_for(5ms);
  }
  ASSERT_EQ(session.shown().experiments.findings.size(), 2U);
  EXPECT_EQ(session.shown().experiments.measuring, running);
  edits::send(session, ui::Command::kStopMeasuring);
  session.advance(0.01);
  EXPECT_EQ(session.shown().experiments.measuring, nullptr);
  EXPECT_EQ(session.shown().experiments.waiting, 0U);
  EXPECT_EQ(session.shown().experiments.findings.size(), 2U);
}

TEST(ClaimQueue, KeepTheLatestFindingOfEachClaim) {
  app::Session session = new_session();
  for (const char* id : {"dls-is-calm", "pseudoinverse-out-of-reach", "dls-is-calm"}) {
    edits::send(session, ui::Measure{lab::find_claim(id)});
    wait_for(session);
  }
  EXPECT_EQ(session.shown().experiments.findings.size(), 2U);
}

TEST(ClaimQueue, SayWhatWentWrong) {
  app::Session session = new_session(
      [](const std::string&) -> lab::Scene { throw std::runtime_error("y.json: no such file"); });
  edits::send(session, ui::Measure{lab::find_claim("dls-is-calm")});
  wait_for(session);
  EXPECT_EQ(session.message(), "y.json: no such file");
  EXPECT_TRUE(session.shown().message.trouble);
  EXPECT_TRUE(session.shown().experiments.findings.empty());
  session.warn("");
  edits::send(session, ui::ShowClaim{lab::find_claim("dls-is-calm"), "y"});
  EXPECT_EQ(session.message(), "y.json: no such file");
  EXPECT_EQ(session.tracker().scene().id, "circling");
}

TEST(ClaimQueue, AreSetUpInTheLaboratoryAsAChangeToBeUndone) {
  app::Session session = new_session();
  session.set_playing(false);
  const lab::Claim& claim = *lab::find_claim("alternate-jacobian");
  const lab::Setup before = session.setup();
  edits::send(session, ui::ShowClaim{&claim, "folded-arm"});
  EXPECT_EQ(session.tracker().scene().id, "folded-arm");
  EXPECT_TRUE(session.shown().playback.playing);
  ASSERT_EQ(session.setup().lanes.size(), 6U);
  EXPECT_STREQ(session.setup().lanes[4].method->id, "sdls");
  EXPECT_EQ(session.setup().lanes[5].settings.jacobian, ik::JacobianKind::kTarget);
  EXPECT_GT(session.advance(0.02), 0);
  edits::send(session, ui::Command::kUndo);
  EXPECT_EQ(session.setup(), before);
}

TEST(ClaimQueue, AreSavedAsAReportIntoTheFolder) {
  app::Session session = new_session();
  edits::send(session, ui::Measure{lab::find_claim("dls-is-calm")});
  wait_for(session);
  const support::TemporaryFolder folder;
  edits::edit(session, [&folder](ui::Edit& edit) {
    edit.send(ui::SetFolder{folder.path().string()});
    edit.send(ui::Command::kSaveReport);
  });
  EXPECT_EQ(session.message(), "Saved experiments-001.html in " + folder.path().string());
  const std::string page = support::text_of(folder / "experiments-001.html");
  EXPECT_NE(page.find(lab::find_claim("dls-is-calm")->sentence), std::string::npos);
}

}  // namespace
