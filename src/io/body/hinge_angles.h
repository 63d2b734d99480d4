#pragma once

#include <Eigen/Core>

namespace io {

/// Angles a, b, c of three hinges, in rad, about axes in cyclic order i = first, j, k, with product
///   R = R_i(a) R_j(b) R_k(c)
///   R(i,k) = sin b,  R(j,k) = -sin a cos b,  R(k,k) = cos a cos b
/// Of the two solutions, each up to multiples of 2 pi, this is the nearest to `before`.
Eigen::Vector3d hinge_angles(const Eigen::Matrix3d& turn, Eigen::Index first,
                             const Eigen::Vector3d& before);

}  // namespace io
