#pragma once

#include <array>

#include "ik/solve/hinge_elimination.h"
#include "ik/solve/six_hinges.h"
#include "iklab/body.h"

namespace ik {

/// An arm of seven hinges, one after the other, with an effector that has an orientation. For one
/// angle of one of its hinges, the fixed one, it is an arm of six: all its poses for a goal then,
/// with a proof that there are no others.
///
/// With exp(theta_f) of the fixed hinge moved to the end,
///
///   exp(theta_1) ... exp(theta_f-1) exp'(theta_f+1) ... exp'(theta_7) exp(theta_f) E(0) = goal
///
/// exp' turns about an axis that the fixed hinge has moved. See SixHinges for the letters.
class SevenHinges {
 public:
  static constexpr int kJoints = 7;
  static constexpr int kMost = SixHinges::kMost;  ///< poses for one angle of the fixed hinge
  using Angles = std::array<double, kJoints>;

  /// Takes an arm, and fixes a hinge of which every angle leaves six with a closed form, if there
  /// is one. \param axes at theta = 0 \param effector world_from_effector there, in shares of L
  void take(const std::array<HingeAxis, kJoints>& axes, const Isometry& effector);
  int fixed() const { return fixed_; }  ///< index of the fixed hinge
  /// True if six hinges have a closed form for every angle of the fixed one.
  bool has_closed_form() const { return closed_; }
  /// The most poses for one angle of the fixed hinge, complex ones too.
  int bound() const { return closed_ ? kMost / 2 : kMost; }

  /// Finds the poses of a goal with the fixed hinge at an angle. Allocates nothing.
  /// \param goal  world_from_effector, in shares of L
  /// \param value angle of the fixed hinge, rad
  /// \param slack the goal may be off by so much, in shares of L and rad
  /// \returns true if it is proven that there are no others for any such goal, angles modulo whole
  ///   turns. False near a pose at which the six hinges are singular
  bool solve_at(const Isometry& goal, double value, double slack = 0.0);
  int count() const { return hinges_.count(); }
  /// Angles of pose i, in [-pi, pi]; the fixed one is as it was given.
  Angles pose(int i) const;
  /// A bound of how far the angles of a pose move with its goal, rad for a share of L or rad.
  double sensitivity(int i) const { return hinges_.sensitivity(i); }

 private:
  void fix(int hinge, double value);
  bool is_closed(int hinge);
  int proven_with(int hinge);

  std::array<HingeAxis, kJoints> axes_{};
  Isometry effector_ = Isometry::Identity();
  int fixed_ = -1;  // -1: no arm yet
  bool closed_ = false;
  double value_ = 0.0;
  SixHinges hinges_;
};

}  // namespace ik
