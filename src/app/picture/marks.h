#pragma once

#include <span>

#include <Eigen/Core>

#include "app/picture/picture.h"
#include "lab/diagnosis/diagnosis.h"
#include "lab/view/spectrum.h"

namespace app {

/// Adds the polyline through at(0), at(1), ... at(pieces), m. Calls `at` once for each point, in
/// this order. `width` is in points.
template <class At>
void add_curve(int pieces, At&& at, float width, const gfx::Color& color, gfx::Picture& picture) {
  glm::vec3 before = at(0);
  for (int i = 1; i <= pieces; ++i) {
    const glm::vec3 here = at(i);
    picture.lines.push_back({before, here, width, 0.0f, color});
    before = here;
  }
}

/// Adds the actual and the wanted aims. The actual aim is drawn at the effector: a direction as one
/// rod, an orientation as three rods (x red, y green, z blue). The wanted aim is drawn as dashed
/// lines at the target. When both agree, each line runs along its rod.
void add_aims(const lab::Tracker& tracker, const Stage& stage, const PictureStyle& style,
              gfx::Picture& picture);

/// Marks a cause of shaking: its joints and effectors in one colour. Arrows show the effectors'
/// lost direction, towards their targets. Without a lost direction, double arrows show how the
/// cause's motion moves the effectors.
void add_highlight(const lab::Tracker& tracker, const lab::Cause& cause, const Stage& stage,
                   const PictureStyle& style, gfx::Picture& picture);

/// The colour of add_highlight(), distinct from targets and links.
gfx::Color highlight_color(bool dark);

/// Adds velocity ellipsoids: wire frames with an arrow along each half-axis. The longest half-axis
/// of all is 0.8 links long, the others in proportion.
void add_ellipsoids(std::span<const lab::VelocityEllipsoid> ellipsoids, const Stage& stage,
                    const PictureStyle& style, gfx::Picture& picture);

/// Adds one pair of singular vectors: u as an arrow at every effector, v as an arrow along every
/// joint's axis. Lengths are proportional to the components. The longest arrow of each vector is
/// 0.8 links long.
/// \param u (3(k + r)) world axes, \param v (n)
void add_singular_direction(const lab::Tracker& tracker, const ik::VectorX& u, const ik::VectorX& v,
                            const Stage& stage, const PictureStyle& style, gfx::Picture& picture);

/// Adds the course of a curve as a line.
/// \param course see lab::course_of; \param dashed the target jumps from point to point
void add_course(std::span<const Eigen::Vector3d> course, bool dashed, const gfx::Color& color,
                gfx::Picture& picture);

}  // namespace app
