#pragma once

#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "app/picture/stage.h"
#include "gfx/draw/camera.h"
#include "gfx/draw/picture.h"
#include "lab/scene/curve_handles.h"

namespace app {

/// A handle of a target's curve in a picture.
///
/// An amplitude's handle is at centre + amplitude along its axis, or at centre − amplitude if only
/// this point is in the picture. A short amplitude's handle is moved outwards, away from the
/// centre's.
struct SeenHandle {
  lab::CurveHandle handle;
  glm::vec2 pixel{0.0f};  ///< in the view's coordinates, from its top left corner
  double side = 1.0;      ///< sign of an amplitude's handle: 1 or −1
  double outwards = 0.0;  ///< m, added to the drawn length of a short amplitude
};

/// Place of the handle, m.
Eigen::Vector3d place_of(const lab::TargetCurve& curve, const SeenHandle& seen);
/// The value that puts the handle at `place`; an amplitude changes along its axis only.
Eigen::Vector3d value_at(const lab::TargetCurve& curve, const SeenHandle& seen,
                         const Eigen::Vector3d& place);

/// The handles in front of the camera. An amplitude's handle that would cover the centre's is left
/// out: its axis points at the eye.
/// \param scale display coordinates per design point
std::vector<SeenHandle> seen_handles(const lab::TargetCurve& curve, const gfx::Camera& camera,
                                     glm::vec2 size, float scale);

/// Radius around a handle that counts as the handle, design points.
inline constexpr float kReachable = 9.0f;

/// The handle nearest to a pixel, if the pixel is on it. \param handles a range of values with a
/// `pixel`
template <class Handles>
std::optional<typename Handles::value_type> pick_handle(const Handles& handles, glm::vec2 pixel,
                                                        float scale) {
  const auto off = [pixel](const auto& handle) { return glm::distance(handle.pixel, pixel); };
  const auto nearest = std::ranges::min_element(handles, {}, off);
  if (nearest == handles.end() || off(*nearest) > kReachable * scale) return std::nullopt;
  return *nearest;
}

/// Adds the course of a curve as a line.
/// \param course see lab::course_of; \param dashed the target jumps from point to point
void add_course(std::span<const Eigen::Vector3d> course, bool dashed, const gfx::Color& color,
                gfx::Picture& picture);

}  // namespace app
