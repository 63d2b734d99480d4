#include "app/grasp.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "app/convert.h"
#include "gfx/ray.h"
#include "ui/shortcuts.h"

namespace app {
namespace {

constexpr float kPixels = 7.0f;  // around a target that count as it: a pointer is no needle

enum Constraint { kView, kAlongX, kAlongY, kAlongZ, kLevel };

bool down(ui::Key key) { return ImGui::IsKeyDown(static_cast<int>(key)); }

Constraint constraint_now() {
  if (down(ui::Key::kX)) return kAlongX;
  if (down(ui::Key::kY)) return kAlongY;
  if (down(ui::Key::kZ)) return kAlongZ;
  return ImGui::GetIO().KeyShift ? kLevel : kView;
}

glm::vec3 axis_of(Constraint constraint) {
  glm::vec3 axis(0.0f);
  axis[constraint - kAlongX] = 1.0f;
  return axis;
}

/// Where the pointer puts what starts at `start`.
std::optional<glm::vec3> place(Constraint constraint, const gfx::Camera& camera,
                               const gfx::Ray& ray, glm::vec3 start) {
  switch (constraint) {
    case kView:
      return gfx::meet_plane(ray, start, camera.forward());
    case kLevel:
      return gfx::meet_plane(ray, start, {0.0f, 1.0f, 0.0f});
    default:
      return gfx::nearest_on_line(ray, start, axis_of(constraint));
  }
}

Eigen::Vector3d to_world(glm::vec3 p) { return {p.x, p.y, p.z}; }

}  // namespace

std::optional<int> pick_target(const gfx::Camera& camera, glm::vec2 pixel, glm::vec2 size,
                               std::span<const Eigen::Vector3d> targets, float radius) {
  const gfx::Ray ray = camera.ray(pixel, size);
  std::optional<int> nearest;
  float least = 0.0f;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (!targets[i].allFinite()) continue;
    const glm::vec3 center = to_gpu(targets[i]);
    const auto seen = camera.project(center, size);
    if (!seen) continue;
    // a target is at least as large as a finger's width of pixels
    const float off = glm::distance(pixel, glm::vec2(*seen));
    const bool met = off <= kPixels || gfx::meet_ball(ray, {center, radius}).has_value();
    if (!met || (nearest && seen->z >= least)) continue;
    nearest = static_cast<int>(i);
    least = seen->z;
  }
  return nearest;
}

std::optional<ui::TargetChange> Grasp::update(const gfx::Camera& camera, const ui::Area& view,
                                              const lab::Setup& setup,
                                              std::span<const Eigen::Vector3d> targets,
                                              float radius, bool snap_back) {
  const ImGuiIO& io = ImGui::GetIO();
  const glm::vec2 size{view.size.x, view.size.y};
  const glm::vec2 pixel{io.MousePos.x - view.corner.x, io.MousePos.y - view.corner.y};
  const bool inside = pixel.x >= 0.0f && pixel.y >= 0.0f && pixel.x < size.x && pixel.y < size.y;
  hovered_.reset();
  if (held_ && static_cast<std::size_t>(*held_) >= targets.size()) held_.reset();

  const auto change = [&](std::optional<Eigen::Vector3d> held) {
    const lab::TargetSetup& before = setup.targets[static_cast<std::size_t>(*held_)];
    return ui::TargetChange{*held_, {before.curve, std::move(held)}};
  };
  if (held_ && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    std::optional<ui::TargetChange> last;
    if (snap_back) last = change(std::nullopt);
    held_.reset();
    axis_.reset();
    return last;
  }
  const gfx::Ray ray = camera.ray(pixel, size);
  const Constraint constraint = constraint_now();
  if (!held_) {
    if (!inside || io.WantCaptureMouse || size.y <= 0.0f) return std::nullopt;
    hovered_ = pick_target(camera, pixel, size, targets, radius);
    if (!hovered_ || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return std::nullopt;
    held_ = hovered_;
    constraint_ = -1;
  }
  if (constraint != constraint_) {
    constraint_ = constraint;
    start_ = to_gpu(targets[static_cast<std::size_t>(*held_)]);
    const auto met = place(constraint, camera, ray, start_);
    slip_ = met ? start_ - *met : glm::vec3(0.0f);
  }
  axis_.reset();
  if (constraint >= kAlongX && constraint <= kAlongZ) axis_ = to_world(axis_of(constraint));
  const auto met = place(constraint, camera, ray, start_);
  // near the horizon of a plane a pixel is a mile
  if (!met || glm::distance(*met + slip_, camera.eye()) > 20.0f * camera.distance) {
    return std::nullopt;
  }
  return change(to_world(*met + slip_));
}

}  // namespace app
