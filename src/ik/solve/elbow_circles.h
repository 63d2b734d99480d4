#pragma once

#include <array>
#include <optional>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "ik/solve/seven_hinges.h"

namespace ik {

/// An arm of seven hinges with a spherical shoulder, an elbow and a spherical wrist, as of a KUKA
/// iiwa: the first three axes meet in a point, each across the next, and so do the last three.
struct SphericalArm {
  /// \returns none for any other arm. \param axes at theta = 0, in shares of L
  static std::optional<SphericalArm> of(const std::array<HingeAxis, 7>& axes,
                                        const Isometry& effector);

  std::array<HingeAxis, 7> axes;
  Isometry effector;                       ///< world_from_effector at theta = 0
  Eigen::Vector3d shoulder, wrist, elbow;  ///< at theta = 0; the elbow lies on its axis
};

/// All poses of such an arm for a goal: circles, by the angle of the elbow about the line from
/// shoulder to wrist (Shimizu et al. 2008).
///
/// The goal places the wrist, and its distance from the shoulder gives theta_4, in two ways. The
/// upper arm may then turn about the line by any angle psi,
///
///   R_shoulder(psi) = R(line, psi) R_0,      R_wrist(psi) = R(theta_4)^T R_shoulder(psi)^T R_goal
///
/// and each of these rotations has two triples of angles. psi is 0 where the elbow is on the side
/// of the line to which the first axis points, and grows by the right-hand rule about the line.
class ElbowCircles {
 public:
  static constexpr int kMost = 8;
  using Angles = SevenHinges::Angles;

  ElbowCircles(const SphericalArm& arm, const Isometry& goal);
  int count() const { return count_; }  ///< 0 or 8
  /// True if the distance is not that of a stretched or a folded arm, so that the count is certain.
  bool places_wrist() const { return certain_; }
  /// True if these are all poses, and no two circles meet.
  bool apart() const { return certain_ && apart_; }

  /// The pose of a circle at an angle of the elbow, rad. Its angles are in [-pi, pi].
  Angles at(int circle, double psi) const;
  /// Adds the angles of the elbow at which a joint of a circle may be at an angle, modulo whole
  /// turns: at others it is not.
  void crossings(int circle, int joint, double angle, std::vector<double>& found) const;

 private:
  TrigonometricPolynomial equation(int circle, int joint, double angle) const;

  SphericalArm arm_;
  Isometry motion_;                // H, as of SixHinges
  Eigen::Vector3d line_;           // from shoulder to wrist, unit
  std::array<double, 2> elbow_{};  // theta_4
  std::array<Eigen::Matrix3d, 2> R0_, R4_;
  int count_ = 0;
  bool certain_ = false, apart_ = false;
};

}  // namespace ik
