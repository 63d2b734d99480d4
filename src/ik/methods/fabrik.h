#pragma once

#include "ik/methods/joint_optimum.h"
#include "ik/methods/point_tree.h"
#include "ik/task/method.h"

namespace ik {

/// FABRIK: forward and backward reaching, Aristidou and Lasenby (2011), and hinges that follow.
///
/// The paper moves points on ball joints; a multibody has hinges. One step, with at most `passes`
/// iterations of fabrik_pass:
///
///   1  slides and screws, which the paper does not know, go to where the sum of squared errors is
///      least, as in cyclic coordinate descent
///   2  the points of hinges and effectors are moved by FABRIK, as if on ball joints
///   3  from the root to the tips every hinge turns so that the points next to it come closest to
///      where FABRIK put them, atan2(sum v . (r x q), sum (r . q - (v . r)(v . q))) with r and q
///      from the hinge to a point and to its goal; hinges at one point share a ball joint's work,
///      so this is done twice
///   4  the turns of 3 are halved until the true error is lower than without them, at most four
///      times; where that does not help, the hinges do as slides and screws do
///
/// An effector's aim has no part in 2 and 3; it has in 1 and 4. On ball joints 3 loses nothing. On
/// hinges it is a projection: the pose it gives can be far from the points, and 4 keeps it from
/// doing harm. A point on a hinge's axis says nothing of its turn, and those next to it are taken
/// in its place. Limits hold in 1 and 3, whatever the tracking step does about them. A frozen hinge
/// is no point, so that the links it joins are one; a hinge of less weight than the freest goes
/// that share of its way. Where an error is clamped, the target is taken to be that near.
struct Fabrik {
  static constexpr MethodTraits kTraits{
      .keeps_limits = true,
      .habit =
          "FABRIK pulls shared links to each effector in turn, and hinges can follow its "
          "points only in part.",
      .habit_source = "Aristidou and Lasenby (2011), section 4",
      .habit_of_several = true};

  double passes = 4.0;
  double max_turn = 0.8;   ///< rad
  double max_slide = 0.1;  ///< m

  /// Scratch that lasts from step to step; nothing in it is remembered.
  struct Memory {
    Bearings bearings;
    std::vector<Eigen::Vector3d> goals;  ///< (k) its targets, m
    std::vector<double> weights;         ///< (k)
    PointTree tree;
    std::vector<int> joint_of_point;  ///< the hinge, or the joint that carries the effector
    std::vector<int> point_of_joint;  ///< (n) the last point at or before a joint, -1: none
    std::vector<char> seen_through;   ///< points that lie on the axis of a hinge
    Eigen::VectorXd slid, turned;     ///< (n) moves by 1 and by 3, rad or m
    Eigen::VectorXd moved;            ///< (n) all moves so far
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"passes", "", 1.0, 30.0, true,
             "Backward and forward passes over the points before the hinges follow (Aristidou and "
             "Lasenby 2011, algorithm 1)."},
            &passes);
    visitor({"max-turn", "rad", 1e-2, 3.14, true, "Largest turn of a joint in one step."},
            &max_turn);
    visitor({"max-slide", "m", 1e-3, 10.0, true, "Largest slide of a joint in one step."},
            &max_slide);
  }
};

}  // namespace ik
