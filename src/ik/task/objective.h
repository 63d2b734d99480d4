#pragma once

#include "iklab/problem.h"

namespace ik {

/// What methods that look before they leap make smaller, F(theta) = 1/2 sum_g w_g |e_g|^2
/// over all goals, in m^2.
///
/// Where D_max is on, Huber's function (1964) takes the place of the square: beyond D_max,i a term
/// grows as D_max,i (|t_i - s_i| - D_max,i / 2). That is the F whose downhill direction is J^T e
/// with the clamped e. A target beyond kHorizon counts as standing at that distance.
///
/// \returns F(to) - F(problem.pose), without the cancellation of a difference of two squares; not a
///   number where `to` is none
double objective_change(const Problem& problem, const Pose& to);

/// Puts w.trial where the step x (n), taken `share` times, would take the body:
/// theta + share diag(mobility) x + held, within the limits where problem.keeps_limits.
void try_step(const Problem& problem, const Eigen::VectorXd& x, double share, Workspace& w);

/// What the held joints alone do to F: a step is worth what it changes beyond that. 0, and w.trial
/// as it was, where none is held.
double held_change(const Problem& problem, Workspace& w);

/// g (n) = -dF/dx at w.trial, in the scaled joints that methods see: J^T e there. Uses w.A and w.f.
void descent_at_trial(const Problem& problem, Workspace& w, Eigen::VectorXd& g);

/// The exact Hessian of 1/2 |e|^2 with respect to theta, H (n x n), of a tree of joints.
///
///   H = J^T J - sum_i e_i . d2s_i,      d2s / dtheta_a dtheta_b = w_a x ds/dtheta_b
///
/// for a above b or a = b on the way from the root to the effector, with w_a = v_a, the axis, for a
/// revolute or screw joint and 0 for a prismatic one. Why: all that hangs on a moves with it as one
/// rigid body, and column b, v_b x (s - p_b) + pitch v_b or v_b, is a vector fixed in that body if
/// b hangs on a, so d/dtheta_a turns it by w_a. For a = b the axis stays, and s - p_b, which lags
/// the column by a multiple of v_b at most, has the derivative v_b x column. By e . (w x c) = w .
/// (c x e) the second term is -w_a . m_b, where m_b = sum over the effectors of b of column x e_i
/// is one vector a joint: n times the depth of the tree dot products, less than J^T J costs.
///
/// Aims: a direction is a vector fixed in the body, for which all this holds. An orientation's
/// error is the rotation vector omega of E = R_t R^T; a turn by v_a makes it log(E exp(-v_a)), that
/// is omega - J_r^-1 v_a with J_r^-1 = I + 1/2 [omega]x + c [omega]x^2 and, for phi = |omega|, c =
/// (1 - phi/2 cot phi/2) / phi^2 (Chirikjian 2012, section 10.8), so that its part of H is
///   v_a . v_b - 1/2 omega . (v_a x v_b) - c (omega x v_a) . (omega x v_b),
/// half of the second term above and a third.
///
/// Where a target is out of reach the second term is what keeps H from being singular: the damping
/// that methods without it have to guess.
///
/// \param J (3(k + r) x n) of task_jacobian at the effector, times diag(problem.mobility): H is
/// then
///   that of the joints scaled so
/// \param e (3(k + r)) the error. Shortened by D_max it stands in the second term as it is given: H
/// is then
///   the Hessian of 1/2 |t' - s|^2, whose gradient is -J^T e, with the target drawn near to t' and
///   held there
/// \param[out] H symmetric, both triangles
void task_hessian(const Problem& problem, const Eigen::MatrixXd& J, const Eigen::VectorXd& e,
                  Eigen::MatrixXd& H);

/// Armijo's constant: the share of the promised decrease that a step must deliver. Nocedal and
/// Wright (2006), section 3.1, who recommend 1e-4.
inline constexpr double kSufficientDecrease = 1e-4;

/// How much of the step x (n) may be tried: as much as turns no joint by more than 45 degrees,
/// or 1. Beyond that a local model means nothing, and the caps of most methods would cut it anyway.
double trial_share(const Problem& problem, const Eigen::VectorXd& x);

/// The length alpha at which the linear model s + alpha J x comes closest to the targets,
/// <e, J x> / |J x|^2; 0 where J x = 0. For x = J^T e it is that of Buss (2009), section 3. Uses
/// w.f.
double model_length(const Eigen::MatrixXd& J, const Eigen::VectorXd& e, const Eigen::VectorXd& x,
                    Workspace& w);

/// Backtracks along x from the length `first` until the true objective F falls enough,
///
///   F(alpha x) - F(0) <= -1e-4 alpha g . x                  Armijo (1966)
///
/// by the minimum of the parabola through what is known, kept between a tenth and a half of the
/// last length; Nocedal and Wright (2006), section 3.5. \param slope g . x > 0, with g = J^T e =
/// -dF/dx \returns alpha, and w.trial stands there; 0 if 30 lengths were tried in vain
double line_search(const Problem& problem, const Eigen::VectorXd& x, double slope, double first,
                   Workspace& w);

}  // namespace ik
