#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

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

}  // namespace ik
