#pragma once

#include "iklab/problem.h"

#include "ik/task/method.h"

namespace ik {

/// Half the weighted sum of squared errors of the goals that one joint has a part in, as the joint
/// moves by x [rad or m] and the others stand still, less what it is for x = 0:
///
///   half K x^2 - c x + a (1 - cos x) - b sin x        m^2
///
/// For an effector s and its target t of weight 1, with r = s - p and q = t - p from a point p on
/// the axis v:
///
///   revolute   a += r . q - (v . r)(v . q),  b += v . (r x q)        Wang and Chen (1991)
///   prismatic  K += 1,  c += v . (q - r)
///   screw      both, the latter with pitch^2 and pitch
struct JointObjective {
  double K = 0.0, c = 0.0, a = 0.0, b = 0.0;

  double operator()(double x) const;

  /// Where it is least among lower <= x <= upper: 0 where it is the same everywhere.
  /// \pre lower <= 0 <= upper, and both within [-pi, pi] unless a = b = 0
  double minimum(double lower, double upper) const;
};

/// Where effectors are and aim while joints move one by one, and where they should.
struct Bearings {
  Eigen::Matrix3Xd effectors, targets;  ///< (3 x k) m
  /// (3 x 3r) an aim's axes times its lever, by columns: a direction's is the first alone, the
  /// others are zero; an orientation's three are divided by sqrt 2, since each turn moves two of
  /// them.
  Eigen::Matrix3Xd axes, wanted_axes;
  Eigen::VectorXd weights;  ///< (k + r)
};

/// Fills everything from a problem, with the effectors at `pose` and targets as near as D_max has
/// them.
void take_bearings(const Problem& problem, const Pose& pose, Bearings& bearings);

/// The objective of joint j, with the pose's axes and the bearings given. An aim's axes are as
/// effectors r about p = 0 that do not slide.
JointObjective joint_objective(const Multibody& multibody, int j, const Pose& pose,
                               const Bearings& bearings);

/// Moves the effectors and axes that joint j moves, as x [rad or m] moves them.
void move_bearings(const Multibody& multibody, int j, const Pose& pose, double x,
                   Bearings& bearings);

/// Cyclic coordinate descent: one joint at a time, from the tips to the root, each to where the sum
/// of squared errors of all effectors that it moves is least; one sweep a step.
///
///   turn = atan2(sum v . (r x q), sum (r . q - (v . r)(v . q)))     Wang and Chen (1991)
///   slide = mean v . (q - r)
///
/// with r and q from the joint to effector and target. Wang and Chen have one effector; the sums
/// over a tree's are the same least squares, as are the axes of what aims, with p = 0. No move is
/// longer than its cap, which keeps the joints at the tips from doing all the work (Welman 1993),
/// and none leaves the joint's limits, whatever the tracking step does about limits. The sum never
/// rises. Where an error is clamped, the target is taken to be that near. A joint of less weight
/// than the freest goes that share of its way.
struct Ccd {
  static constexpr MethodTraits kTraits{
      .keeps_limits = true,
      .habit =
          "Cyclic coordinate descent turns shared joints for one effector after the other, "
          "each turn against the last.",
      .habit_source = "docs/methods.md, ccd",
      .habit_of_several = true};

  double max_turn = 0.2;   ///< rad
  double max_slide = 0.1;  ///< m

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"max-turn", "rad", 1e-3, 3.14, true,
             "Largest turn of a joint in one sweep: small shares the work, large curls the tips "
             "(Welman 1993)."},
            &max_turn);
    visitor({"max-slide", "m", 1e-3, 10.0, true, "Largest slide of a joint in one sweep."},
            &max_slide);
  }
};

}  // namespace ik
