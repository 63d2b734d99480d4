#pragma once

#include <array>
#include <optional>

#include "iklab/body.h"

#include "ik/math/elementary.h"

namespace ik {

/// v without its part along the unit vector n.
inline Eigen::Vector3d without(const Eigen::Vector3d& v, const Eigen::Vector3d& n) {
  return v - v.dot(n) * n;
}

/// A limb of two bones: a shoulder, an elbow and an effector on the forearm. The shoulder is a ball
/// joint, three hinges with one centre and successive axes at right angles, or one hinge parallel
/// to the elbow's that no other joint moves. All vectors at theta = 0 of the limb's own joints, in
/// the frame of its socket, the parent of the shoulder's first joint.
///
/// The elbow angle psi, from the upper arm's direction to the forearm's about the elbow's axis h,
/// satisfies the law of cosines in the plane perpendicular to h,
///
///   D^2 = a^2 + b^2 + 2 a b cos psi
///
/// with a, b and D the lengths of the upper arm, the forearm and the way from the shoulder to the
/// effector in that plane. Bones may also be offset along h, by the constant way `along`:
/// |effector - shoulder|^2 = D^2 + along^2 for a ball joint.
struct Limb {
  bool ball = false;            ///< the shoulder has three joints, else one
  bool alone = false;           ///< no other joint moves the effector
  std::array<int, 4> joints{};  ///< the shoulder's joints, then the elbow

  Eigen::Vector3d centre;                ///< the shoulder's centre, m
  std::array<Eigen::Vector3d, 3> axes;   ///< the axes of the shoulder's joints, unit
  Eigen::Vector3d hinge;                 ///< h, the elbow's axis, unit
  Eigen::Vector3d upper, across;         ///< unit: from shoulder to elbow in the plane; h x upper
  double a = 0.0, b = 0.0, along = 0.0;  ///< m
  double bend = 0.0;                     ///< psi at theta = 0, rad
  double swing = 0.0;  ///< ball: angle from the first axis to the third about the second, rad
  SineCosine of_bend, of_swing;

  /// The limb at the end of the effector's chain; empty if the chain does not end in one, if the
  /// effector aims, or if a joint of the limb moves another effector, leads or follows.
  static std::optional<Limb> of(const Multibody& multibody, int effector);

  int shoulder_joints() const { return ball ? 3 : 1; }
  int joint_count() const { return shoulder_joints() + 1; }
  int elbow() const { return joints[static_cast<std::size_t>(shoulder_joints())]; }
};

/// Rounding of a scene file's numbers: smaller sines of angles between axes, and lengths as a
/// share of the limb's, count as 0.
inline constexpr double kFileRounding = 1e-9;

}  // namespace ik
