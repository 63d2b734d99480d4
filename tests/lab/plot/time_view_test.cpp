#include "lab/plot/time_view.h"

#include <cmath>

#include <gtest/gtest.h>

namespace {

/// A view of ten seconds that follows the run's last time.
lab::TimeView at_end(double last, double first = 0.0) {
  lab::TimeView view;
  view.update({first, last, last}, 10.0);
  return view;
}

TEST(TimeView, GrowsToTheRightAndThenMoves) {
  lab::TimeView view;
  view.update({0.0, 3.0, 3.0}, 10.0);
  EXPECT_EQ(view.begin(), 0.0);
  EXPECT_EQ(view.end(), 10.0);
  view.update({0.0, 25.0, 25.0}, 10.0);
  EXPECT_EQ(view.begin(), 15.0);
  EXPECT_EQ(view.end(), 25.0);
  EXPECT_TRUE(view.following());
}

TEST(TimeView, StandsStillWhileThePlayheadWandersThroughIt) {
  lab::TimeView view = at_end(25.0);
  for (const double now : {16.0, 18.0, 24.9}) {
    view.update({0.0, now, 25.0}, 10.0);
    EXPECT_EQ(view.begin(), 15.0) << now;
  }
  view.update({0.0, 4.0, 25.0}, 10.0);
  EXPECT_LE(view.begin(), 4.0);
  EXPECT_GE(view.end(), 4.0) << "a playhead that left is followed";
  const double end = view.end();
  view.update({0.0, end + 1.0, 25.0}, 10.0);
  EXPECT_EQ(view.end(), end + 1.0);
}

TEST(TimeView, ZoomsAboutAPoint) {
  lab::TimeView view = at_end(100.0);
  view.zoom(93.0, 0.5);
  EXPECT_NEAR(view.end() - view.begin(), 5.0, 1e-12);
  EXPECT_NEAR((93.0 - view.begin()) / 5.0, 0.3, 1e-12);
  EXPECT_FALSE(view.following());
  view.update({0.0, 101.0, 101.0}, 10.0);
  EXPECT_NEAR(view.begin(), 91.5, 1e-12) << "stands where it was put";
  view.zoom(93.0, 2.0);
  EXPECT_NEAR(view.begin(), 90.0, 1e-12);
}

TEST(TimeView, ZoomsNeitherIntoNothingNorBeyondAll) {
  lab::TimeView view = at_end(50.0);
  for (int i = 0; i < 200; ++i) view.zoom(45.0, 0.8);
  EXPECT_NEAR(view.end() - view.begin(), 0.05, 1e-9);
  EXPECT_NEAR(view.begin(), 45.0, 0.05);
  for (int i = 0; i < 200; ++i) view.zoom(45.0, 1.25);
  EXPECT_NEAR(view.begin(), 0.0, 1e-9);
  EXPECT_NEAR(view.end(), 50.0, 1e-9);
  EXPECT_TRUE(view.following()) << "all that there is, up to the present";
  view.zoom(45.0, std::nan(""));
  view.zoom(45.0, 0.0);
  view.pan(std::nan(""));
  EXPECT_NEAR(view.end(), 50.0, 1e-9);
}

TEST(TimeView, PansWithinWhatIsKnownAndFollowsAgainAtThePresent) {
  lab::TimeView view = at_end(100.0, 20.0);
  view.pan(-30.0);
  EXPECT_EQ(view.begin(), 60.0);
  EXPECT_FALSE(view.following());
  view.pan(-300.0);
  EXPECT_EQ(view.begin(), 20.0);
  view.pan(1000.0);
  EXPECT_EQ(view.end(), 100.0);
  EXPECT_TRUE(view.following());
}

TEST(TimeView, StaysAtTheEndWhereThePlayheadIsElsewhere) {
  lab::TimeView view = at_end(100.0);
  view.update({0.0, 50.0, 100.0}, 10.0);
  view.pan(1000.0);
  view.update({0.0, 50.0, 100.0}, 10.0);
  EXPECT_EQ(view.end(), 100.0);
}

TEST(TimeView, FollowsAgainOnDemandWithTheUsualLength) {
  lab::TimeView view = at_end(100.0);
  view.zoom(95.0, 0.1);
  view.follow();
  view.update({0.0, 102.0, 102.0}, 10.0);
  EXPECT_EQ(view.begin(), 92.0);
  EXPECT_EQ(view.end(), 102.0);
}

TEST(TimeView, MovesOnWithTheOldestAndStartsAnewWithAnotherRun) {
  lab::TimeView view = at_end(100.0);
  view.pan(-60.0);
  view.update({45.0, 145.0, 145.0}, 10.0);
  EXPECT_EQ(view.begin(), 45.0) << "what was there is forgotten";
  view.update({0.0, 0.5, 0.5}, 10.0);
  EXPECT_TRUE(view.following());
  EXPECT_EQ(view.begin(), 0.0);
}

}  // namespace
