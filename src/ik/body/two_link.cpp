#include "ik/body/two_link.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/math/elementary.h"
#include "iklab/problem.h"

namespace ik {
namespace {

/// Rounding of a scene file's numbers: smaller angles between axes [rad] and lengths [m] count as
/// 0.
constexpr double kRounding = 1e-9;

double within_half_a_turn(double angle) { return std::remainder(angle, 2.0 * std::numbers::pi); }

}  // namespace

std::optional<TwoLink> TwoLink::of(const Multibody& multibody) {
  if (multibody.joint_count() != 2 || multibody.effector_count() != 1) return std::nullopt;
  if (multibody.joint(0).type != JointType::kRevolute ||
      multibody.joint(1).type != JointType::kRevolute || multibody.joint(1).parent != 0 ||
      multibody.effector(0).joint != 1) {
    return std::nullopt;
  }
  const Pose pose = pose_at(multibody, VectorX::Zero(2));
  const Eigen::Vector3d v = pose.axis.col(0);
  if (v.cross(pose.axis.col(1)).norm() > kRounding) return std::nullopt;

  TwoLink arm;
  arm.shoulder_ = pose.origin.col(0);
  arm.elbow_sign_ = v.dot(pose.axis.col(1)) > 0.0 ? 1.0 : -1.0;
  const Eigen::Vector3d x = v.unitOrthogonal();
  arm.plane_from_world_ << x.transpose(), v.cross(x).transpose(), v.transpose();
  const Eigen::Vector3d upper = arm.plane_from_world_ * (pose.origin.col(1) - pose.origin.col(0));
  const Eigen::Vector3d fore = arm.plane_from_world_ * (pose.effector.col(0) - pose.origin.col(1));
  arm.a_ = hypotenuse(upper.x(), upper.y());
  arm.b_ = hypotenuse(fore.x(), fore.y());
  if (!(arm.a_ > kRounding) || !(arm.b_ > kRounding)) return std::nullopt;
  arm.bearing_ = arctangent(upper.y(), upper.x());
  arm.bend_ = arctangent(fore.y(), fore.x()) - arm.bearing_;
  return arm;
}

TwoLink::Solution TwoLink::solve(const Eigen::Vector3d& target) const {
  const Eigen::Vector3d way = plane_from_world_ * (target - shoulder_);
  const double d = hypotenuse(way.x(), way.y());
  const double bearing = d > 0.0 ? arctangent(way.y(), way.x()) : 0.0;
  Solution solution{};
  solution.reach = d > a_ + b_             ? Reach::kTooFar
                   : d < std::abs(a_ - b_) ? Reach::kTooNear
                                           : Reach::kInReach;
  // half-angle tangent: the arc cosine is inexact near the straight arm
  const double open = std::max(0.0, (a_ + b_ - d) * (a_ + b_ + d));
  const double shut = std::max(0.0, (d - a_ + b_) * (d + a_ - b_));
  const double elbow = 2.0 * arctangent(std::sqrt(open), std::sqrt(shut));
  const auto theta = [&](double turn) {
    const double shoulder = bearing - arctangent(b_ * sine(turn), a_ + b_ * cosine(turn));
    return Eigen::Vector2d(within_half_a_turn(shoulder - bearing_),
                           within_half_a_turn(elbow_sign_ * (turn - bend_)));
  };
  solution.positive = theta(elbow);
  solution.negative = theta(-elbow);
  return solution;
}

}  // namespace ik
