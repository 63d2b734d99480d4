#pragma once

#include <optional>

#include "iklab/body.h"

namespace ik {

/// The closed form of inverse kinematics for two parallel hinges and one effector.
///
/// Seen along the axis v, the upper arm of length a, the forearm of length b and the line from the
/// shoulder to the target, of length d across v, form a triangle. The law of cosines gives
///
///   cos elbow = (d^2 - a^2 - b^2) / (2 a b)
///   shoulder  = bearing - atan2(b sin elbow, a + b cos elbow)
///
/// with `elbow` the angle from the straight arm, of either sign.
class TwoLink {
 public:
  /// Where a target is for this arm.
  enum class Reach {
    kInReach,  ///< |a - b| <= d <= a + b
    kTooFar,   ///< d > a + b: the straight arm comes closest
    kTooNear,  ///< d < |a - b|: the folded arm does
  };
  struct Solution {
    Reach reach;
    /// (2) theta in the solver's order, rad, in [-pi, pi], for a positive and a negative angle of
    /// the elbow from the straight arm; equal where the arm is straight or folded. They bring the
    /// effector to the target, or as near as possible.
    Eigen::Vector2d positive, negative;
  };

  /// The arm of a multibody, if it is one: two revolute joints, the second on the first, with
  /// parallel or opposed axes, one effector on the second, and both lengths above 1e-9 m.
  static std::optional<TwoLink> of(const Multibody& multibody);

  /// Solves for the target, m, world axes, projected to the arm's plane; one on the shoulder's axis
  /// gives a bearing of 0. Joint limits do not count. \pre the target is finite
  Solution solve(const Eigen::Vector3d& target) const;

 private:
  TwoLink() = default;

  Eigen::Vector3d shoulder_;          // m
  Eigen::Matrix3d plane_from_world_;  // z is the hinges' axis
  double a_ = 0.0, b_ = 0.0;          // m
  // at theta = 0: bearing of the upper arm, and angle from it to the forearm, rad
  double bearing_ = 0.0, bend_ = 0.0;
  double elbow_sign_ = 1.0;  // -1 if the elbow's axis is opposite to the shoulder's
};

}  // namespace ik
