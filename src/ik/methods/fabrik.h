#pragma once

#include "ik/methods/ccd.h"
#include "ik/task/method.h"

#include <Eigen/Core>

#include <span>
#include <vector>

namespace ik {

/// What FABRIK works on: points that keep their distance to the point before them, a tree of links
/// on ball joints. Every end is to reach a target.
///
/// Points come after their parents. A point without a parent is a base and keeps its place.
struct PointTree {
  struct Node {
    int parent;           ///< -1: a base
    int effector;         ///< the target that the point is an end for; -1: a joint
    double length = 0.0;  ///< to the parent, m; 0 for a base
    double pull = 0.0;    ///< how much the ends that it carries count in all, by weigh_pulls
  };
  std::vector<Node> nodes;
  std::vector<Eigen::Vector3d> at;       ///< where the points are, m
  std::vector<Eigen::Vector3d> base;     ///< where those without a parent belong, m
  std::vector<Eigen::Vector3d> heading;  ///< from the parent, unit: kept where points coincide
  std::vector<Eigen::Vector3d> sum;      ///< scratch of the backward pass

  /// Adds a point. \returns its index
  int add(int parent, int effector, const Eigen::Vector3d& place);
  /// Empty, with the memory kept.
  void clear();
};

/// Adds up the ends below every point, each as much as `weights` says of its effector; an end of
/// weight 0 is left where its link takes it.
void weigh_pulls(PointTree& tree, std::span<const double> weights);

/// One iteration of FABRIK, Aristidou and Lasenby (2011), algorithm 1 and section 5. Backward:
/// every end on its target, and from the ends to the bases every point on the line to the one that
/// it carries, at the link's length,
///
///   p_i := p_{i+1} + l_i (p_i - p_{i+1}) / |p_i - p_{i+1}|
///
/// and where branches part, the mean of what the branches ask for. Forward: the bases back in their
/// places, and the same from the bases to the ends, which restores all lengths. The paper's mean is
/// of branches; here a branch counts as much as its ends do, so that ends of one weight pull alike
/// however the tree is cut up.
///
/// A base that carries a single end is a chain, and where the target is beyond its length the chain
/// is laid out straight towards it, the paper's closed form. Where points coincide, which leaves a
/// link without a direction, it keeps the one it had. \param targets one for every effector, m
void fabrik_pass(PointTree& tree, std::span<const Eigen::Vector3d> targets);

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
