#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "lab/track/reach.h"
#include "support/algebra.h"
#include "support/bodies.h"

/// Closest pose by brute force: many starts, with a solver that shares only forward kinematics with
/// the program.
namespace truth {

/// Which joints may move, as in lab::Freedom.
struct Freedom {
  bool limits = true, frozen = true;  ///< whether they are respected
};

/// Search for the pose of one effector of a tracker.
class Nearest {
 public:
  Nearest(const lab::Tracker& tracker, int effector, Freedom freedom)
      : tracker_(tracker),
        effector_(effector),
        aim_(lab::aim_of(tracker.multibody(), effector)),
        pose_(tracker.pose()) {
    const ik::Multibody& body = tracker.multibody();
    const bool limited = freedom.limits && tracker.settings().limits != lab::LimitRule::kIgnore;
    for (int j = 0; j < body.joint_count(); ++j) {
      const ik::Joint& joint = body.joint(j);
      if (joint.leader >= 0 || (freedom.frozen && !tracker.may_move(j)) || !counts(j)) continue;
      const double lower = limited ? joint.lower : -ik::kUnlimited;
      const double upper = limited ? joint.upper : ik::kUnlimited;
      if (lower < upper) {
        free_.push_back({j, lower, upper});
      } else {
        pose_.theta[j] = lower;
      }
    }
  }

  /// True if a start reaches the tolerance. Stops at the first such start.
  bool is_within(double tolerance, int starts) {
    const auto n = static_cast<int>(free_.size());
    for (int start = 0; start < starts; ++start) {
      ik::VectorX x(n);
      for (int i = 0; i < n; ++i) x[i] = start == 0 ? present(i) : drawn(start, i);
      if (descend(x, tolerance)) return true;
    }
    return false;
  }

 private:
  struct Free {
    int joint;
    double lower, upper;
  };

  /// True if joint j or a follower of it moves the effector.
  bool counts(int j) const {
    const ik::Multibody& body = tracker_.multibody();
    if (body.moves(j, effector_)) return true;
    for (const int follower : body.followers()) {
      if (body.joint(follower).leader == j && body.moves(follower, effector_)) return true;
    }
    return false;
  }

  // a bounded range becomes a sine, a half-bounded one a hyperbola: the solver sees no limits
  static double theta_of(const Free& free, double x) {
    const bool low = std::isfinite(free.lower), high = std::isfinite(free.upper);
    if (low && high)
      return 0.5 * (free.lower + free.upper) + 0.5 * (free.upper - free.lower) * std::sin(x);
    const double way = std::sqrt(1.0 + x * x) - 1.0;
    return low ? free.lower + way : high ? free.upper - way : x;
  }
  double present(int i) const {
    const Free& free = free_[static_cast<std::size_t>(i)];
    const double theta = tracker_.pose().theta[free.joint];
    const bool low = std::isfinite(free.lower), high = std::isfinite(free.upper);
    if (low && high) {
      const double middle = 0.5 * (free.lower + free.upper), half = 0.5 * (free.upper - free.lower);
      return std::asin(std::clamp((theta - middle) / half, -0.99, 0.99));
    }
    if (!low && !high) return theta;
    const double way = std::max(0.01, low ? theta - free.lower : free.upper - theta);
    return std::sqrt((way + 1.0) * (way + 1.0) - 1.0);
  }
  double drawn(int start, int i) const {
    const Free& free = free_[static_cast<std::size_t>(i)];
    bodies::Numbers numbers(start * 97 + i);
    const ik::Joint& joint = tracker_.multibody().joint(free.joint);
    const double away = tracker_.errors()[static_cast<std::size_t>(effector_)];
    // a screw needs many turns for a long distance, and less than one for its direction
    const bool turns = joint.type == ik::JointType::kScrew && start % 3 == 1;
    const double span = joint.type == ik::JointType::kPrismatic ? 2.0 + away
                        : turns ? std::numbers::pi + away / (std::abs(joint.pitch) + 1e-3)
                                : std::numbers::pi;
    return span * numbers.next();
  }

  double errors_at(const ik::VectorX& x, ik::VectorX& r) {
    for (std::size_t i = 0; i < free_.size(); ++i)
      pose_.theta[free_[i].joint] = theta_of(free_[i], x[static_cast<Eigen::Index>(i)]);
    ik::forward_kinematics(tracker_.multibody(), pose_);
    r.setZero(aim_ < 0 ? 3 : 6);
    r.head<3>() =
        tracker_.targets()[static_cast<std::size_t>(effector_)] - pose_.effector.col(effector_);
    if (aim_ < 0) return r.norm();
    const ik::Effector& hand = tracker_.multibody().effector(effector_);
    const Eigen::Matrix3d axes = pose_.world_from_joint(hand.joint).linear() * hand.rotation;
    const ik::Aim& aim = tracker_.aims()[static_cast<std::size_t>(aim_)];
    if (hand.aim == ik::AimKind::kOrientation) {
      const Eigen::AngleAxisd turn(Eigen::Matrix3d(aim.orientation * axes.transpose()));
      r.tail<3>() = hand.lever * turn.angle() * turn.axis();
    } else {
      const Eigen::Vector3d a = axes * hand.pointer, b = aim.direction.normalized();
      const Eigen::Vector3d across = a.cross(b);
      const double angle = std::atan2(across.norm(), a.dot(b));
      r.tail<3>() = hand.lever * angle * (across.norm() > 0.0 ? across.normalized() : across);
    }
    return std::max(r.head<3>().norm(), r.tail<3>().norm());
  }

  /// Gauss-Newton steps with a trust radius, derivatives by differences.
  bool descend(ik::VectorX x, double tolerance) {
    constexpr double kDifference = 1e-6;
    ik::VectorX r, moved, dx;
    double mu = 1e-2;
    double worst = errors_at(x, r);
    for (int step = 0; step < 60; ++step) {
      if (worst <= tolerance) return true;
      if (x.size() == 0) return false;
      ik::MatrixX D(r.size(), x.size());
      for (Eigen::Index i = 0; i < x.size(); ++i) {
        ik::VectorX beside = x;
        beside[i] += kDifference;
        errors_at(beside, moved);
        D.col(i) = (moved - r) / kDifference;
      }
      bool better = false;
      const double before = r.squaredNorm();
      for (int attempt = 0; attempt < 8 && !better; ++attempt) {
        ik::MatrixX A = D.transpose() * D;
        A.diagonal().array() += mu;
        if (!algebra::solve_definite(A, -D.transpose() * r, dx)) dx.setZero(x.size());
        const double now = errors_at(x + dx, moved);
        better = moved.squaredNorm() < before;
        mu = better ? std::max(0.1 * mu, 1e-9) : 6.0 * mu;
        if (!better) continue;
        x += dx;
        r = moved;
        worst = now;
      }
      if (!better || (step > 8 && r.squaredNorm() > 0.999 * before)) return worst <= tolerance;
    }
    return worst <= tolerance;
  }

  const lab::Tracker& tracker_;
  int effector_, aim_;
  ik::Pose pose_;
  std::vector<Free> free_;
};

/// True if some pose brings the effector to its target and aim, by the definition of "reached".
inline bool can_reach(const lab::Tracker& tracker, int effector, Freedom freedom, int starts) {
  Nearest nearest(tracker, effector, freedom);
  return nearest.is_within(lab::reached_tolerance(tracker, effector) * (1.0 + 1e-9), starts);
}

}  // namespace truth
