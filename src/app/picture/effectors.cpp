#include "app/picture/effectors.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <limits>
#include <numbers>

#include "app/picture/marks.h"
#include "app/session/to_gpu.h"
#include "lab/scene/colors.h"

namespace app {
namespace {

constexpr int kBallRingPieces = 32;     // lines of a ring
constexpr float kBallRingWidth = 2.4f;  // points
constexpr float kBallRing = 1.15f;      // as a multiple of the ball's radius

/// A ring in the plane through `center` that faces the eye.
void add_ring_around(const glm::vec3& center, float radius, const glm::vec3& eye,
                     const gfx::Color& color, gfx::Picture& picture) {
  const glm::vec3 away = eye - center;
  // the eye is inside the ball, or a coordinate is not finite
  if (!(glm::length(away) > radius)) return;
  const glm::vec3 to_eye = glm::normalize(away);
  const bool steep = std::abs(to_eye.y) > 0.9f;
  const glm::vec3 side =
      glm::normalize(glm::cross(steep ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0), to_eye));
  const glm::vec3 up = glm::cross(to_eye, side);
  // each point is the last one, rotated by one piece: one sine and cosine for the whole ring
  constexpr float kPiece = 2.0f * std::numbers::pi_v<float> / kBallRingPieces;
  const float cosine = std::cos(kPiece), sine = std::sin(kPiece);
  glm::vec2 at(1.0f, 0.0f);
  const auto next = [&](int i) {
    if (i > 0) at = {cosine * at.x - sine * at.y, sine * at.x + cosine * at.y};
    return center + radius * (at.x * side + at.y * up);
  };
  add_curve(kBallRingPieces, next, kBallRingWidth, color, picture);
}

/// A ball on the screen, in display coordinates.
std::optional<ui::Disc> seen(const gfx::Camera& camera, const ui::Area& view,
                             const glm::vec3& place, float radius) {
  const auto point = camera.project(place, {view.size.x, view.size.y});
  if (!point || !std::isfinite(point->x) || !std::isfinite(point->y)) return std::nullopt;
  const float scale = 0.5f * view.size.y / (std::tan(0.5f * camera.fov_y) * point->z);
  return ui::Disc{{view.corner.x + point->x, view.corner.y + point->y}, scale * radius};
}

}  // namespace

void add_rings(const Ringed& ringed, const Stage& stage, bool dark, const glm::vec3& eye,
               gfx::Picture& picture) {
  const auto& [pose, targets, grasped] = ringed;
  const float effector = kBallRing * kEffectorRadius * stage.link_radius();
  const float target = kBallRing * kTargetRadius * stage.link_radius();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    const gfx::Color color = to_gpu(lab::on_ground(lab::series_color(static_cast<int>(i)), dark));
    const glm::vec3 from = to_gpu(pose.effector.col(column));
    const glm::vec3 to = to_gpu(targets[i]);
    const bool held = grasped == static_cast<int>(i);
    add_ring_around(to, held ? kGraspRadius * target : target, eye, color, picture);
    // inside the target's ball the effector needs no ring
    if (glm::distance(from, to) < kTargetRadius * stage.link_radius()) continue;
    add_ring_around(from, effector, eye, color, picture);
  }
}

std::vector<ui::NamedPair> named_pairs(const lab::Tracker& tracker, const gfx::Camera& camera,
                                       const Stage& stage, const ui::Area& view) {
  const ik::Multibody& body = tracker.multibody();
  std::vector<ui::NamedPair> pairs;
  const float radius = kBallRing * stage.link_radius();
  for (int i = 0; i < body.effector_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    pairs.push_back(
        {.name = body.effector(i).name,
         .color = lab::series_color(i),
         .effector =
             seen(camera, view, to_gpu(tracker.pose().effector.col(i)), kEffectorRadius * radius),
         .target = seen(camera, view, to_gpu(tracker.targets()[at]), kTargetRadius * radius)});
  }
  return pairs;
}

std::size_t farthest_apart(std::span<const std::vector<Eigen::Vector3d>> lanes, std::size_t lane,
                           std::size_t before) {
  constexpr double kFarther = 1.5;
  const auto distance = [&](std::size_t point) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t other = 0; other < lanes.size(); ++other) {
      if (other == lane) continue;
      least = std::min(least, (lanes[lane][point] - lanes[other][point]).norm());
    }
    return least;
  };
  const std::size_t count = lanes[lane].size();
  std::size_t best = before < count ? before : 0;
  double most = kFarther * distance(best);
  for (std::size_t point = 0; point < count; ++point) {
    if (const double far = distance(point); far > most) best = point, most = far;
  }
  return best;
}

}  // namespace app
