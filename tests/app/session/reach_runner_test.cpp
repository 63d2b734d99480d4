#include "app/session/reach_runner.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "app/session/reach_page.h"
#include "ik/body/two_link.h"

namespace {

class ReachRunnerTest : public reach::TwoLinkPage {};

TEST_F(ReachRunnerTest, ShowsTheMapThatTheLaboratoryComputes) {
  EXPECT_EQ(shown().map, nullptr);
  ASSERT_TRUE(finish(wish()));
  expect_map(wish());
  ASSERT_NE(shown().figure, nullptr);
  const app::Raster& raster = session.reach().raster();
  EXPECT_EQ(raster.width % kSide, 0);
  EXPECT_EQ(raster.rgba.size(), 4U * static_cast<std::size_t>(raster.width * raster.height));
  EXPECT_EQ(shown().trouble, nullptr);
}

TEST_F(ReachRunnerTest, ComputesNothingWhileThePageIsClosedOrTheTargetsMove) {
  for (int i = 0; i < 10; ++i) frame(std::nullopt);
  EXPECT_FALSE(session.reach().busy());
  EXPECT_EQ(shown().map, nullptr);
  edits::edit(session, [](ui::Edit& edit) { ui::set_frozen(false, edit); });
  for (int i = 0; i < 10; ++i) frame(wish());
  EXPECT_EQ(shown().map, nullptr);
  EXPECT_FALSE(session.reach().pace().has_value());
}

TEST_F(ReachRunnerTest, MakesANewMapForAnotherDampingAndKeepsTheOldOneUntilThen) {
  ASSERT_TRUE(finish(wish()));
  const long before = session.reach().raster().revision;
  edits::choose(session, *ik::find_method("dls"));
  edits::set(session, "lambda", 0.4);
  // one frame cannot compute and take the first picture of a map that it begins
  frame(wish(), 0.0);
  EXPECT_TRUE(shown().stale);
  EXPECT_NE(shown().map, nullptr);
  ASSERT_TRUE(finish(wish()));
  expect_map(wish());
  EXPECT_GT(session.reach().raster().revision, before);
  const double slow = shown().map->mean_updates();
  edits::set(session, "lambda", 0.1);
  ASSERT_TRUE(finish(wish()));
  expect_map(wish());
  EXPECT_LT(shown().map->mean_updates(), slow) << "less damping";
}

TEST_F(ReachRunnerTest, KeepsTheMapWhereItDoesNotDependOnAChange) {
  ASSERT_TRUE(finish(wish()));
  const lab::BasinMap* map = shown().map;
  edits::set(session, "time-step", 0.01);
  edits::edit(session, [](ui::Edit& edit) {
    edit.change("start").start = {0.3, 0.4};  // both joints are on the axes
  });
  frame(wish());
  EXPECT_FALSE(shown().stale);
  EXPECT_EQ(shown().map, map);
}

TEST_F(ReachRunnerTest, FindsTheTwoClosedFormSolutionsByName) {
  ASSERT_TRUE(finish(wish()));
  const auto arm = ik::TwoLink::of(session.tracker().multibody());
  const auto exact = arm->solve(session.tracker().targets()[0]);
  const auto solutions = shown().solutions;
  ASSERT_EQ(solutions.size(), 2U);
  for (const Eigen::Vector2d& wanted : {exact.positive, exact.negative}) {
    int met = 0;
    for (const ui::ShownSolution& solution : solutions) {
      const auto away = [&](int j) {
        return std::abs(std::remainder(solution.theta[j] - wanted[j], 2.0 * std::numbers::pi));
      };
      met += away(0) < 1e-5 && away(1) < 1e-5 ? 1 : 0;
    }
    EXPECT_EQ(met, 1);
  }
  EXPECT_NE(solutions[0].name, solutions[1].name);
  EXPECT_NE(solutions[0].hue, solutions[1].hue);
  double share = 0.0;
  for (const ui::ShownSolution& solution : solutions) share += solution.share;
  EXPECT_NEAR(share, shown().map->reached_share(), 1e-12);
}

TEST_F(ReachRunnerTest, SolutionsFollowADraggedTargetInTheSameFrame) {
  ASSERT_TRUE(finish(wish()));
  const Eigen::Vector3d place(0.8, 2.0, 0.0);
  edits::edit(session, [&](ui::Edit& edit) {
    edit.reach = wish();
    edit.change("drag").targets[0].held = place;
  });
  ASSERT_EQ(shown().solutions.size(), 2U);
  for (const ui::ShownSolution& solution : shown().solutions) {
    EXPECT_LT((solution.pose.effector.col(0) - place).norm(), 1e-5) << solution.name;
  }
}

TEST_F(ReachRunnerTest, HasNoSolutionsBeyondTheReach) {
  hold({9.0, 0.0, 0.0});
  ASSERT_TRUE(finish(wish()));
  EXPECT_TRUE(shown().solutions.empty());
  EXPECT_EQ(shown().map->reached_share(), 0.0);
  ASSERT_NE(shown().verdict, nullptr);
  EXPECT_EQ(shown().verdict->report.proof, ik::Proof::kDistance);
  const Eigen::Vector3d shoulder(0.0, 1.0, 0.0), target(9.0, 0.0, 0.0);
  EXPECT_NEAR(shown().verdict->report.error, (target - shoulder).norm() - 1.8, 1e-6);
}

TEST_F(ReachRunnerTest, AsksOnceForAVerdictOnTheGoalsAndForgetsItWhenTheyMove) {
  EXPECT_EQ(shown().verdict, nullptr);
  ASSERT_TRUE(finish(wish()));
  const lab::GoalVerdict* verdict = shown().verdict;
  ASSERT_NE(verdict, nullptr);
  EXPECT_EQ(verdict->sentence, "");
  ASSERT_EQ(shown().lane_ends.size(), 1U);
  EXPECT_NE(shown().lane_ends[0].find(": reached after "), std::string::npos)
      << shown().lane_ends[0];
  for (int i = 0; i < 20; ++i) frame(wish());
  EXPECT_EQ(shown().verdict, verdict);
  EXPECT_FALSE(session.reach().busy());
  edits::edit(session, [](ui::Edit& edit) {
    edit.reach = wish();
    edit.change("drag").targets[0].held = Eigen::Vector3d(0.9, 1.9, 0.02);
  });
  EXPECT_EQ(shown().verdict, nullptr);
  EXPECT_TRUE(shown().lane_ends.empty());
  ASSERT_TRUE(finish(wish()));
  ASSERT_NE(shown().verdict, nullptr);
  EXPECT_EQ(shown().verdict->report.proof, ik::Proof::kPlace) << "off the arm's plane";
  ASSERT_EQ(shown().lane_ends.size(), 1U);
  EXPECT_NE(shown().lane_ends[0].find("|e| = 0.02 m is left"), std::string::npos)
      << shown().lane_ends[0];
}

TEST_F(ReachRunnerTest, ShowsTheErrorsOfEveryLane) {
  edits::edit(session, [](ui::Edit& edit) {
    ui::add_lane(*ik::find_method("jacobian-transpose"), edit);
    edit.change("start").start = {0.3, 0.7};
  });
  ASSERT_TRUE(finish(wish()));
  ASSERT_NE(shown().convergence, nullptr);
  const lab::Plot& plot = *shown().convergence;
  ASSERT_EQ(plot.series.size(), 2U);
  for (std::size_t lane = 0; lane < 2; ++lane) {
    lab::Tracker tracker(session.setup(), lane);
    for (std::size_t k = 0; k < 6; ++k) {
      ASSERT_LT(k, plot.series[lane].y.size());
      EXPECT_NEAR(plot.series[lane].y[k], tracker.errors()[0], 1e-12) << lane << " " << k;
      tracker.step();
    }
  }
  // the course on the map begins at the start
  const auto at = lab::trace_of(*shown().basins, {session.tracker().pose().theta});
  ASSERT_FALSE(shown().figure->trace.empty());
  EXPECT_NEAR(shown().figure->trace.front().x, at.front().x, 1e-9);
}

TEST_F(ReachRunnerTest, MakesAsManyUpdatesASecondAsThePageAsksFor) {
  session.set_playing(true);
  frame(wish(), 0.0);
  long before = session.timeline().now();
  for (int i = 0; i < 100; ++i) frame(wish(), 0.02);
  EXPECT_NEAR(static_cast<double>(session.timeline().now() - before), 8.0, 1.0);
  before = session.timeline().now();
  for (int i = 0; i < 10; ++i) frame(std::nullopt, 0.02);
  EXPECT_GT(session.timeline().now() - before, 30) << "the session's speed";
}

TEST_F(ReachRunnerTest, AStartMovesTheBodyAndUndoTakesTheSetupBack) {
  const ik::VectorX start = ik::VectorX::Constant(2, 0.25);
  edits::edit(session, [&](ui::Edit& edit) { ui::start_at(start, "start", edit); });
  EXPECT_EQ(session.tracker().pose().theta, start);
  session.step();
  EXPECT_NE(session.tracker().pose().theta, start);
  session.undo();
  EXPECT_TRUE(session.setup().start.empty());
}

TEST_F(ReachRunnerTest, SavesTheMapAsFigures) {
  ASSERT_TRUE(finish(wish()));
  edits::edit(session, [](ui::Edit& edit) {
    edit.reach = wish();
    edit.send(ui::Command::kSaveBasins);
  });
  EXPECT_NE(session.message().find("two-link-arm-dls-error-basins-"), std::string::npos)
      << session.message();
  EXPECT_NE(session.message().find(".png"), std::string::npos);
}

TEST_F(ReachRunnerTest, DrawsTheShapeOfTheReachOnlyWhereItIsWanted) {
  ASSERT_TRUE(finish(wish()));
  EXPECT_EQ(session.reach().cloud(), nullptr);
  ui::ReachWish with_cloud = wish();
  with_cloud.cloud = true;
  ASSERT_TRUE(finish(with_cloud));
  const lab::ReachCloud* cloud = session.reach().cloud();
  ASSERT_NE(cloud, nullptr);
  ASSERT_FALSE(cloud->points().empty());
  for (const lab::ReachCloud::Point& point : cloud->points()) {
    ASSERT_LT((point.place - Eigen::Vector3f::UnitY()).norm(), 1.8F + 1e-3F)
        << "links of 1 and 0.8 m";
  }
}

}  // namespace
