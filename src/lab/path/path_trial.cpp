#include "lab/path/path_trial.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ik/body/joint.h"
#include "ik/task/jacobian.h"

namespace lab {
namespace {

/// How far two waypoints are apart, m, measured as away_from().
double between(const ik::Multibody& body, const ik::Waypoint& a, const ik::Waypoint& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < a.targets.size(); ++i) {
    most = std::max(most, ik::length(b.targets[i] - a.targets[i]));
  }
  for (std::size_t r = 0; r < a.aims.size(); ++r) {
    const ik::Effector& effector = body.goal_effector(body.effector_count() + static_cast<int>(r));
    most =
        std::max(most, effector.lever * ik::aim_motion(effector.aim, a.aims[r], b.aims[r]).norm());
  }
  return most;
}

}  // namespace

double away_from(const ik::Multibody& body, const ik::Waypoint& waypoint,
                 const ik::VectorX& theta) {
  const ik::Pose pose = ik::pose_at(body, theta);
  double most = 0.0;
  for (int g = 0; g < body.goal_count(); ++g) {
    const bool place = g < body.effector_count();
    const auto at = static_cast<std::size_t>(place ? g : g - body.effector_count());
    const ik::Effector& effector = body.goal_effector(g);
    const double error =
        place ? ik::length(waypoint.targets[at] - pose.effector.col(g))
              : effector.lever * aim_angle(effector.aim, ik::effector_axes(pose, effector),
                                           effector.pointer, waypoint.aims[at]);
    if (!std::isfinite(error)) return std::numeric_limits<double>::infinity();
    most = std::max(most, error);
  }
  return most;
}

JumpTest::JumpTest(const ik::Multibody& multibody)
    : multibody_(multibody), slack_(1e-6 * body_length(multibody)) {}

bool JumpTest::operator()(const ik::Waypoint& before, const ik::VectorX& theta_before,
                          const ik::Waypoint& after, const ik::VectorX& theta_after) const {
  const ik::VectorX middle = 0.5 * (theta_before + theta_after);
  const double off =
      std::min(away_from(multibody_, before, middle), away_from(multibody_, after, middle));
  const double errors = std::max(away_from(multibody_, before, theta_before),
                                 away_from(multibody_, after, theta_after));
  return off > between(multibody_, before, after) + 2.0 * errors + slack_;
}

PathTracking::PathTracking(StandingLane lane, std::vector<ik::Waypoint> waypoints,
                           const ik::VectorX& start, int updates)
    : lane_(std::move(lane)),
      waypoints_(std::move(waypoints)),
      updates_(updates),
      jumps_(*lane_.multibody),
      run_(lane_) {
  trial_.method = lane_.info;
  go_to(waypoints_.front());
  run_.start(start);
}

void PathTracking::go_to(const ik::Waypoint& waypoint) {
  lane_.targets = waypoint.targets;
  lane_.aims = waypoint.aims;
}

double PathTracking::advance(int waypoints) {
  for (; waypoints > 0 && next_ < waypoints_.size(); --waypoints, ++next_) {
    const ik::VectorX before = run_.pose().theta;
    go_to(waypoints_[next_]);
    for (int i = 0; i < updates_; ++i) run_.update();
    const ik::Pose& pose = run_.pose();
    for (std::size_t i = 0; i < lane_.targets.size(); ++i) {
      const double error =
          ik::length(lane_.targets[i] - pose.effector.col(static_cast<Eigen::Index>(i)));
      error_sum_ += error;
      trial_.max_error = std::max(trial_.max_error, error);
    }
    trial_.max_step = std::max(trial_.max_step, (pose.theta - before).lpNorm<Eigen::Infinity>());
    trial_.jumps += jumps_(waypoints_[next_ - 1], before, waypoints_[next_], pose.theta) ? 1 : 0;
  }
  return static_cast<double>(next_) / static_cast<double>(waypoints_.size());
}

PathTrial PathTracking::trial() const {
  PathTrial trial = trial_;
  const double count = static_cast<double>((next_ - 1) * lane_.targets.size());
  if (count > 0.0) trial.mean_error = error_sum_ / count;
  return trial;
}

StandingLane lane_on_path(const Setup& setup, const ik::MethodInfo& method) {
  Setup other = setup;
  set_method(other.front_lane(), method);
  other.pull.reset();
  other.nudge.reset();
  return StandingLane(Tracker(other, other.front));
}

}  // namespace lab
