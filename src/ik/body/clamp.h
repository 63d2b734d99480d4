#pragma once

#include <limits>

#include <Eigen/Core>

#include "ik/body/multibody.h"

namespace ik {

/// |w|, right where its square would overflow or vanish.
double length(const Eigen::Vector3d& w);

/// True where w is shorter than d by more than rounding, which takes no root to see; false leaves
/// it open.
inline bool surely_shorter(const Eigen::Vector3d& w, double d) {
  const double square = w.x() * w.x() + w.y() * w.y() + w.z() * w.z();
  return square >= std::numeric_limits<double>::min() && square < 0.999 * d * d;
}

/// w, or w shortened to length d where it is longer. Buss (2009), section 2, ClampMag.
/// d = 0 gives 0, d = infinity gives w.
Eigen::Vector3d clamp_mag(const Eigen::Vector3d& w, double d);

/// Scales the whole step so that no angle in it exceeds gamma [rad]. Buss (2009), section 8,
/// ClampMaxAbs. Looks at revolute and screw joints; infinity is off.
/// \returns true if the step was scaled
bool clamp_max_angle(const Multibody& multibody, double gamma, Eigen::VectorXd& dtheta);

/// The same for the slides of prismatic joints, limit in metres.
bool clamp_max_slide(const Multibody& multibody, double limit, Eigen::VectorXd& dtheta);

}  // namespace ik
