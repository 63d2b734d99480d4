#pragma once

#include <optional>
#include <vector>

#include "iklab/body.h"

namespace ik {

/// An arm whose inverse kinematics has a closed form: two parallel hinges and one effector.
///
/// Seen along the axis v, the shoulder at p, an upper arm of length a and a forearm of length b
/// make a triangle with the way to the target, whose length across v is d. The law of cosines gives
///
///   cos elbow = (d^2 - a^2 - b^2) / (2 a b)
///   shoulder  = bearing - atan2(b sin elbow, a + b cos elbow)
///
/// with the elbow's turn from the straight arm, up or down.
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
    /// (2) theta in the solver's order, rad, each within half a turn of 0: the elbow turned by a
    /// positive angle from the straight arm, and by a negative one. The same twice where the arm is
    /// straight or folded. The effector is then at the target, or as near as it can be.
    Eigen::Vector2d positive, negative;
  };

  /// The arm of a multibody, if it is one: two revolute joints, the second on the first, with
  /// parallel or opposed axes, one effector on the second, and both lengths above 1e-9 m.
  static std::optional<TwoLink> of(const Multibody& multibody);

  /// Both ways to bring the effector to the target, m, world axes. Of a target off the arm's plane
  /// its projection on the plane counts; one on the shoulder's axis gives a bearing of 0, any would
  /// do. Limits are not looked at. \pre the target is finite
  Solution solve(const Eigen::Vector3d& target) const;

  double upper_arm() const { return a_; }  ///< m
  double forearm() const { return b_; }    ///< m

 private:
  TwoLink() = default;

  Eigen::Vector3d shoulder_;          // m
  Eigen::Matrix3d plane_from_world_;  // the axis is the plane's z
  double a_ = 0.0, b_ = 0.0;          // m
  // where theta = 0: the bearing of the upper arm, and the turn from it to the forearm, rad
  double bearing_ = 0.0, bend_ = 0.0;
  double elbow_sign_ = 1.0;  // -1 where the elbow's axis is opposed to the shoulder's
};

}  // namespace ik
