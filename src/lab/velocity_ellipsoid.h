#pragma once

#include <vector>

#include "lab/tracker.h"

namespace lab {

/// Where an effector can go how fast: the image of all joint motions with |dtheta| <= 1 under its
/// rows J_i = U diag(sigma) V^T, an ellipsoid with the half-axes sigma_j u_j. Yoshikawa (1985).
struct VelocityEllipsoid {
  Eigen::Vector3d center;  ///< the effector, m
  Eigen::Matrix3d axes;    ///< a half-axis a column, longest first, m / rad; 0 where it is flat
};

/// Of every effector at the tracker's present pose, frozen joints left out, weights not counted.
std::vector<VelocityEllipsoid> velocity_ellipsoids(const Tracker& tracker);

}  // namespace lab
