#include "app/picture/grasp.h"

#include <cmath>
#include <glm/geometric.hpp>

#include "app/session/trails.h"
#include "ui/kit/imgui_versions.h"

namespace app {
namespace {

constexpr float kPixels = 7.0f;  // margin around a target
constexpr float kClick = 3.0f;   // longest movement of a click, pixels

enum Constraint { kAlongX, kAlongY, kAlongZ, kLevel, kView };

Constraint constraint_now() {
  if (ui::is_down(ui::Key{'X'})) return kAlongX;
  if (ui::is_down(ui::Key{'Y'})) return kAlongY;
  if (ui::is_down(ui::Key{'Z'})) return kAlongZ;
  return ImGui::GetIO().KeyShift ? kLevel : kView;
}

/// The new position of a point that was at `start`; none if the ray misses the plane or line.
std::optional<glm::vec3> place(Constraint constraint, const gfx::Camera& camera,
                               const gfx::Ray& ray, glm::vec3 start) {
  if (constraint == kView) return gfx::meet_plane(ray, start, camera.forward());
  if (constraint == kLevel) return gfx::meet_plane(ray, start, {0.0f, 1.0f, 0.0f});
  return gfx::nearest_on_line(ray, start, to_gpu(Eigen::Vector3d::Unit(constraint)));
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
    const float off = glm::distance(pixel, glm::vec2(*seen));
    const bool met = off <= kPixels || gfx::meet_ball(ray, {center, radius}).has_value();
    if (!met || (nearest && seen->z >= least)) continue;
    nearest = static_cast<int>(i);
    least = seen->z;
  }
  return nearest;
}

std::optional<lab::Pull> pick_link(const gfx::Camera& camera, glm::vec2 pixel, glm::vec2 size,
                                   const ik::Multibody& multibody, const ik::Pose& pose,
                                   float radius) {
  const gfx::Ray ray = camera.ray(pixel, size);
  std::optional<lab::Pull> nearest;
  float least = 0.0f;
  ik::for_each_link(multibody, [&](const ik::LinkSegment& link) {
    const Eigen::Vector3d from = link.from(pose), to = link.to(pose);
    if (!from.allFinite() || !to.allFinite() || from == to) return;
    const auto met = gfx::meet_capsule(ray, to_gpu(from), to_gpu(to), radius);
    if (!met || (nearest && *met >= least)) return;
    least = *met;
    // the point of the link's middle line under the pixel
    const Eigen::Vector3d eye = to_world(ray.origin);
    const Eigen::Vector3d beyond = to_world(ray.origin + (*met + 4.0f * radius) * ray.direction);
    const Eigen::Vector3d at = from + ik::closest_shares(eye, beyond, from, to).q * (to - from);
    nearest = {link.joint, pose.world_from_joint(link.joint).inverse() * at, at};
  });
  return nearest;
}

void Grasp::let_go(const lab::Setup& setup, bool snap_back, ui::Edit& edit) {
  if (taken_back_) {
    // the state before the drag is restored already
  } else if (target() && moved_ && snap_back) {
    const auto at = static_cast<std::size_t>(held_target_);
    ui::set_target(held_target_, {setup.targets[at].curve, std::nullopt}, edit);
  } else if (link()) {
    const bool clicked = !moved_ && setup.pull && setup.pull->joint == link()->joint;
    if (clicked || (moved_ && snap_back)) ui::set_pull(std::nullopt, edit);
  }
  held_.reset();
  axis_.reset();
}

void Grasp::take_back(ui::Edit& edit) {
  taken_back_ = true;
  axis_.reset();
  if (!moved_) return;
  // with the name of the drag's own change: both merge, and undo lists no change
  if (link()) {
    edit.change(ui::kHoldLink).pull = pull_before_;
  } else if (part_handle()) {
    edit.change(part_change()) = *setup_before_;
    turned_ = 0.0;
  } else if (const auto seen = handle()) {
    const std::string name = lab::handle_name(before_.curve, seen->handle);
    edit.change(name).targets[static_cast<std::size_t>(held_target_)] = before_;
  } else {
    ui::set_target(held_target_, before_, edit);
  }
}

Eigen::Vector3d Grasp::place_of_held(const lab::Setup& setup, const GraspTargets& things) const {
  if (const auto pull = link()) return pull->to;
  if (part_handle()) return place_of(*setup.scene, things.pose, held_part_)->place;
  const auto at = static_cast<std::size_t>(held_target_);
  if (const auto seen = handle()) return place_of(setup.targets[at].curve, *seen);
  return things.targets[at];
}

/// Name of the change made by the held handle of a part.
std::string Grasp::part_change() const {
  const bool turns = part_handle()->kind == PartHandle::Kind::kTurn;
  return (turns ? "turn " : "move ") + ui::part_name(*setup_before_->scene, held_part_);
}

/// Rotates the part about the handle's axis by the pointer's angle since the button was pressed.
void Grasp::turn(const gfx::Camera& camera, glm::vec2 pressed, glm::vec2 pixel, glm::vec2 size,
                 const lab::Setup& setup, const GraspTargets& things, ui::Edit& edit) {
  const PartPlace at = *place_of(*setup.scene, things.pose, held_part_);
  const Eigen::Vector3d axis = Eigen::Vector3d::Unit(part_handle()->axis);
  const auto arm = [&](glm::vec2 where) -> std::optional<Eigen::Vector3d> {
    const auto met = gfx::meet_plane(camera.ray(where, size), to_gpu(at.place), to_gpu(axis));
    if (!met) return std::nullopt;
    return Eigen::Vector3d(to_world(*met) - at.place);
  };
  const auto from = arm(pressed), to = arm(pixel);
  if (!from || !to) return;
  turned_ = std::atan2(axis.dot(from->cross(*to)), from->dot(*to));
  axis_ = axis;
  const Eigen::Matrix3d rotation = Eigen::AngleAxisd(turned_, axis).toRotationMatrix();
  edit.change(part_change()) = turned_part(setup, *setup_before_->scene, held_part_, at, rotation);
}

void Grasp::move_to(const Eigen::Vector3d& place, const lab::Setup& setup,
                    const GraspTargets& things, ui::Edit& edit) {
  if (part_handle()) {
    const PartPlace at = *place_of(*setup.scene, things.pose, held_part_);
    edit.change(part_change()) = moved_part(setup, held_part_, at, place);
    return;
  }
  const auto at = static_cast<std::size_t>(held_target_);
  if (auto pull = link()) {
    pull->to = place;
    held_ = *pull;
    ui::set_pull(*pull, edit);
  } else if (const auto seen = handle()) {
    const lab::TargetCurve& curve = setup.targets[at].curve;
    edit.change(lab::handle_name(curve, seen->handle)).targets[at].curve =
        lab::with_handle_value(curve, seen->handle, value_at(curve, *seen, place));
  } else {
    ui::set_target(held_target_, {setup.targets[at].curve, place}, edit);
  }
}

std::optional<Grasp::Thing> Grasp::under_pointer(const gfx::Camera& camera, glm::vec2 pixel,
                                                 glm::vec2 size, const lab::Setup& setup,
                                                 const GraspTargets& things) {
  if (things.part) {
    if (const auto at = place_of(*setup.scene, things.pose, *things.part)) {
      const auto handles = part_handles(*at, camera, size, things.scale);
      if (const auto handle = pick_handle(handles, pixel, things.scale)) return handle;
    }
  }
  if (things.selected && *things.selected < static_cast<int>(setup.targets.size())) {
    const auto& curve = setup.targets[static_cast<std::size_t>(*things.selected)].curve;
    const auto handles = seen_handles(curve, camera, size, things.scale);
    if (const auto seen = pick_handle(handles, pixel, things.scale)) return seen;
  }
  const auto target = pick_target(camera, pixel, size, things.targets, things.target_radius);
  if (target) return target;
  return pick_link(camera, pixel, size, things.multibody, things.pose, things.link_radius);
}

/// Whether the held thing no longer exists: the setup may change during a drag.
bool Grasp::is_gone(const lab::Setup& setup, const GraspTargets& things) const {
  if (!held_) return false;
  if (part_handle()) return !place_of(*setup.scene, things.pose, held_part_);
  if (const auto pull = link()) return pull->joint >= things.multibody.joint_count();
  if (held_target_ >= static_cast<int>(things.targets.size())) return true;
  const auto seen = handle();
  return seen && !lab::has_handle(setup.targets[static_cast<std::size_t>(held_target_)].curve,
                                  seen->handle);
}

void Grasp::take(Thing thing, const lab::Setup& setup, const GraspTargets& things) {
  held_ = std::move(thing);
  moved_ = taken_back_ = false;
  constraint_ = -1;
  if (link()) {
    pull_before_ = setup.pull;
  } else if (part_handle()) {
    setup_before_ = setup;
    held_part_ = *things.part;
    turned_ = 0.0;
  } else {
    held_target_ = handle() ? *things.selected : *target();
    before_ = setup.targets[static_cast<std::size_t>(held_target_)];
  }
}

void Grasp::update(const gfx::Camera& camera, const ui::Area& view, const lab::Setup& setup,
                   const GraspTargets& things, bool snap_back, ui::Edit& edit) {
  const ImGuiIO& io = ImGui::GetIO();
  const glm::vec2 size{view.size.x, view.size.y};
  const auto pixel_at = [&view](ImVec2 place) {
    return glm::vec2(place.x - view.corner.x, place.y - view.corner.y);
  };
  const glm::vec2 pixel = pixel_at(io.MousePos);
  const bool inside = pixel.x >= 0.0f && pixel.y >= 0.0f && pixel.x < size.x && pixel.y < size.y;
  hovered_.reset();
  if (is_gone(setup, things)) held_.reset();
  if (held_ && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) return let_go(setup, snap_back, edit);

  if (!held_) {
    if (!inside || io.WantCaptureMouse || things.covered || size.y <= 0.0f) return;
    hovered_ = under_pointer(camera, pixel, size, setup, things);
    if (!hovered_ || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
    take(*hovered_, setup, things);
  }
  if (ui::sends(edit, ui::Command::kTakeBack)) take_back(edit);
  moved_ |= ImGui::IsMouseDragging(ImGuiMouseButton_Left, kClick);
  if (!moved_ || taken_back_) return;
  const auto part = part_handle();
  // each new body is a change of its own: none while the pointer rests
  if (part && io.MouseDelta.x == 0.0f && io.MouseDelta.y == 0.0f) return;
  if (part && part->kind == PartHandle::Kind::kTurn) {
    return turn(camera, pixel_at(io.MouseClickedPos[0]), pixel, size, setup, things, edit);
  }
  const auto seen = handle();
  std::optional<int> own_axis;
  if (seen && seen->handle.kind == lab::CurveHandle::Kind::kAmplitude) own_axis = seen->handle.axis;
  if (part && part->kind == PartHandle::Kind::kArrow) own_axis = part->axis;
  const Constraint constraint = own_axis ? static_cast<Constraint>(*own_axis) : constraint_now();
  if (constraint != constraint_) {
    // a drag begins where the button was pressed
    const gfx::Ray ray =
        camera.ray(constraint_ < 0 ? pixel_at(io.MouseClickedPos[0]) : pixel, size);
    constraint_ = constraint;
    from_ = place_of_held(setup, things);
    met_ = place(constraint, camera, ray, to_gpu(from_)).value_or(to_gpu(from_));
  }
  axis_.reset();
  if (constraint <= kAlongZ) axis_ = Eigen::Vector3d::Unit(constraint);
  const auto met = place(constraint, camera, camera.ray(pixel, size), to_gpu(from_));
  if (!met) return;
  const Eigen::Vector3d to = from_ + to_world(*met - met_);
  // near a plane's horizon one pixel is a long way
  if (glm::distance(to_gpu(to), camera.eye()) > 20.0f * camera.distance) return;
  move_to(to, setup, things, edit);
}

}  // namespace app
