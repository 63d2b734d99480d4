#pragma once

#include "ik/math/tree_matrix.h"
#include "iklab/problem.h"

#include <vector>

namespace ik {

/// Slopes and Hessian of weight / 2 |e|^2 at a pose, as task_hessian has it, for joints that move
/// by stretch times their unknown.
struct CurvatureInput {
  const Problem& problem;  ///< body, pose and aims; its weights and mobility have no effect
  const VectorX& e;        ///< (3(k + r)) errors, times the roots of the goals' weights
  const std::vector<double>& roots;  ///< (k + r) roots of the weights
  const VectorX& stretch;            ///< (n)
  double weight;
};

/// Computes them along the tree, without J: a joint's motion is a twist about the origin, and what
/// it does to the goals below is one force and one torque, so that an entry is one product of six
/// numbers. With the column of joint b for goal g, column_bg = l_b + a_b x s_g,
///
///   F_b = sum_g w_g column_bg
///   M_b = sum_g (w_g s_g + sqrt(w_g) e_g) x column_bg
///   H_ab = l_a . F_b + a_a . M_b,                        a above b or a = b
///
/// because column_a . column_b = l_a . column_b + a_a . (s x column_b). The term with e is the
/// second derivative of the positions, as in task_hessian. For a body with aims or followers the
/// dense J and Hessian are computed.
class TreeCurvature {
 public:
  /// Reserves all memory.
  void reserve(const Multibody& multibody);
  /// \param part,parts joint j is unknown parts j + part of H, and its ancestors' unknowns follow
  ///   each other in the same way
  /// \param[out] g (n) the gradient \param[out] H the entries between unknowns of this part
  void expand(const CurvatureInput& input, int part, int parts, double* g, TreeMatrix& H);

 private:
  void expand_dense(const CurvatureInput& input, int part, int parts, double* g, TreeMatrix& H);

  std::vector<double> twists_, levers_;  // (8 n), (4 k) padded vectors
  std::vector<double> weights_;          // weights of the dense form
  MatrixX J_, tree_, dense_;
};

}  // namespace ik
