#pragma once

#include <optional>

#include <Eigen/Core>

namespace io {

/// The rotation of roll, pitch and yaw [rad]: about x, then y, then z, the axes fixed, as in URDF.
///
///   R = Rz(yaw) Ry(pitch) Rx(roll)
Eigen::Matrix3d rotation_from_rpy(const Eigen::Vector3d& rpy);

/// Roll, pitch and yaw that give exactly this rotation, the shortest that do. Empty where rounding
/// leaves none.
std::optional<Eigen::Vector3d> exact_rpy(const Eigen::Matrix3d& rotation);

}  // namespace io
