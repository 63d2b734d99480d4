#include "app/picture/handles.h"

#include <cmath>

#include "app/session/to_gpu.h"

namespace app {
namespace {

// design points
constexpr float kMinAcross = 44.0f;      // shortest drawn amplitude, across the picture
constexpr float kClearOfCenter = 16.0f;  // least distance from the centre's handle
constexpr float kCourseWidth = 1.8f;
constexpr float kCourseDash = 5.0f;

bool is_amplitude(const SeenHandle& seen) {
  return seen.handle.kind == lab::CurveHandle::Kind::kAmplitude;
}

/// Length in the world, m, that covers `pixels` across the picture at `depth`.
double length_across(const gfx::Camera& camera, float depth, glm::vec2 size, float pixels) {
  return static_cast<double>(2.0f * depth * std::tan(0.5f * camera.fov_y) * pixels / size.y);
}

bool is_inside(const glm::vec3& point, glm::vec2 size) {
  return point.x >= 0.0f && point.y >= 0.0f && point.x < size.x && point.y < size.y;
}

}  // namespace

Eigen::Vector3d place_of(const lab::TargetCurve& curve, const SeenHandle& seen) {
  const Eigen::Vector3d value = lab::handle_value(curve, seen.handle);
  if (!is_amplitude(seen)) return value;
  const Eigen::Vector3d axis = Eigen::Vector3d::Unit(seen.handle.axis);
  return lab::center_of(curve) + seen.side * (value + seen.outwards * axis);
}

Eigen::Vector3d value_at(const lab::TargetCurve& curve, const SeenHandle& seen,
                         const Eigen::Vector3d& place) {
  if (!is_amplitude(seen)) return place;
  const Eigen::Vector3d axis = Eigen::Vector3d::Unit(seen.handle.axis);
  return seen.side * (place - lab::center_of(curve)) - seen.outwards * axis;
}

std::vector<SeenHandle> seen_handles(const lab::TargetCurve& curve, const gfx::Camera& camera,
                                     glm::vec2 size, float scale) {
  std::vector<SeenHandle> result;
  const Eigen::Vector3d center = lab::center_of(curve);
  const auto middle = camera.project(to_gpu(center), size);
  for (const lab::CurveHandle& handle : lab::handles_of(curve)) {
    SeenHandle seen{.handle = handle};
    if (is_amplitude(seen)) {
      if (!middle) continue;
      const double amplitude = lab::handle_value(curve, handle)[handle.axis];
      const double least = length_across(camera, middle->z, size, kMinAcross * scale);
      if (std::abs(amplitude) < least) seen.outwards = std::copysign(least, amplitude) - amplitude;
    }
    auto at = camera.project(to_gpu(place_of(curve, seen)), size);
    if (is_amplitude(seen) && !(at && is_inside(*at, size))) {
      seen.side = -1.0;
      const auto opposite = camera.project(to_gpu(place_of(curve, seen)), size);
      if (opposite && is_inside(*opposite, size)) {
        at = opposite;
      } else {
        seen.side = 1.0;
      }
    }
    if (!at || !std::isfinite(at->x) || !std::isfinite(at->y)) continue;
    seen.pixel = glm::vec2(*at);
    if (is_amplitude(seen) &&
        glm::distance(seen.pixel, glm::vec2(*middle)) < kClearOfCenter * scale) {
      continue;
    }
    result.push_back(seen);
  }
  return result;
}

void add_course(std::span<const Eigen::Vector3d> course, bool dashed, const gfx::Color& color,
                gfx::Picture& picture) {
  for (std::size_t i = 1; i < course.size(); ++i) {
    picture.lines.push_back({to_gpu(course[i - 1]), to_gpu(course[i]), kCourseWidth,
                             dashed ? kCourseDash : 0.0f, color});
  }
}

}  // namespace app
