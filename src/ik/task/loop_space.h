#pragma once

#include "ik/body/loops.h"
#include "iklab/problem.h"

namespace ik {

/// The motions that keep a body's loops closed, as one substitution that serves every method.
///
/// With c the loops' equations, G = dc/dtheta, M = diag(mobility) and G M = U S V^T,
///
///   dtheta = M (I - V V^T) x + q,    q = -M V S^-1 U^T (c + G held)
///
/// keeps c = 0 to first order for every x. A method sees J P with P = M (I - V V^T) M^-1 and the
/// error that q leaves, and its step is projected by P: loops stand above all goals, and no method
/// needs to know of them. What the second order opens is closed by LoopCloser, at trial poses too.
/// Directions of V with singular values up to 1e-7 of the largest depend on others and are left
/// out.
class LoopSpace {
 public:
  void reserve(const Multibody& multibody);

  /// Computes V and q at the pose.
  void compute(const Problem& problem);

  /// J := J P, rows that the loops hold entirely exactly 0. \param J (any x n), without the
  /// mobility
  void project_columns(MatrixX& J);
  /// x := P x. \param x (n) rad or m
  void project_step(VectorX& x);
  /// q (n), without `held`; 0 where the loops are closed and no joint is held.
  const VectorX& correction() const { return correction_; }
  /// Number of independent equations.
  int rank() const { return rank_; }
  /// The independent equations on x as a method has it: V^T x = b. (n x at least rank)
  const MatrixX& normals() const { return svd_.V(); }
  /// b (rank)
  double offset(int i) const { return offsets_[i]; }

  /// H := H - lambda . d2c for H (n x n) = d2f with every joint independent: the Hessian of the
  /// Lagrangian, with lambda from df = G^T lambda. \param slope (n) df, rad or m, folded
  void add_curvature(const Problem& problem, const VectorX& slope, MatrixX& H);
  /// H := (I - V V^T) H (I - V V^T). \param H (n x n) with the mobility on both sides
  void project_hessian(MatrixX& H);

  /// Moves `trial` from the problem's pose by P step + q + held, within the limits if the problem
  /// keeps them, and closes the loops. Where they do not close, its theta is not a number, so that
  /// searches refuse it. \param step (n) rad or m
  void move(const Problem& problem, const VectorX& step, Pose& trial);

  /// Closes the loops at a trial pose, as `move`. \returns false if they do not close
  bool close(const Problem& problem, bool keeps_limits, Pose& trial);

 private:
  double mobility(Eigen::Index j) const { return mobility_.size() > 0 ? mobility_[j] : 1.0; }

  MatrixX G_, scaled_;
  Svd svd_;
  int rank_ = 0;
  VectorX mobility_, c_, offsets_, correction_, step_, along_, row_;
  MatrixX product_;
  LoopCloser closer_;
};

}  // namespace ik
