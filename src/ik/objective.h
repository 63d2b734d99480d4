#pragma once

#include "ik/workspace.h"

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

}  // namespace ik
