#pragma once

#include <Eigen/Core>

#include "iklab/problem.h"

namespace ik {

/// True if any joint of the multibody has a limit.
bool has_limits(const Multibody& multibody);

/// The part of dtheta_j that joint j's limits allow from theta_j. A joint that stands outside its
/// limits may come back and go no further out.
double allowed_step(const Joint& joint, double theta, double dtheta);

/// Cuts every joint's step short at its limits.
/// \returns how many were cut
int clamp_to_limits(const Multibody& multibody, const Eigen::VectorXd& theta,
                    Eigen::VectorXd& dtheta);

/// Puts the joints that went all the way to a limit exactly onto it: theta + (limit - theta) may
/// miss it by a rounding.
/// \param dtheta (n) as clamp_to_limits leaves it, from the joints' places `before` (n)
/// \param[in,out] theta (n) before + dtheta
void land_on_limits(const Multibody& multibody, const Eigen::VectorXd& before,
                    const Eigen::VectorXd& dtheta, Eigen::VectorXd& theta);

/// Puts every joint of theta (n) that is beyond a limit onto it; one that stands outside its limits
/// at `before` (n) goes no further out.
/// \returns how many were put back
int keep_within_limits(const Multibody& multibody, const Eigen::VectorXd& before,
                       Eigen::VectorXd& theta);

/// What joint j's limits allow of its step as methods see it, before its mobility: at least 0 to
/// either side, as in allowed_step. Infinite where there is no limit or the joint is frozen.
struct StepRange {
  double least, most;
};
StepRange step_range(const Problem& problem, int j);

}  // namespace ik
