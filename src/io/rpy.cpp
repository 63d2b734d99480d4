#include "io/rpy.h"

#include <cmath>

#include <Eigen/Geometry>

#include "io/number.h"

namespace io {

Eigen::Matrix3d rotation_from_rpy(const Eigen::Vector3d& rpy) {
  using Eigen::AngleAxisd, Eigen::Vector3d;
  return (AngleAxisd(rpy.z(), Vector3d::UnitZ()) * AngleAxisd(rpy.y(), Vector3d::UnitY()) *
          AngleAxisd(rpy.x(), Vector3d::UnitX()))
      .toRotationMatrix();
}

std::optional<Eigen::Vector3d> exact_rpy(const Eigen::Matrix3d& R) {
  const Eigen::Vector3d rpy(std::atan2(R(2, 1), R(2, 2)),
                            std::atan2(-R(2, 0), std::hypot(R(0, 0), R(1, 0))),
                            std::atan2(R(1, 0), R(0, 0)));
  // angles that people wrote have few digits
  for (const int digits : {6, 12, 15, 17}) {
    const Eigen::Vector3d rounded =
        rpy.unaryExpr([digits](double angle) { return rounded_to_digits(angle, digits); });
    if (rotation_from_rpy(rounded) == R) return rounded;
  }
  return std::nullopt;
}

}  // namespace io
