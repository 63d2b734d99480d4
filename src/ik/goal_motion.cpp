#include "ik/goal_motion.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "ik/clamp.h"
#include "ik/jacobian.h"

namespace ik {
namespace {

constexpr double kKeep = 0.97;      ///< of the means, each step: they remember some 30 steps
constexpr double kStraight = 1e-6;  ///< a turn of 1 / 1000 a step is as good as none

}  // namespace

void GoalMotion::observe(const Problem& problem, bool goes_on) {
  const Multibody& multibody = problem.multibody;
  const int k = multibody.effector_count();
  const int goals = multibody.goal_count();
  const bool known = goes_on && v_.cols() == goals && targets_.size() == problem.targets.size() &&
                     aims_.size() == problem.aims.size();
  const bool was_moving = known && moving();
  if (!known) v_.setZero(3, goals);
  a_.setZero(3, goals);
  count_ = goals;

  double way = 0.0;
  double turn = 0.0;
  for (int g = 0; known && g < goals; ++g) {
    Eigen::Vector3d v;
    if (g < k) {
      const auto i = static_cast<std::size_t>(g);
      v = problem.targets[i] - targets_[i];
    } else {
      const Effector& effector = multibody.goal_effector(g);
      const auto i = static_cast<std::size_t>(g - k);
      v = effector.lever * aim_motion(effector.aim, aims_[i], problem.aims[i]);
    }
    v = clamp_mag(v, std::min(problem.limit_of(g), kHorizon));
    if (!v.allFinite()) v.setZero();
    const Eigen::Vector3d a = v - v_.col(g);
    const double root = problem.root_weight(g);
    way += (root * v).squaredNorm();
    turn += (root * a).squaredNorm();
    if (was_moving) a_.col(g) = a;
    v_.col(g) = v;
  }
  if (was_moving && way > 0.0) {
    way = kKeep * way_ + (1.0 - kKeep) * way;
    turn = kKeep * turn_ + (1.0 - kKeep) * turn;
  }
  way_ = way;
  turn_ = turn;
  targets_.assign(problem.targets.begin(), problem.targets.end());
  aims_.assign(problem.aims.begin(), problem.aims.end());
}

double GoalMotion::speed() const { return std::sqrt(way_ / count_); }

double GoalMotion::timescale() const {
  return turn_ > kStraight * way_ ? std::sqrt(way_ / turn_) : std::sqrt(1.0 / kStraight);
}

void GoalMotion::look_ahead(const Problem& problem, double steps,
                            std::vector<Eigen::Vector3d>& targets, std::vector<Aim>& aims) const {
  const Multibody& multibody = problem.multibody;
  const int k = multibody.effector_count();
  targets.assign(problem.targets.begin(), problem.targets.end());
  aims.assign(problem.aims.begin(), problem.aims.end());
  for (int g = 0; g < multibody.goal_count(); ++g) {
    const Eigen::Vector3d way = steps * v_.col(g) + 0.5 * steps * (steps + 1.0) * a_.col(g);
    if (g < k) {
      targets[static_cast<std::size_t>(g)] += way;
      continue;
    }
    const Effector& effector = multibody.goal_effector(g);
    const double angle = effector.lever > 0.0 ? way.norm() / effector.lever : 0.0;
    if (!(angle > 0.0)) continue;
    Aim& aim = aims[static_cast<std::size_t>(g - k)];
    aim.direction = aim.direction.stableNormalized() + way / effector.lever;
    aim.orientation = Eigen::AngleAxisd(angle, way.normalized()) * aim.orientation;
  }
}

}  // namespace ik
