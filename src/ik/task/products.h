#pragma once

#include "ik/tree/step.h"
#include "iklab/problem.h"

namespace ik {

/// True if products with J are computed along the tree, see TreePlan::products.
bool multiplies_by_tree(const Multibody& multibody);

/// Input of steps and products along the tree, in w.tree.
struct TreeInput {
  TreeStep<double> step;
  double* refinement;  ///< (refinement_scratch)
};
/// \param e (3(k + r)) \param result (n) the step's `dtheta`
/// \param scratch least size of the step's scratch; the plan's if that is larger
TreeInput tree_input(const Problem& problem, const VectorX& e, double* result, Workspace& w,
                     int scratch = 0);

/// g = J^T e (n) along the tree, with the mobility. \param e (3(k + r))
void tree_descent(const Problem& problem, const VectorX& e, Workspace& w, VectorX& g);
/// y = J x (3(k + r)) along the tree, with the mobility. \param x (n)
void tree_motion(const Problem& problem, const double* x, Workspace& w, VectorX& y);

/// |J_j| of every joint along the tree, with the mobility. \param[out] lengths (n)
void tree_column_lengths(const Problem& problem, Workspace& w, VectorX& lengths);

/// The problem in joints that are not scaled.
inline Problem without_mobility(const Problem& problem) {
  Problem whole = problem;
  whole.mobility = {};
  return whole;
}
/// The problem in joints scaled by `scales` (n), too. \param[out] mobility (n) holds the products
Problem scaled_by(const VectorX& scales, const Problem& problem, VectorX& mobility);

/// Products with the J of a step, for methods that need no other part of it: along the tree, in
/// time and memory proportional to n, or for small bodies with w.jacobian(problem).
class Products {
 public:
  Products(const Problem& problem, Workspace& w);

  /// g = J^T e. \param e (3(k + r)) \param[out] g (n)
  void descent(const VectorX& e, VectorX& g) const;
  /// y = J x. \param x (n) \param[out] y (3(k + r)), not w.tree
  void motion(const VectorX& x, VectorX& y) const;
  /// |J_j| of every joint. \param[out] lengths (n)
  void column_lengths(VectorX& lengths) const;
  /// J (3(k + r) x n); null if products go along the tree.
  const MatrixX* matrix() const { return J_; }

 private:
  const Problem& problem_;
  Workspace& w_;
  const MatrixX* J_ = nullptr;
};

/// mean_lever of the problem's J. Uses w.g.
double mean_lever(const Problem& problem, Workspace& w);

}  // namespace ik
