#pragma once

#include "app/picture.h"
#include "lab/velocity_ellipsoid.h"

namespace app {

/// Adds velocity ellipsoids: wires around, and an arrow along each half-axis. The longest half-axis
/// of all is drawn four fifths of a link long, the others in proportion.
void add_ellipsoids(std::span<const lab::VelocityEllipsoid> ellipsoids, const Stage& stage,
                    const PictureStyle& style, gfx::Picture& picture);

/// Adds one singular direction: u as an arrow at every effector, v as an arrow along every joint's
/// axis, each as long as its part of the unit vector, the longest of each four fifths of a link.
/// \param u (3(k + r)) world axes, \param v (n)
void add_singular_direction(const ik::Multibody& multibody, const ik::Pose& pose,
                            const Eigen::VectorXd& u, const Eigen::VectorXd& v, const Stage& stage,
                            const PictureStyle& style, gfx::Picture& picture);

}  // namespace app
