#include "lab/solve/recorded_search.h"

#include <cmath>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "lab/solve/solution_search.h"
#include "support/changes.h"

namespace {

lab::StandingLane lane_with(const char* scene, const Eigen::Vector3d& target) {
  lab::Tracker tracker(io::find_scene(scene), *ik::find_method("dls"));
  tracker.change([&](lab::Setup& setup) {
    setup.frozen = true;
    setup.targets[0].held = target;
  });
  return lab::StandingLane(tracker);
}

TEST(RecordedSearch, EndsWhereSolveEndsAfterAsManyUpdates) {
  for (const Eigen::Vector3d& target : {Eigen::Vector3d(0.5, 0.6, 0.3), Eigen::Vector3d(5, 5, 5)}) {
    const lab::StandingLane lane = lane_with("six-axis-arm", target);
    const lab::GoalVerdict solved = lab::verdict_on_goals(lane);
    const lab::RecordedSearch search = lab::record_search(lane);
    EXPECT_EQ(search.theta, solved.theta);
    EXPECT_EQ(search.updates, solved.report.updates);
    EXPECT_EQ(search.reached, solved.report.outcome == ik::Outcome::kReached);
  }
}

TEST(RecordedSearch, ShowsEveryAttemptFromItsStartToItsEnd) {
  lab::StandingLane lane = lane_with("two-link-arm", {0.9, 1.9, 0.0});
  const lab::RecordedSearch search = lab::record_search(lane);
  ASSERT_TRUE(search.reached);
  ASSERT_FALSE(search.attempts.empty());
  EXPECT_EQ(search.attempts[0].path.front(), lane.theta);
  EXPECT_EQ(search.attempts.back().path.back(), search.theta);
  EXPECT_LT(search.attempts.back().errors.back(), 1e-6);
  std::size_t updates = 0;
  for (const lab::SearchAttempt& attempt : search.attempts) {
    ASSERT_EQ(attempt.path.size(), attempt.errors.size());
    updates += attempt.path.size() - 1;
    for (std::size_t k = 0; k < attempt.path.size(); ++k) {
      const ik::Pose pose = ik::pose_at(*lane.multibody, attempt.path[k]);
      EXPECT_EQ(attempt.errors[k], (lane.targets[0] - pose.effector.col(0)).norm());
    }
  }
  EXPECT_EQ(static_cast<int>(updates), search.updates);
}

TEST(RecordedSearch, BreaksTheLineOfItsPlotBetweenAttempts) {
  lab::RecordedSearch search;
  search.reached = true;
  search.attempts = {{.path = {}, .errors = {1.0, 0.5}}, {.path = {}, .errors = {2.0, 0.1, 1e-8}}};
  const lab::Plot plot = lab::search_plot(lane_with("two-link-arm", {0.9, 1.9, 0.0}), search);
  ASSERT_EQ(plot.series.size(), 1U);
  const std::vector<double>& y = plot.series[0].y;
  ASSERT_GE(y.size(), 6U);
  EXPECT_EQ(y[1], 0.5);
  EXPECT_TRUE(std::isnan(y[2]));
  EXPECT_EQ(y[3], 2.0);
  EXPECT_NE(plot.series[0].label.find("2 attempts"), std::string::npos) << plot.series[0].label;
}

TEST(UnsolvedStart, IsThePoseUnlessItReachesTheGoals) {
  lab::StandingLane lane = lane_with("two-link-arm", {0.9, 1.9, 0.0});
  EXPECT_EQ(lab::unsolved_start(lane), lane.theta);
  lane.theta = lab::verdict_on_goals(lane).theta;
  ASSERT_TRUE(lab::is_solved(lane, lane.theta));
  EXPECT_FALSE(lab::is_solved(lane, lab::unsolved_start(lane)));
  // the goals are where the body begins: its initial pose reaches them, too
  lane.theta = lane.multibody->initial_theta();
  lane.targets[0] = ik::pose_at(*lane.multibody, lane.theta).effector.col(0);
  EXPECT_FALSE(lab::is_solved(lane, lab::unsolved_start(lane)));
}

}  // namespace
