#pragma once

#include <Eigen/Core>

namespace io {

/// Angles of three hinges about axes in cyclic order, i = first, j, k, that make a turn
/// R = R_i(a) R_j(b) R_k(c): R(i,k) = sin b, R(j,k) = -sin a cos b, R(k,k) = cos a cos b. Of the
/// two solutions, and of the turns by 2 pi, the nearest to `before`, rad.
Eigen::Vector3d hinge_angles(const Eigen::Matrix3d& turn, Eigen::Index first,
                             const Eigen::Vector3d& before);

}  // namespace io
