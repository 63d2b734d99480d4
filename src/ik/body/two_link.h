#pragma once

#include <optional>

#include "iklab/body.h"

namespace ik {

/// Closed-form inverse kinematics for two revolute joints with parallel axes and one effector.
///
/// In the plane perpendicular to the axis v, the upper arm (length a), the forearm (length b) and
/// the line from the shoulder to the target (length d) form a triangle. The law of cosines gives
///
///   cos elbow = (d^2 - a^2 - b^2) / (2 a b)
///   shoulder  = bearing - atan2(b sin elbow, a + b cos elbow)
///
/// with `elbow` the angle from the straight arm; both signs are solutions.
class TwoLink {
 public:
  /// Reachability of a target.
  enum class Reach {
    kInReach,  ///< |a - b| <= d <= a + b
    kTooFar,   ///< d > a + b: the straight arm comes closest
    kTooNear,  ///< d < |a - b|: the folded arm comes closest
  };
  struct Solution {
    Reach reach;
    /// (2) theta in the solver's order, rad, in [-pi, pi], for a positive and a negative elbow
    /// angle; equal if the arm is straight or folded. The effector reaches the target or comes as
    /// near as possible.
    Eigen::Vector2d positive, negative;
  };

  /// Recognises a two-link arm: two revolute joints, the second a child of the first, with parallel
  /// or opposed axes, one effector on the second, and both lengths above 1e-9 m. Otherwise empty.
  static std::optional<TwoLink> of(const Multibody& multibody);

  /// Solves for the target, m, world axes, projected onto the arm's plane. A target on the
  /// shoulder's axis has a bearing of 0. Ignores joint limits. \pre the target is finite
  Solution solve(const Eigen::Vector3d& target) const;

 private:
  TwoLink() = default;

  Eigen::Vector3d shoulder_;          // m
  Eigen::Matrix3d plane_from_world_;  // z is the joints' axis
  double a_ = 0.0, b_ = 0.0;          // m
  // at theta = 0: bearing of the upper arm, angle from the upper arm to the forearm, rad
  double bearing_ = 0.0, bend_ = 0.0;
  double elbow_sign_ = 1.0;  // -1 if the elbow's axis is opposite to the shoulder's
};

}  // namespace ik
