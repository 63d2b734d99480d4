#pragma once

#include <Eigen/Core>

namespace ik {

/// Sine and cosine of every angle [rad], within 2 units in the last place of 1.
///
/// Vectorised, and the same bits on every machine, which a system's mathematics library does not
/// promise. Angles beyond a million radians go to that library; not-finite ones give NaN.
/// \param[out] sine, cosine  as long as `angle`
void sincos(const Eigen::VectorXd& angle, Eigen::VectorXd& sine, Eigen::VectorXd& cosine);

}  // namespace ik
