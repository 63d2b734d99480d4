#include "app/session/status_watch.h"

#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/session/session.h"
#include "support/changes.h"
#include "support/scenes.h"

namespace {

app::Session session_of(lab::Scene scene) {
  return app::Session({}, {}, std::move(scene), *ik::find_method("dls"));
}

/// Frames that pass while the run stands still.
void wait(app::Session& session, int frames = 400) {
  session.set_playing(false);
  for (int i = 0; i < frames; ++i) session.advance(1.0 / 60.0);
}

TEST(StatusWatch, SaysInASessionThatStandsStillWhatAWholeTrialSays) {
  app::Session session = session_of(scenes::circling(bodies::forked_tree()));
  while (session.tracker().step_count() < 100) session.advance(0.005);
  wait(session);
  const auto whole = lab::effector_statuses(session.tracker());
  ASSERT_EQ(session.statuses().size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_EQ(session.statuses()[i], whole[i]);
}

TEST(StatusWatch, MakesAFewUpdatesAFrameAndNoneOfAStateThatIsJudged) {
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), *ik::find_method("dls"));
  for (int k = 0; k < 100; ++k) tracker.step();
  app::StatusWatch watch;
  double now = 0.0;
  int reads = 0;
  const auto clock = [&] { return ++reads, now += 1e4; };  // every look at it takes 0.01 ms
  for (int frame = 0; frame < 2000; ++frame) {
    const double before = now;
    watch.look(tracker, clock);
    EXPECT_LE(now - before, app::StatusWatch::kAFrame + 3e4);
  }
  const int before = reads;
  watch.look(tracker, clock);
  EXPECT_EQ(reads, before);
}

TEST(StatusWatch, SaysOfThisVeryFrameWhatPlaceAloneTells) {
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), *ik::find_method("dls"));
  app::StatusWatch watch;
  watch.look(tracker, {});
  changes::set_target(tracker, 0, tracker.scene().targets[0], Eigen::Vector3d(90.0, 0.0, 0.0));
  watch.look(tracker, {});
  EXPECT_EQ(watch.statuses()[0], lab::EffectorStatus::kOutOfReach);
}

TEST(StatusWatch, ForgetsWhatAnotherSetupMakesUntrue) {
  app::Session session = session_of(scenes::circling(bodies::forked_tree()));
  while (session.tracker().step_count() < 100) session.advance(0.005);
  wait(session);
  edits::choose(session, *ik::find_method("jacobian-transpose"));
  EXPECT_TRUE(session.statuses().empty());
}

TEST(StatusWatch, ChangesNoBitOfTheRun) {
  app::Session session = session_of(scenes::circling(bodies::forked_tree()));
  while (session.tracker().step_count() < 300) session.advance(0.005);
  lab::Tracker plain(scenes::circling(bodies::forked_tree()), *ik::find_method("dls"));
  while (plain.step_count() < session.tracker().step_count()) plain.step();
  EXPECT_EQ(session.tracker().pose().theta, plain.pose().theta);
}

}  // namespace
