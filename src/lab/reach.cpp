#include "lab/reach.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ik/jacobian.h"
#include "ik/limits.h"

namespace lab {
namespace {

constexpr double kHeldShare = 0.01;  // of the steepest that such columns could be

/// A piece of the way from the root to an effector whose ends can be least to most apart.
void add_piece(double least, double most, Reach& reach) {
  // the hole in the middle is what the longest piece leaves when all others fold back
  const double hole = std::max(least - reach.most, reach.least - most);
  reach.least = std::max(0.0, hole);
  reach.most += most;
}

/// How much of a gradient is left to the joints that can move along it.
struct Slope {
  double all = 0.0, free = 0.0, steepest = 0.0;  // squares

  void add(double g, double column, bool can_move) {
    all += g * g;
    if (can_move) free += g * g;
    steepest += column;
  }
  bool held(double square, double error) const {
    return square <= kHeldShare * kHeldShare * steepest * error;
  }
};

/// True if a joint's limits let it move the way of g; a hair's breadth before one, it stands there.
bool is_open(const ik::Joint& joint, double theta, double g) {
  constexpr double kHair = 1e-6;  // rad or m, well above rounding
  return std::abs(ik::allowed_step(joint, theta, std::copysign(kHair, g))) > 0.5 * kHair;
}

/// True if the method wants to move on and the limits leave nothing of it: stopping each joint
/// alone may end in a corner that another step would leave.
bool cut_to_nothing(const Tracker& tracker) {
  constexpr double kNothing = 1e-9;  // rad or m
  return tracker.step_count() > 0 && tracker.outcome() == ik::Outcome::kMoved &&
         tracker.last_step().lpNorm<Eigen::Infinity>() < kNothing;
}

bool has_reached(const Tracker& tracker, int effector, double most) {
  const double tolerance =
      tracker.settings().tolerance < kOff ? tracker.settings().tolerance : kReachedShare * most;
  if (tracker.errors()[static_cast<std::size_t>(effector)] > tolerance) return false;
  const ik::Multibody& multibody = tracker.multibody();
  for (int g = multibody.effector_count(); g < multibody.goal_count(); ++g) {
    const double angle =
        tracker.aim_errors()[static_cast<std::size_t>(g - multibody.effector_count())];
    if (multibody.effector_of(g) == effector &&
        multibody.effector(effector).lever * angle > tolerance)
      return false;
  }
  return true;
}

/// The Jacobian (m x n) and the error (m) of all goals, at the effectors.
struct Task {
  Eigen::MatrixXd J;
  Eigen::VectorXd e;
};

/// What its place alone says, if it does.
std::optional<EffectorStatus> status_by_place(const Tracker& tracker, int effector) {
  const Eigen::Vector3d target = tracker.targets()[static_cast<std::size_t>(effector)];
  if (!target.allFinite() || !tracker.pose().theta.allFinite()) return EffectorStatus::kNotFinite;
  const Reach reach = reach_of(tracker.multibody(), effector);
  if (has_reached(tracker, effector, std::isfinite(reach.most) ? reach.most : 1.0))
    return EffectorStatus::kReached;
  const double distance = (target - reach.center).stableNorm();
  const double rounding = 1e-9 * (1.0 + distance);
  if (distance > reach.most + rounding || distance < reach.least - rounding)
    return EffectorStatus::kOutOfReach;
  return std::nullopt;
}

/// What the joints could still do for it.
EffectorStatus status_by_task(const Tracker& tracker, int effector, const Task& task) {
  const ik::Multibody& multibody = tracker.multibody();
  const auto& [J, e] = task;
  Slope own, together;
  double own_error = 0.0;
  for (int g = 0; g < multibody.goal_count(); ++g) {
    if (multibody.effector_of(g) == effector) own_error += e.segment<3>(3 * g).squaredNorm();
  }
  const bool limited = tracker.settings().limits != LimitRule::kIgnore;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    double own_g = 0.0, own_column = 0.0;
    for (int g = 0; g < multibody.goal_count(); ++g) {
      if (multibody.effector_of(g) != effector) continue;
      own_g += J.block<3, 1>(3 * g, j).dot(e.segment<3>(3 * g));
      own_column += J.block<3, 1>(3 * g, j).squaredNorm();
    }
    const auto can_move = [&](double g) {
      return tracker.may_move(j) &&
             (!limited || is_open(multibody.joint(j), tracker.pose().theta[j], g));
    };
    const double all_g = J.col(j).dot(e);
    own.add(own_g, own_column, can_move(own_g));
    together.add(all_g, J.col(j).squaredNorm(), can_move(all_g));
  }
  const auto held = [](const Slope& slope, double error) {
    return slope.held(slope.all, error) ? EffectorStatus::kStalled : EffectorStatus::kAtLimit;
  };
  if (own.held(own.free, own_error)) return held(own, own_error);
  const double all_error = e.squaredNorm();
  if (together.held(together.free, all_error)) return held(together, all_error);
  return cut_to_nothing(tracker) ? EffectorStatus::kAtLimit : EffectorStatus::kFollowing;
}

}  // namespace

const char* name(EffectorStatus status) {
  switch (status) {
    case EffectorStatus::kReached:
      return "reached";
    case EffectorStatus::kOutOfReach:
      return "out of reach";
    case EffectorStatus::kAtLimit:
      return "at a limit";
    case EffectorStatus::kStalled:
      return "stalled";
    case EffectorStatus::kFollowing:
      return "following";
    case EffectorStatus::kNotFinite:
      break;
  }
  return "not finite";
}

Reach reach_of(const ik::Multibody& multibody, int effector) {
  Reach reach;
  const auto slide = [&reach](const ik::Joint& joint) {
    if (joint.type == ik::JointType::kRevolute) return;
    const double scale = joint.type == ik::JointType::kScrew ? std::abs(joint.pitch) : 1.0;
    const double most = scale * std::max(std::abs(joint.lower), std::abs(joint.upper));
    add_piece(0.0, scale > 0.0 ? most : 0.0, reach);
  };
  const ik::Effector& hand = multibody.effector(effector);
  reach.least = reach.most = hand.offset.norm();
  int j = hand.joint;
  for (; multibody.joint(j).parent >= 0; j = multibody.joint(j).parent) {
    slide(multibody.joint(j));
    const double length = multibody.joint(j).parent_from_joint.translation().norm();
    add_piece(length, length, reach);
  }
  slide(multibody.joint(j));
  reach.center = multibody.joint(j).parent_from_joint.translation();
  return reach;
}

std::vector<EffectorStatus> effector_statuses(const Tracker& tracker) {
  // at the effectors, unweighted by joints and unclamped, whatever the method was shown
  ik::Problem problem = tracker.problem();
  problem.targets = tracker.targets();
  problem.jacobian = ik::JacobianKind::kEffector;
  problem.d_max = problem.mobility = problem.held = {};
  Task task;
  const bool finite = ik::task_error(problem, task.e);
  ik::task_jacobian(problem, task.J);

  std::vector<EffectorStatus> statuses;
  for (int i = 0; i < tracker.multibody().effector_count(); ++i) {
    const auto early = status_by_place(tracker, i);
    const auto late = [&] {
      return finite ? status_by_task(tracker, i, task) : EffectorStatus::kNotFinite;
    };
    statuses.push_back(early ? *early : late());
  }
  return statuses;
}

}  // namespace lab
