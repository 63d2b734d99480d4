#include "ik/task/products.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "ik/body/joint.h"
#include "ik/body/layout.h"
#include "ik/task/jacobian.h"
#include "ik/tree/elimination.h"
#include "ik/tree/lengths.h"

namespace ik {
namespace {

// compiled for several instruction sets
IK_MULTIVERSION void find_slopes(const TreeStep<double>& step, const double* e, double* g) {
  specialised(
      step, [&](const TreeStep<double>& own)
                __attribute__((always_inline)) { return slopes<double>(own, e, g); });
}
IK_MULTIVERSION void find_motion(const TreeStep<double>& step, const double* x, double* y) {
  keep_columns(step);
  keep_twists(step);
  motion(
      step, x, [&](int g, const Vec<double>& way) __attribute__((always_inline)) {
        put_vec<double>(way, y, g);
      });
}
IK_MULTIVERSION void find_lengths(const TreeStep<double>& step, double* lengths) {
  column_squares(step, lengths);
  for (int j = 0; j < step.joints; ++j) lengths[j] = std::sqrt(lengths[j]);
}

}  // namespace

bool multiplies_by_tree(const Multibody& multibody) { return multibody.layout().plan.products; }

TreeInput tree_input(const Problem& problem, const VectorX& e, double* result, Workspace& w,
                     int scratch) {
  const Multibody& multibody = problem.multibody;
  const TreePlan& plan = multibody.layout().plan;
  const int n = multibody.joint_count(), k = multibody.effector_count();
  const int rows = multibody.row_count();
  const int pull = std::max(plan.scratch, scratch), refinement = pull + 3 * k;
  const int points = refinement + refinement_scratch(n, multibody.goal_count());
  w.uses_jacobian();
  const int most = points + rows + static_cast<int>(sizeof(CacheLine) / sizeof(double));
  if (w.tree.size() < most) w.tree.resize(most);
  void* begin = w.tree.data();
  std::size_t room = sizeof(double) * static_cast<std::size_t>(w.tree.size());
  std::align(sizeof(CacheLine), sizeof(double), begin, room);
  auto* const first = static_cast<double*>(begin);

  const double* point = problem.pose.effector.data();
  if (problem.jacobian == JacobianKind::kTarget) {
    for (int i = 0; i < k; ++i) {
      Eigen::Map<Eigen::Vector3d>(first + points + 3 * i) = column_point(problem, i);
    }
    point = first + points;
  }
  double* const pointers = first + points + 3 * k;
  for (const TreePlan::Turn& turn : plan.turns) {
    if (turn.kind != AimKind::kDirection) continue;
    const Effector& effector = multibody.effector(turn.effector);
    Eigen::Map<Eigen::Vector3d>(pointers + 3 * (turn.goal - k)) =
        effector_axes(problem.pose, effector) * effector.pointer;
  }
  return {.step = {.joints = n,
                   .hinges = plan.hinges,
                   .links = multibody.layout().links.data(),
                   .plan = plan,
                   .axis = problem.pose.axis.data(),
                   .origin = problem.pose.origin.data(),
                   .point = point,
                   .error = e.data(),
                   .mobility = problem.mobility.empty() ? nullptr : problem.mobility.data(),
                   .weights = problem.weights.empty() ? nullptr : problem.weights.data(),
                   .scratch = first,
                   .pull = first + pull,
                   .dtheta = result,
                   .pointer = pointers},
          .refinement = first + refinement};
}

void tree_descent(const Problem& problem, const VectorX& e, Workspace& w, VectorX& g) {
  g.setZero(problem.multibody.joint_count());
  find_slopes(tree_input(problem, e, g.data(), w).step, e.data(), g.data());
}

void tree_motion(const Problem& problem, const double* x, Workspace& w, VectorX& y) {
  y.resize(problem.multibody.row_count());
  find_motion(tree_input(problem, y, nullptr, w).step, x, y.data());
}

void tree_column_lengths(const Problem& problem, Workspace& w, VectorX& lengths) {
  lengths.resize(problem.multibody.joint_count());
  find_lengths(tree_input(problem, lengths, nullptr, w).step, lengths.data());
}

Problem scaled_by(const VectorX& scales, const Problem& problem, VectorX& mobility) {
  mobility = scales;
  if (!problem.mobility.empty()) mobility.array() *= as_vector(problem.mobility).array();
  Problem scaled = problem;
  scaled.mobility = {mobility.data(), static_cast<std::size_t>(mobility.size())};
  return scaled;
}

Products::Products(const Problem& problem, Workspace& w) : problem_(problem), w_(w) {
  if (!multiplies_by_tree(problem.multibody)) J_ = &w.jacobian(problem);
}

void Products::descent(const VectorX& e, VectorX& g) const {
  if (J_ == nullptr) return tree_descent(problem_, e, w_, g);
  g.noalias() = J_->transpose() * e;
}

void Products::motion(const VectorX& x, VectorX& y) const {
  if (J_ == nullptr) return tree_motion(problem_, x.data(), w_, y);
  y.noalias() = *J_ * x;
}

void Products::column_lengths(VectorX& lengths) const {
  if (J_ == nullptr) return tree_column_lengths(problem_, w_, lengths);
  lengths = J_->colwise().norm().transpose();
}

double mean_lever(const Problem& problem, Workspace& w) {
  const Products J(problem, w);
  if (J.matrix() != nullptr) return mean_lever(problem.multibody, *J.matrix());
  J.column_lengths(w.g);
  double squares = 0.0;
  int turning = 0;
  for (int j = 0; j < problem.multibody.joint_count(); ++j) {
    if (!is_angular(problem.multibody.joint(j).type)) continue;
    squares += w.g[j] * w.g[j];
    ++turning;
  }
  return turning > 0 ? std::sqrt(squares / turning) : 0.0;
}

}  // namespace ik
