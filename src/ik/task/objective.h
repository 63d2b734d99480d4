#pragma once

#include "iklab/problem.h"

namespace ik {

/// The change of the objective F(theta) = 1/2 sum_g w_g |e_g|^2 over all goals, m^2, which line
/// searches and trust regions reduce.
///
/// With D_max the square is replaced by Huber's function (1964): beyond D_max,i a term is
/// D_max,i (|t_i - s_i| - D_max,i / 2). Its negative gradient is J^T e with the clamped e. A target
/// beyond kHorizon counts as being at that distance.
///
/// \returns F(to) - F(problem.pose), without cancellation; NaN if `to` is not finite
double objective_change(const Problem& problem, const Pose& to);

/// Moves w.trial to theta + share diag(mobility) x + held for a step x (n), within the joint limits
/// if problem.keeps_limits.
void try_step(const Problem& problem, const VectorX& x, double share, Workspace& w);

/// The change of F by the held joints alone, the reference for a step; moves w.trial. 0 if none is
/// held.
double held_change(const Problem& problem, Workspace& w);

/// g (n) = -dF/dx = J^T e at w.trial, with J times diag(mobility). Uses w.A and w.f.
void descent_at_trial(const Problem& problem, Workspace& w, VectorX& g);

/// The exact Hessian of 1/2 |e|^2 with respect to theta, H (n x n), of a tree of joints.
///
///   H = J^T J - sum_i e_i . d2s_i,      d2s / dtheta_a dtheta_b = w_a x ds/dtheta_b
///
/// for a above b or a = b on the way from the root to the effector, with w_a = v_a, the axis, for a
/// revolute or screw joint and 0 for a prismatic one. Why: joint a moves its subtree as one rigid
/// body. If b is in that subtree, column b, v_b x (s - p_b) + pitch v_b or v_b, is a vector fixed
/// in that body, so d/dtheta_a rotates it by w_a. For a = b the axis is constant, and the
/// derivative of s - p_b, the column up to a multiple of v_b, gives v_b x column. By
/// e . (w x c) = w . (c x e) the second term is -w_a . m_b, where m_b = sum over the effectors of b
/// of column x e_i is one vector per joint: fewer operations than J^T J.
///
/// Aims: a direction is a vector fixed in the body, so all this holds. An orientation's error is
/// the rotation vector omega of E = R_t R^T. A rotation by v_a makes it log(E exp(-v_a)), that is
/// omega - J_r^-1 v_a with J_r^-1 = I + 1/2 [omega]x + c [omega]x^2 and, for phi = |omega|,
/// c = (1 - phi/2 cot phi/2) / phi^2 (Chirikjian 2012, section 10.8). Its part of H is
///   v_a . v_b - 1/2 omega . (v_a x v_b) - c (omega x v_a) . (omega x v_b),
/// half of the second term above and a third.
///
/// For targets out of reach the second term keeps H from being singular, without damping.
///
/// \param J (3(k + r) x n) of task_jacobian at the effector, times diag(problem.mobility); H is
///   scaled likewise
/// \param scratch for a body with joints that follow others: H is then the tree's, folded
/// \param e (3(k + r)) the error. If D_max shortens it, H is the Hessian of 1/2 |t' - s|^2, whose
///   gradient is -J^T e, with the targets fixed at the nearer t'
/// \param[out] H symmetric, both triangles
void task_hessian(const Problem& problem, const MatrixX& J, const VectorX& e, MatrixX& scratch,
                  MatrixX& H);

/// Armijo's constant: the least ratio of a step's decrease to the predicted one. Nocedal and
/// Wright (2006), section 3.1, who recommend 1e-4.
inline constexpr double kSufficientDecrease = 1e-4;

/// The factor of the step x (n) that turns no joint by more than 45 degrees, at most 1. Beyond that
/// a local model is useless, and the caps of most methods would cut the step anyway.
double trial_share(const Problem& problem, const VectorX& x);

/// The length alpha that brings the linear model s + alpha J x closest to the targets,
/// <e, J x> / |J x|^2; 0 if J x = 0. With x = J^T e it is alpha of Buss (2009), section 3. Uses
/// w.f.
double model_length(const MatrixX& J, const VectorX& e, const VectorX& x, Workspace& w);

/// Backtracking line search along x from the length `first`, until the objective F falls enough,
///
///   F(alpha x) - F(0) <= -1e-4 alpha g . x                  Armijo (1966)
///
/// by the minimum of the interpolating parabola, between a tenth and a half of the last length;
/// Nocedal and Wright (2006), section 3.5.
/// \param slope g . x > 0, with g = J^T e = -dF/dx
/// \returns alpha, with w.trial at that pose; 0 if 30 lengths fail
double line_search(const Problem& problem, const VectorX& x, double slope, double first,
                   Workspace& w);

}  // namespace ik
