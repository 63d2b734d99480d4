#pragma once

#include "ik/task/products.h"
#include "iklab/problem.h"

namespace ik {

/// Change of the objective F(theta) = 1/2 sum_g w_g |e_g|^2 over all goals, m^2. Line searches and
/// trust regions reduce F.
///
/// D_max replaces the square by the Huber function (1964): beyond D_max,i a term is
///   D_max,i (|t_i - s_i| - D_max,i / 2)
/// The negative gradient is J^T e with the clamped e. A target beyond kHorizon counts as being at
/// that distance.
///
/// \returns F(to) - F(problem.pose), without cancellation; NaN if `to` is not finite
double objective_change(const Problem& problem, const Pose& to);

/// Moves w.trial to theta + share diag(mobility) x + held for a step x (n), within the joint limits
/// if problem.keeps_limits. With loops the step is projected and they are closed, see
/// LoopSpace::move.
void try_step(const Problem& problem, const VectorX& x, double share, Workspace& w);

/// Change of F caused by the motion of the held joints alone, the reference for a step; 0 if no
/// joint is held. Moves w.trial.
double held_change(const Problem& problem, Workspace& w);

/// g (n) = -dF/dx = J^T e at w.trial, with J times diag(mobility). Uses w.A, w.f and w.tree.
void descent_at_trial(const Problem& problem, Workspace& w, VectorX& g);

/// Exact Hessian of 1/2 |e|^2 with respect to theta, H (n x n), for a tree of joints.
///
///   H = J^T J - sum_i e_i . d2s_i,      d2s / dtheta_a dtheta_b = w_a x ds/dtheta_b
///
/// for a = b or a an ancestor of b, both on the path from the root to the effector. w_a = v_a, the
/// axis, for a revolute or screw joint and 0 for a prismatic one. Derivation: joint a moves its
/// subtree as one rigid body. If b is in that subtree, column b, v_b x (s - p_b) + pitch v_b or
/// v_b, is a vector fixed in that body, so d/dtheta_a rotates it by w_a. For a = b the axis is
/// constant; the derivative of s - p_b is the column up to a multiple of v_b and gives v_b x
/// column. By e . (w x c) = w . (c x e) the second term is -w_a . m_b, with one vector per joint,
///   m_b = sum of column_b x e_i over the effectors i of b
/// which takes fewer operations than J^T J.
///
/// Aims: a direction is a vector fixed in the body, so the same formula holds. An orientation's
/// error is the rotation vector omega of E = R_t R^T. A rotation by v_a changes it to
///   log(E exp(-v_a)) = omega - J_r^-1 v_a,      J_r^-1 = I + 1/2 [omega]x + c [omega]x^2,
///   c = (1 - phi/2 cot phi/2) / phi^2,  phi = |omega|     (Chirikjian 2012, section 10.8)
/// Its part of H, half of the second term above and a third term, is
///   v_a . v_b - 1/2 omega . (v_a x v_b) - c (omega x v_a) . (omega x v_b)
///
/// For targets out of reach the second term keeps H from being singular, without damping.
///
/// \param J (3(k + r) x n) task_jacobian at the effector, times diag(problem.mobility); H has the
///   mobility on both sides
/// \param scratch used for a body with followers: H is then computed for the tree and folded
/// \param e (3(k + r)) the error. If D_max clamps it, H is the Hessian of 1/2 |t' - s|^2 with the
///   nearer targets t' held fixed; its gradient is -J^T e
/// \param[out] H symmetric, both triangles
void task_hessian(const Problem& problem, const MatrixX& J, const VectorX& e, MatrixX& scratch,
                  MatrixX& H);

/// task_hessian for the step that w has begun, with e = w.error(problem). For a body with loops it
/// is the Hessian of the Lagrangian on the motions that keep the loops closed,
///
///   (I - V V^T) M (H - sum_i lambda_i d2c_i) M (I - V V^T),     -J^T e = G^T lambda
///
/// see LoopSpace: the second derivative of 1/2 |e|^2 along closed poses. Uses w.column then.
void task_hessian(const Problem& problem, const MatrixX& J, Workspace& w, MatrixX& scratch,
                  MatrixX& H);

/// Armijo's constant: minimum ratio of actual to predicted decrease. Nocedal and Wright (2006),
/// section 3.1, recommend 1e-4.
inline constexpr double kSufficientDecrease = 1e-4;

/// Factor, at most 1, that limits the step x (n) to 45 degrees per joint. Beyond 45 degrees a local
/// model is useless, and the caps of most methods would shorten the step anyway.
double trial_share(const Problem& problem, const VectorX& x);

/// Step length alpha that brings the linear model s + alpha J x closest to the targets,
/// <e, J x> / |J x|^2; 0 if J x = 0. For x = J^T e it is alpha of Buss (2009), section 3. Uses w.f.
double model_length(const Products& J, const VectorX& e, const VectorX& x, Workspace& w);

/// Backtracking line search along x from the length `first`, until the objective F falls enough,
///
///   F(alpha x) - F(0) <= -1e-4 alpha g . x                  Armijo (1966)
///
/// The next length is the minimum of the interpolating parabola, between a tenth and a half of the
/// last length; Nocedal and Wright (2006), section 3.5.
/// \param slope g . x > 0, with g = J^T e = -dF/dx
/// \returns alpha, with w.trial at that pose; 0 if 30 lengths fail
double line_search(const Problem& problem, const VectorX& x, double slope, double first,
                   Workspace& w);

}  // namespace ik
