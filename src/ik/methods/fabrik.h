#pragma once

#include <array>

#include "ik/methods/ccd.h"

namespace ik {

/// The model of FABRIK: a tree of points at fixed distances from their parents, as links on ball
/// joints. The ends have to reach targets.
///
/// Parents come before children. A point without a parent is a base and does not move.
struct PointTree {
  struct Node {
    int parent = -1;       ///< -1: a base
    int effector = -1;     ///< index of the effector; -1: the point is a joint
    Eigen::Vector3d at;    ///< position, m
    Eigen::Vector3d base;  ///< initial position, m; a base returns to it
    /// The way from the parent, m; the last one if the points coincide.
    Eigen::Vector3d way = Eigen::Vector3d::UnitX();
    double length = 0.0;  ///< distance to the parent, m; 0 for a base
    int depth = 0;        ///< number of its ancestors
    int end = 0;          ///< the points below are those up to `end`, see compute_pulls
    double pull = 0.0;    ///< sum of the weights of the ends below, see compute_pulls
    double share = 0.0;   ///< its part of the parent's pull
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();  ///< used in the backward pass only
  };
  /// The points [base, end) of a base with a single end.
  struct Chain {
    std::size_t base, end;
    double reach;  ///< sum of the lengths, m
  };
  std::vector<Node> nodes;
  /// The points by rising depth, see compute_pulls. Successive points of a pass are most often on
  /// different branches, so that the processor computes their square roots at the same time.
  std::vector<int> order;
  std::vector<Chain> chains;  ///< the chains that pull, see compute_pulls

  /// Adds a point. \returns its index
  int add(int parent, int effector, const Eigen::Vector3d& place);
};

/// Sets the order of the points, the chains, and the pull of every point from the weights (k) of
/// the effectors. An end with weight 0 does not pull; it follows its link. Call it after the last
/// add. \pre the points below a point follow it, without others between them
void compute_pulls(PointTree& tree, std::span<const double> weights);

/// One iteration of FABRIK, Aristidou and Lasenby (2011), algorithm 1 and section 5. Backward pass,
/// from the ends to the bases: every end moves to its target, and every other point moves along the
/// line to its child, to the link's length,
///
///   p_i := p_{i+1} + l_i (p_i - p_{i+1}) / |p_i - p_{i+1}|
///
/// With several children it moves to the mean of these points. Forward pass: the bases return to
/// their initial positions, and the same is done from the bases to the ends, which restores all
/// lengths. The paper takes the plain mean over branches; here the pulls are the weights, so that
/// ends of equal weight pull equally for every branching of the tree.
///
/// A base with a single end is a chain. If its target is beyond the chain's length, the chain is
/// straightened towards the target, the paper's closed form. A link with coinciding points keeps
/// its last direction. \param targets (k) targets of the effectors, m
void fabrik_pass(PointTree& tree, std::span<const Eigen::Vector3d> targets);

/// FABRIK: forward and backward reaching, Aristidou and Lasenby (2011), projected onto hinges.
///
/// The paper moves points on ball joints; a multibody has hinges (revolute joints). One step:
///
///   1  prismatic and screw joints, which the paper does not have, move to the minimum of the
///      sum of squared errors, as in cyclic coordinate descent
///   2  `passes` iterations of fabrik_pass move the points of hinges and effectors
///   3  from the root to the tips, every hinge turns so that the next points come closest to their
///      places from 2: atan2(sum v . (r x q), sum (r . q - (v . r)(v . q))), with r from the hinge
///      to a point and q from the hinge to its place; done twice, because hinges at one point share
///      a ball joint's rotation
///   4  the turns of 3 are halved, at most four times, until they lower the true squared error by
///      at least a tenth; if none does, the hinges move by cyclic coordinate descent
///
/// Aims are used only in 1 and 4. On ball joints 3 is exact. On hinges it is a projection: its pose
/// can be far from the points, so 4 checks it. A point on a hinge's axis cannot turn the hinge; the
/// points after it are used instead. Limits hold in 1 and 3, for every limit rule. A frozen hinge
/// is not a point: it joins its two links rigidly. A hinge's turn is scaled by its weight divided
/// by the largest weight. D_max moves a target nearer.
struct Fabrik {
  static constexpr MethodTraits kTraits{
      .keeps_limits = true,
      .opens_loops = true,
      .habit =
          "FABRIK pulls shared links to each effector in turn, and hinges can follow its "
          "points only in part.",
      .habit_source = "Aristidou and Lasenby (2011), section 4",
      .habit_of_several = true};

  static constexpr double kMaxPasses = 100.0;

  double passes = 4.0;           ///< iterations of fabrik_pass; rounded down
  double max_turn = 0.8;         ///< rad
  double max_translation = 0.1;  ///< m

  /// A set of lanes. Not as Vec: compilers give structures of lanes the alignment of the oldest
  /// processor, but the code for newer ones expects theirs.
  using Column = std::array<double, kLanes>;

  /// A hinge while the hinges turn one after another, from the root to the tips.
  struct Hinge {
    int before;               ///< the hinge before it, -1: none
    int point;                ///< its point in the tree
    int first, end;           ///< it moves the points [first, end)
    JointMoves::Range range;  ///< the joint's range in a whole step
    Column axis, at;          ///< the axis and its place so far in this sweep, m
    Column was;               ///< its place before this sweep, m
    /// World axes after this sweep's turns of it and of the hinges before it.
    Column x, y, z;
  };

  /// Scratch, so that a warm step allocates nothing.
  struct Memory {
    Pose unturned;  ///< the pose before the hinges turn
    GoalFrames bearings;
    std::vector<Eigen::Vector3d> goals;  ///< (k) targets, m
    PointTree tree;
    std::vector<Hinge> hinges;           ///< (n) by joint; for other joints without a meaning
    std::vector<int> turning;            ///< the hinges that may turn, by depth
    std::vector<int> hinge_of_joint;     ///< (n) the last of them at or before a joint, -1: none
    std::vector<int> hinge_of_point;     ///< the hinge, or the last one before the effector
    std::vector<Column> place_of_point;  ///< places of the tree's points on the body, m
    VectorX slid, turned;                ///< (n) moves of 1 and of 3, rad or m
    VectorX moved;                       ///< (n) all moves so far, rad or m
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(accepting(1.0, kMaxPasses,
                      logarithmic_row("passes", "Passes", {1.0, 30.0},
                                      "Backward and forward passes over the points before the "
                                      "hinges follow (Aristidou and Lasenby 2011, algorithm 1). A "
                                      "fraction of a pass is none.")),
            &passes);
    visitor(accepting(0.0, std::numbers::pi,
                      logarithmic_row("max-turn", "Largest turn", {1e-2, 3.14, "rad"},
                                      "Largest turn of a joint in one step.")),
            &max_turn);
    visitor(also_named("max-slide",
                       logarithmic_row("max-translation", "Largest slide", {1e-3, 10.0, "m"},
                                       "Largest slide of a joint in one step.")),
            &max_translation);
  }
};

}  // namespace ik
