#pragma once

#include "iklab/problem.h"

namespace ik {

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
