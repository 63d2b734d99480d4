#include "app/picture/body_handles.h"

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "app/picture/handles.h"
#include "app/picture/marks.h"
#include "app/session/trails.h"
#include "lab/body/build.h"

namespace app {
namespace {

// design points
constexpr float kHandleLength = 66.0f;  // of an arrow seen from the side
constexpr float kTurnRadius = 48.0f;    // of the rotation arcs
constexpr float kAwayFromMiddle = 16.0f;
constexpr float kArcWidth = 2.0f, kMarkWidth = 2.4f, kAxisWidth = 1.6f;
constexpr float kMarkRadius = 2.0f;  // of the ring around a part, link radii
constexpr float kMinSine = 0.2f;     // least sine of the angle between the view and an arc's plane
constexpr int kArcPieces = 12, kRingPieces = 32;

constexpr std::array<lab::Color, 3> kAxisColors = {lab::hex(0xd1495b), lab::hex(0x3a9d5d),
                                                   lab::hex(0x3b7dd8)};

using Kind = ui::BodyPart::Kind;

/// Place of a handle, m. \param unit  metres per design point at the part
Eigen::Vector3d handle_place(const PartPlace& at, const PartHandle& handle, double unit) {
  if (handle.kind == PartHandle::Kind::kMove) return at.place;
  if (handle.kind == PartHandle::Kind::kArrow) {
    return at.place + unit * kHandleLength * Eigen::Vector3d::Unit(handle.axis);
  }
  const Eigen::Vector3d between =
      Eigen::Vector3d::Unit((handle.axis + 1) % 3) + Eigen::Vector3d::Unit((handle.axis + 2) % 3);
  return at.place + unit * kTurnRadius * between.normalized();
}

/// Metres per design point at the part; none if it is behind the camera.
std::optional<double> unit_at(const PartPlace& at, const gfx::Camera& camera, glm::vec2 size,
                              float scale) {
  const auto middle = camera.project(to_gpu(at.place), size);
  if (!middle || size.y <= 0.0f) return std::nullopt;
  return 2.0 * static_cast<double>(middle->z * std::tan(0.5f * camera.fov_y) * scale / size.y);
}

bool seen_from_the_side(const PartPlace& at, const gfx::Camera& camera, int axis) {
  return std::abs(glm::normalize(to_gpu(at.place) - camera.eye())[axis]) < kMinSine;
}

}  // namespace

std::optional<PartPlace> place_of(const lab::Scene& scene, const ik::Pose& pose,
                                  const ui::BodyPart& part) {
  const ik::Multibody& body = scene.multibody;
  PartPlace at;
  if (part.kind == Kind::kObstacle) {
    if (part.index >= static_cast<int>(scene.obstacles.size())) return std::nullopt;
    const ik::Obstacle& obstacle = scene.obstacles[static_cast<std::size_t>(part.index)];
    at.place = 0.5 * (obstacle.a + obstacle.b);
    at.turns = obstacle.a != obstacle.b;
  } else if (part.kind == Kind::kEffector) {
    if (part.index >= body.effector_count()) return std::nullopt;
    at.world_from_parent = pose.world_from_joint(body.effector(part.index).joint);
    at.place = pose.effector.col(part.index);
  } else {
    if (part.index >= body.joint_count()) return std::nullopt;
    const ik::Joint& joint = body.joint(body.solver_index(part.index));
    if (joint.parent >= 0) at.world_from_parent = pose.world_from_joint(joint.parent);
    at.place = at.world_from_parent * joint.parent_from_joint.translation();
    at.turns = true;
    at.axis = at.world_from_parent.linear() * joint.parent_from_joint.linear() * joint.axis;
  }
  if (!at.place.allFinite()) return std::nullopt;
  return at;
}

std::vector<PartHandle> part_handles(const PartPlace& at, const gfx::Camera& camera, glm::vec2 size,
                                     float scale) {
  std::vector<PartHandle> handles;
  const auto unit = unit_at(at, camera, size, scale);
  if (!unit) return handles;
  const glm::vec2 middle(*camera.project(to_gpu(at.place), size));
  const auto add = [&](PartHandle handle) {
    const auto seen = camera.project(to_gpu(handle_place(at, handle, *unit)), size);
    if (!seen || !std::isfinite(seen->x) || !std::isfinite(seen->y)) return;
    handle.pixel = glm::vec2(*seen);
    const bool free = handle.kind == PartHandle::Kind::kMove;
    if (!free && glm::distance(handle.pixel, middle) < kAwayFromMiddle * scale) return;
    handles.push_back(handle);
  };
  add({PartHandle::Kind::kMove});
  for (int axis = 0; axis < 3; ++axis) {
    add({PartHandle::Kind::kArrow, axis});
    if (at.turns && !seen_from_the_side(at, camera, axis)) add({PartHandle::Kind::kTurn, axis});
  }
  return handles;
}

lab::Setup moved_part(const lab::Setup& setup, const ui::BodyPart& part, const PartPlace& at,
                      const Eigen::Vector3d& place) {
  const lab::Scene& scene = *setup.scene;
  const Eigen::Vector3d offset = at.world_from_parent.inverse() * place;
  if (part.kind == Kind::kObstacle) {
    const auto i = static_cast<std::size_t>(part.index);
    ik::Obstacle obstacle = scene.obstacles[i];
    const Eigen::Vector3d shift = place - 0.5 * (obstacle.a + obstacle.b);
    const bool ball = obstacle.a == obstacle.b;
    obstacle.a += shift;
    obstacle.b = ball ? obstacle.a : Eigen::Vector3d(obstacle.b + shift);
    return lab::with_body(setup, lab::with_changed_obstacle(scene, i, obstacle));
  }
  if (part.kind == Kind::kEffector) {
    ik::Effector effector = scene.multibody.effector(part.index);
    effector.offset = offset;
    return lab::with_body(setup, lab::with_changed_effector(scene, part.index, effector));
  }
  ik::Joint joint = scene.multibody.joint(scene.multibody.solver_index(part.index));
  joint.parent_from_joint.translation() = offset;
  return lab::with_body(setup, lab::with_changed_joint(scene, part.index, joint));
}

lab::Setup turned_part(const lab::Setup& setup, const lab::Scene& before, const ui::BodyPart& part,
                       const PartPlace& at, const Eigen::Matrix3d& rotation) {
  const lab::Scene& scene = *setup.scene;
  if (part.kind == Kind::kObstacle) {
    const auto i = static_cast<std::size_t>(part.index);
    const ik::Obstacle turned = lab::turned(before.obstacles[i], rotation);
    return lab::with_body(setup, lab::with_changed_obstacle(scene, i, turned));
  }
  if (part.kind == Kind::kEffector) return setup;
  ik::Joint joint = scene.multibody.joint(scene.multibody.solver_index(part.index));
  joint.parent_from_joint.linear() =
      before.multibody.joint(before.multibody.solver_index(part.index)).parent_from_joint.linear();
  const Eigen::Matrix3d parent = at.world_from_parent.linear();
  joint = lab::turned(joint, parent.transpose() * rotation * parent);
  return lab::with_body(setup, lab::with_changed_joint(scene, part.index, joint));
}

std::vector<ui::ItemRect> draw_part_handles(const ui::Theme& theme, const ui::Area& picture,
                                            const PartPlace& at, const gfx::Camera& camera,
                                            float scale, const std::optional<PartHandle>& lit,
                                            const std::string& reading) {
  const glm::vec2 size{picture.size.x, picture.size.y};
  const auto on_screen = [&picture](glm::vec2 pixel) {
    return ImVec2(picture.corner.x + pixel.x, picture.corner.y + pixel.y);
  };
  const std::vector<PartHandle> handles = part_handles(at, camera, size, scale);
  std::vector<ui::ItemRect> taken;
  for (int group = 0; group < 4; ++group) {
    std::vector<ui::HandleMark> marks;
    for (const PartHandle& handle : handles) {
      const bool free = handle.kind == PartHandle::Kind::kMove;
      if ((free ? 3 : handle.axis) != group) continue;
      ui::HandleMark mark{
          .point = on_screen(handle.pixel), .ring = free, .lit = lit && lit->same(handle)};
      if (handle.kind == PartHandle::Kind::kArrow) {
        mark.from = on_screen(handles.front().pixel);
        mark.letter = "xyz"[handle.axis];
      }
      if (mark.lit) mark.reading = reading;
      marks.push_back(std::move(mark));
    }
    const lab::Color color =
        group < 3 ? kAxisColors[static_cast<std::size_t>(group)] : lab::hex(0x7433e8);
    const auto drawn = ui::draw_handles(theme, picture, color, marks);
    taken.insert(taken.end(), drawn.begin(), drawn.end());
  }
  return taken;
}

void add_part(const PartPlace& at, const gfx::Camera& camera, glm::vec2 size, float scale,
              const Stage& stage, bool dark, gfx::Picture& picture) {
  const glm::vec3 middle = to_gpu(at.place);
  const gfx::Color color = highlight_color(dark);
  if (at.axis) {
    const glm::vec3 reach = 0.75f * stage.link_length * to_gpu(*at.axis);
    picture.lines.push_back({middle - reach, middle + reach, kAxisWidth, 4.0f, color});
  }
  const float radius = kMarkRadius * stage.link_radius();
  constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;
  const auto on_ring = [&](int i) {
    const float angle = kTurn * static_cast<float>(i) / kRingPieces;
    return middle + radius * (std::cos(angle) * camera.right() + std::sin(angle) * camera.up());
  };
  add_curve(kRingPieces, on_ring, kMarkWidth, color, picture);
  const auto unit = unit_at(at, camera, size, scale);
  if (!at.turns || !unit) return;
  for (int axis = 0; axis < 3; ++axis) {
    if (seen_from_the_side(at, camera, axis)) continue;
    const auto on_arc = [&](int i) {
      const double angle = 0.5 * std::numbers::pi * i / kArcPieces;
      return to_gpu(at.place + *unit * kTurnRadius *
                                   (std::cos(angle) * Eigen::Vector3d::Unit((axis + 1) % 3) +
                                    std::sin(angle) * Eigen::Vector3d::Unit((axis + 2) % 3)));
    };
    const gfx::Color arc =
        to_gpu(lab::on_ground(kAxisColors[static_cast<std::size_t>(axis)], dark));
    add_curve(kArcPieces, on_arc, kArcWidth, arc, picture);
  }
}

}  // namespace app
