#include "lab/aim_curve.h"

#include <cmath>

#include <Eigen/Geometry>

namespace lab {

ik::Aim AimCurve::at(double time) const {
  if (amplitude == 0.0) return base;
  const double angle = amplitude * std::sin(frequency * time + phase);
  const Eigen::Matrix3d swing = Eigen::AngleAxisd(angle, axis.stableNormalized()).matrix();
  return {swing * base.direction, swing * base.orientation};
}

double aim_angle(ik::AimKind kind, const Eigen::Matrix3d& frame, const Eigen::Vector3d& pointer,
                 const ik::Aim& wanted) {
  const Eigen::Vector3d error = ik::aim_error(kind, frame, pointer, wanted);
  if (kind != ik::AimKind::kDirection) return error.norm();
  // half the chord is the sine of half the angle
  return 2.0 * std::asin(std::min(1.0, 0.5 * error.norm()));
}

}  // namespace lab
