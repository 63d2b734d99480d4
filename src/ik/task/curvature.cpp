#include "ik/task/curvature.h"

#include "ik/body/joint.h"
#include "ik/body/layout.h"
#include "ik/task/jacobian.h"
#include "ik/task/objective.h"
#include "ik/tree/step.h"

namespace ik {
namespace {

bool goes_along_tree(const Multibody& multibody) {
  return multibody.aim_count() == 0 && multibody.followers().empty();
}

/// Scratch of expand_along_tree.
struct PaddedScratch {
  double* twists;  // linear and angular, of a joint and its ancestors by depth
  double* levers;  // (4 k) sqrt(w) s + e, one for each effector
};

IK_INLINE double sum_of(const Vec<double>& a) { return a.lanes[0] + a.lanes[1] + a.lanes[2]; }
IK_INLINE Vec<double> scaled_lanes(const Vec<double>& a, const Vec<double>& b) {
  return {a.lanes * b.lanes};
}

IK_MULTIVERSION void expand_along_tree(const CurvatureInput& input, int part, int parts,
                                       const PaddedScratch& scratch, double* g, TreeMatrix& H) {
  const Multibody& multibody = input.problem.multibody;
  const Link* const links = multibody.layout().links.data();
  const double* const axis = input.problem.pose.axis.data();
  const double* const origin = input.problem.pose.origin.data();
  const double* const point = input.problem.pose.effector.data();
  const double* const error = input.e.data();
  const double* const roots = input.roots.data();
  for (int i = 0; i < multibody.effector_count(); ++i) {
    const Vec<double> s = get_vec<double>(point, i);
    store_vec<double>(roots[i] * s + get_vec<double>(error, i), scratch.levers, i);
  }
  for (int b = 0; b < multibody.joint_count(); ++b) {
    const Link& link = links[b];
    const Vec<double> v = load_vec<double>(axis, b), p = load_vec<double>(origin, b);
    const double stretch = input.stretch[b];
    const double turn = link.type == JointType::kPrismatic ? 0.0 : stretch;
    // since joints are in depth-first order, a joint's ancestors are still there
    const int own = parts * b + part, depth = H.depth(own) / parts;
    store_vec<double>(stretch * position_column(link, v, p, Vec<double>{}), scratch.twists,
                      2 * depth);
    store_vec<double>(turn * v, scratch.twists, 2 * depth + 1);

    Vec<double> force = {}, torque = {}, slope = {};
    for (const int i : multibody.effectors_of(b)) {
      const Vec<double> column = roots[i] * position_column(link, v, p, get_vec<double>(point, i));
      force += roots[i] * column;
      torque += cross(load_vec<double>(scratch.levers, i), column);
      slope += scaled_lanes(column, get_vec<double>(error, i));
    }
    const double factor = input.weight * stretch;
    g[b] = -(factor * sum_of(slope));
    force = factor * force;
    torque = factor * torque;
    double* entry = H.row(own) + part;
    for (int d = 0; d <= depth; ++d, entry += parts) {
      const Vec<double> linear = load_vec<double>(scratch.twists, 2 * d);
      const Vec<double> angular = load_vec<double>(scratch.twists, 2 * d + 1);
      *entry = sum_of(scaled_lanes(linear, force) + scaled_lanes(angular, torque));
    }
  }
}

}  // namespace

void TreeCurvature::reserve(const Multibody& multibody) {
  const auto n = static_cast<std::size_t>(multibody.joint_count());
  twists_.resize(2 * kLanes * n);
  levers_.resize(kLanes * static_cast<std::size_t>(multibody.effector_count()));
  if (goes_along_tree(multibody)) return;
  const int m = multibody.row_count();
  weights_.resize(static_cast<std::size_t>(multibody.goal_count()));
  J_.resize(m, multibody.joint_count());
  tree_.resize(m, multibody.joint_count());
  dense_.resize(multibody.joint_count(), multibody.joint_count());
}

void TreeCurvature::expand(const CurvatureInput& input, int part, int parts, double* g,
                           TreeMatrix& H) {
  if (!goes_along_tree(input.problem.multibody)) return expand_dense(input, part, parts, g, H);
  expand_along_tree(input, part, parts, {twists_.data(), levers_.data()}, g, H);
}

void TreeCurvature::expand_dense(const CurvatureInput& input, int part, int parts, double* g,
                                 TreeMatrix& H) {
  Problem problem{input.problem.multibody, input.problem.pose, input.problem.targets};
  problem.aims = input.problem.aims;
  for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] = input.roots[i] * input.roots[i];
  problem.weights = weights_;
  task_jacobian(problem, J_);
  task_hessian(problem, J_, input.e, tree_, dense_);
  const VectorX& stretch = input.stretch;
  for (int b = 0; b < problem.multibody.joint_count(); ++b) {
    const double factor = input.weight * stretch[b];
    g[b] = -factor * J_.col(b).dot(input.e);
    const int own = parts * b + part;
    const int* const path = H.path(own);
    for (int d = part; d <= H.depth(own); d += parts) {
      const int a = path[d] / parts;
      H.row(own)[d] = factor * (stretch[a] * dense_(a, b));
    }
  }
}

}  // namespace ik
