#pragma once

#include <span>

#include <Eigen/Core>

#include "app/picture/picture.h"
#include "lab/diagnosis/diagnosis.h"
#include "lab/view/spectrum.h"

namespace app {

/// Adds where effectors aim and where they should: a direction's pointer as a rod out of the
/// effector, an orientation's frame as three rods, x red, y green and z blue; what is wanted as
/// dashed lines out of the target. In agreement a line runs along its rod.
/// \param targets (k) m, \param aims (r) in the order of the multibody's goals
void add_aims(const ik::Multibody& multibody, const ik::Pose& pose,
              std::span<const Eigen::Vector3d> targets, std::span<const ik::Aim> aims,
              const Stage& stage, const PictureStyle& style, gfx::Picture& picture);

/// Marks what a cause of shaking is about: its joints and effectors in one colour, and as arrows
/// the direction in which the effectors are lost (towards their targets) or, where it names none,
/// how its motion moves them, to and fro.
void add_highlight(const lab::Tracker& tracker, const lab::Cause& cause, const Stage& stage,
                   const PictureStyle& style, gfx::Picture& picture);

/// The colour of these marks, unlike that of targets and of links.
gfx::Color highlight_color(bool dark);

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
