#include "app/picture/grasp.h"

#include <cmath>
#include <numbers>

#include "app/session/to_gpu.h"
#include "lab/body/build.h"
#include "ui/kit/imgui_versions.h"

namespace app {
namespace {

constexpr float kTargetMargin = 7.0f;  // pixels, around a target

constexpr float kClick = 3.0f;  // longest movement of a click, pixels

// lengths in design points
constexpr float kMinAcross = 44.0f;      // shortest drawn amplitude, across the picture
constexpr float kClearOfCenter = 16.0f;  // least distance from the centre's handle
constexpr float kHandleLength = 66.0f;   // an arrow seen from the side
constexpr float kTurnRadius = 48.0f;     // the rotation arcs
constexpr float kAwayFromMiddle = 16.0f;
constexpr float kMinSine = 0.2f;  // least sine of the angle between the view and an arc's plane

bool is_amplitude(const SeenHandle& seen) {
  return seen.handle.kind == lab::CurveHandle::Kind::kAmplitude;
}

/// Length in the world, m, of a number of design points across the picture at `depth`.
double length_across(const Projection& in, float depth, float points) {
  const float pixels = points * in.scale;
  return static_cast<double>(2.0f * depth * std::tan(0.5f * in.camera.fov_y) * pixels / in.size.y);
}

bool is_inside(glm::vec2 point, glm::vec2 size) {
  return point.x >= 0.0f && point.y >= 0.0f && point.x < size.x && point.y < size.y;
}

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
std::optional<double> unit_at(const PartPlace& at, const Projection& in) {
  const auto middle = in.camera.project(to_gpu(at.place), in.size);
  if (!middle || in.size.y <= 0.0f) return std::nullopt;
  const float tangent = std::tan(0.5f * in.camera.fov_y);
  return 2.0 * static_cast<double>(middle->z * tangent * in.scale / in.size.y);
}

bool seen_from_the_side(const PartPlace& at, const gfx::Camera& camera, int axis) {
  return std::abs(glm::normalize(to_gpu(at.place) - camera.eye())[axis]) < kMinSine;
}

enum Constraint { kAlongX, kAlongY, kAlongZ, kLevel, kView };

Constraint constraint_now() {
  if (ui::is_down(ui::Key{'X'})) return kAlongX;
  if (ui::is_down(ui::Key{'Y'})) return kAlongY;
  if (ui::is_down(ui::Key{'Z'})) return kAlongZ;
  return ImGui::GetIO().KeyShift ? kLevel : kView;
}

/// The normal of the plane of a free drag: the body's plane, unless it is seen from the side.
glm::vec3 free_normal(const gfx::Camera& camera, const std::optional<lab::Plane>& plane) {
  constexpr float kMinCosine = 0.1f;  // between the view and the normal
  const glm::vec3 forward = camera.forward();
  const glm::vec3 normal = plane ? to_gpu(plane->normal) : forward;
  return std::abs(glm::dot(normal, forward)) < kMinCosine ? forward : normal;
}

/// The new position of a point that was at `start`; none if the ray misses the plane or line.
/// \param plane the body's, for a free drag
std::optional<glm::vec3> place(Constraint constraint, const gfx::Camera& camera,
                               const std::optional<lab::Plane>& plane, const gfx::Ray& ray,
                               glm::vec3 start) {
  if (constraint == kView) return gfx::meet_plane(ray, start, free_normal(camera, plane));
  if (constraint == kLevel) return gfx::meet_plane(ray, start, camera.vertical());
  return gfx::nearest_on_line(ray, start, to_gpu(Eigen::Vector3d::Unit(constraint)));
}

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
    const bool met = off <= kTargetMargin || gfx::meet_ball(ray, {center, radius}).has_value();
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

std::vector<SeenHandle> seen_handles(const lab::TargetCurve& curve, const Projection& in) {
  std::vector<SeenHandle> result;
  const Eigen::Vector3d center = lab::center_of(curve);
  const auto middle = in.camera.project(to_gpu(center), in.size);
  for (const lab::CurveHandle& handle : lab::handles_of(curve)) {
    SeenHandle seen{.handle = handle};
    if (is_amplitude(seen)) {
      if (!middle) continue;
      const double amplitude = lab::handle_value(curve, handle)[handle.axis];
      const double least = length_across(in, middle->z, kMinAcross);
      if (std::abs(amplitude) < least) seen.outwards = std::copysign(least, amplitude) - amplitude;
    }
    auto at = in.camera.project(to_gpu(place_of(curve, seen)), in.size);
    if (is_amplitude(seen) && !(at && is_inside(glm::vec2(*at), in.size))) {
      seen.side = -1.0;
      const auto opposite = in.camera.project(to_gpu(place_of(curve, seen)), in.size);
      if (opposite && is_inside(glm::vec2(*opposite), in.size)) {
        at = opposite;
      } else {
        seen.side = 1.0;
      }
    }
    if (!at || !std::isfinite(at->x) || !std::isfinite(at->y)) continue;
    seen.pixel = glm::vec2(*at);
    if (is_amplitude(seen) &&
        glm::distance(seen.pixel, glm::vec2(*middle)) < kClearOfCenter * in.scale) {
      continue;
    }
    result.push_back(seen);
  }
  return result;
}

std::optional<PartPlace> place_of(const lab::Scene& scene, const ik::Pose& pose,
                                  const ui::BodyPart& part) {
  const ik::Multibody& body = scene.multibody;
  PartPlace at;
  if (part.kind == ui::BodyPart::Kind::kObstacle) {
    if (part.index >= static_cast<int>(scene.obstacles.size())) return std::nullopt;
    const ik::Obstacle& obstacle = scene.obstacles[static_cast<std::size_t>(part.index)];
    at.place = 0.5 * (obstacle.a + obstacle.b);
    at.turns = obstacle.a != obstacle.b;
  } else if (part.kind == ui::BodyPart::Kind::kEffector) {
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

std::vector<PartHandle> part_handles(const PartPlace& at, const Projection& in) {
  std::vector<PartHandle> handles;
  const auto unit = unit_at(at, in);
  if (!unit) return handles;
  const glm::vec2 middle(*in.camera.project(to_gpu(at.place), in.size));
  const auto add = [&](PartHandle handle) {
    const auto seen = in.camera.project(to_gpu(handle_place(at, handle, *unit)), in.size);
    if (!seen || !std::isfinite(seen->x) || !std::isfinite(seen->y)) return;
    handle.pixel = glm::vec2(*seen);
    const bool free = handle.kind == PartHandle::Kind::kMove;
    if (!free && glm::distance(handle.pixel, middle) < kAwayFromMiddle * in.scale) return;
    handles.push_back(handle);
  };
  add({PartHandle::Kind::kMove});
  for (int axis = 0; axis < 3; ++axis) {
    add({PartHandle::Kind::kArrow, axis});
    if (at.turns && !seen_from_the_side(at, in.camera, axis)) add({PartHandle::Kind::kTurn, axis});
  }
  return handles;
}

Eigen::Vector3d TurnArc::point(const PartPlace& at, double share) const {
  const double angle = 0.5 * std::numbers::pi * share;
  return at.place + radius * (std::cos(angle) * Eigen::Vector3d::Unit((axis + 1) % 3) +
                              std::sin(angle) * Eigen::Vector3d::Unit((axis + 2) % 3));
}

std::vector<TurnArc> turn_arcs(const PartPlace& at, const Projection& in) {
  std::vector<TurnArc> arcs;
  const auto unit = unit_at(at, in);
  if (!at.turns || !unit) return arcs;
  for (int axis = 0; axis < 3; ++axis) {
    if (!seen_from_the_side(at, in.camera, axis)) arcs.push_back({axis, *unit * kTurnRadius});
  }
  return arcs;
}

std::optional<PartPlace> place_of_aim(const lab::Scene& scene,
                                      std::span<const Eigen::Vector3d> targets, int i) {
  const auto at = static_cast<std::size_t>(i);
  if (at >= targets.size() || lab::aim_curve(scene, i) == nullptr) return std::nullopt;
  if (!targets[at].allFinite()) return std::nullopt;
  return PartPlace{.place = targets[at], .turns = true};
}

std::vector<AimHandle> aim_handles(const PartPlace& at, const Projection& in) {
  std::vector<AimHandle> handles;
  for (const PartHandle& handle : part_handles(at, in)) {
    if (handle.kind == PartHandle::Kind::kTurn) handles.push_back({handle.axis, handle.pixel});
  }
  return handles;
}

lab::Setup moved_part(const lab::Setup& setup, const ui::BodyPart& part, const PartPlace& at,
                      const Eigen::Vector3d& place) {
  const lab::Scene& scene = *setup.scene;
  const Eigen::Vector3d offset = at.world_from_parent.inverse() * place;
  if (part.kind == ui::BodyPart::Kind::kObstacle) {
    const auto i = static_cast<std::size_t>(part.index);
    ik::Obstacle obstacle = scene.obstacles[i];
    const Eigen::Vector3d shift = place - 0.5 * (obstacle.a + obstacle.b);
    const bool ball = obstacle.a == obstacle.b;
    obstacle.a += shift;
    obstacle.b = ball ? obstacle.a : Eigen::Vector3d(obstacle.b + shift);
    return lab::with_body(setup, lab::with_changed_obstacle(scene, i, obstacle));
  }
  if (part.kind == ui::BodyPart::Kind::kEffector) {
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
  if (part.kind == ui::BodyPart::Kind::kObstacle) {
    const auto i = static_cast<std::size_t>(part.index);
    const ik::Obstacle turned = lab::turned(before.obstacles[i], rotation);
    return lab::with_body(setup, lab::with_changed_obstacle(scene, i, turned));
  }
  if (part.kind == ui::BodyPart::Kind::kEffector) return setup;
  ik::Joint joint = scene.multibody.joint(scene.multibody.solver_index(part.index));
  joint.parent_from_joint.linear() =
      before.multibody.joint(before.multibody.solver_index(part.index)).parent_from_joint.linear();
  const Eigen::Matrix3d parent = at.world_from_parent.linear();
  joint = lab::turned(joint, parent.transpose() * rotation * parent);
  return lab::with_body(setup, lab::with_changed_joint(scene, part.index, joint));
}

void Grasp::let_go(const lab::Setup& setup, bool snap_back, ui::Edit& edit) {
  if (taken_back_) {
    // the state before the drag is restored already
  } else if (target() && moved_ && snap_back) {
    const auto at = static_cast<std::size_t>(held_target_);
    ui::set_target(held_target_, {setup.targets[at].curve, std::nullopt}, edit);
  } else if (link()) {
    const bool clicked = !moved_ && setup.pull && setup.pull->joint == link()->joint;
    if (clicked) ui::set_pull(std::nullopt, edit);
    // a part of the drag, which is undone as one
    if (moved_ && snap_back) edit.change(ui::kHoldLink).pull.reset();
  }
  held_.reset();
  axis_.reset();
}

void Grasp::take_back(ui::Edit& edit) {
  if (!held_) return;
  taken_back_ = true;
  axis_.reset();
  if (!moved_) return;
  edit.setup.nudge = nudge_before_;
  // with the name of the drag's own change: both merge, and undo lists no change
  if (link()) {
    edit.change(ui::kHoldLink).pull = pull_before_;
  } else if (part_handle() || aim_handle()) {
    edit.change(body_change()) = *setup_before_;
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

/// The plane in which the joints move the effector of the held target or the held link, if any.
std::optional<lab::Plane> Grasp::plane_of_held(const GraspTargets& things) const {
  if (part_handle() || aim_handle()) return std::nullopt;
  if (const auto pull = link()) {
    return lab::motion_plane(things.multibody, things.pose, things.mobility, pull->joint,
                             lab::pulled_point(things.pose, *pull));
  }
  return lab::motion_plane(things.multibody, things.pose, things.mobility, held_target_);
}

/// Name of the change made by the held handle of a part or an aim.
std::string Grasp::body_change() const {
  const lab::Scene& scene = *setup_before_->scene;
  if (aim_handle()) return "turn the aim of " + scene.multibody.effector(held_target_).name;
  const bool turns = part_handle()->kind == PartHandle::Kind::kTurn;
  return (turns ? "turn " : "move ") + ui::part_name(scene, held_part_);
}

/// The part that is turned; or the aim, at the place where the drag began: its target may move.
PartPlace Grasp::place_of_turned(const lab::Setup& setup, const GraspTargets& things) const {
  if (aim_handle()) return {.place = from_, .turns = true};
  return *place_of(*setup.scene, things.pose, held_part_);
}

/// Rotates the part or the aim about the handle's axis by the pointer's angle since the button was
/// pressed.
void Grasp::turn(const Pointer& pointer, const lab::Setup& setup, const GraspTargets& things,
                 ui::Edit& edit) {
  const PartPlace at = place_of_turned(setup, things);
  const auto aim = aim_handle();
  const Eigen::Vector3d axis = Eigen::Vector3d::Unit(aim ? aim->axis : part_handle()->axis);
  const auto arm = [&](glm::vec2 where) -> std::optional<Eigen::Vector3d> {
    const auto met = gfx::meet_plane(pointer.ray(where), to_gpu(at.place), to_gpu(axis));
    if (!met) return std::nullopt;
    return Eigen::Vector3d(to_world(*met) - at.place);
  };
  const auto from = arm(pointer.pressed), to = arm(pointer.pixel);
  if (!from || !to) return;
  turned_ = std::atan2(axis.dot(from->cross(*to)), from->dot(*to));
  axis_ = axis;
  const Eigen::Matrix3d rotation = Eigen::AngleAxisd(turned_, axis).toRotationMatrix();
  const lab::Scene& before = *setup_before_->scene;
  edit.change(body_change()) =
      aim ? lab::with_body(setup, lab::with_turned_aim(before, held_target_, rotation))
          : turned_part(setup, before, held_part_, at, rotation);
}

void Grasp::move_to(const Eigen::Vector3d& place, const lab::Setup& setup,
                    const GraspTargets& things, ui::Edit& edit) {
  if (part_handle()) {
    const PartPlace at = *place_of(*setup.scene, things.pose, held_part_);
    edit.change(body_change()) = moved_part(setup, held_part_, at, place);
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

std::optional<Grasp::Thing> Grasp::under_pointer(const Pointer& pointer, const lab::Setup& setup,
                                                 const GraspTargets& things) {
  const auto& [camera, size, scale] = pointer.in;
  const glm::vec2 pixel = pointer.pixel;
  if (things.part) {
    if (const auto at = place_of(*setup.scene, things.pose, *things.part)) {
      const auto handles = part_handles(*at, pointer.in);
      if (const auto handle = pick_handle(handles, pixel, scale)) return handle;
    }
  }
  if (things.selected && *things.selected < static_cast<int>(setup.targets.size())) {
    if (const auto at = place_of_aim(*setup.scene, things.targets, *things.selected)) {
      if (const auto turn = pick_handle(aim_handles(*at, pointer.in), pixel, scale)) return turn;
    }
    const auto& curve = setup.targets[static_cast<std::size_t>(*things.selected)].curve;
    const auto handles = seen_handles(curve, pointer.in);
    if (const auto seen = pick_handle(handles, pixel, scale)) return seen;
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
  if (aim_handle()) return !place_of_aim(*setup.scene, things.targets, held_target_);
  const auto seen = handle();
  return seen && !lab::has_handle(setup.targets[static_cast<std::size_t>(held_target_)].curve,
                                  seen->handle);
}

void Grasp::take(Thing thing, const lab::Setup& setup, const GraspTargets& things) {
  held_ = std::move(thing);
  moved_ = taken_back_ = false;
  constraint_ = -1;
  nudge_before_ = setup.nudge;
  if (link()) {
    pull_before_ = setup.pull;
  } else if (part_handle()) {
    setup_before_ = setup;
    held_part_ = *things.part;
    turned_ = 0.0;
  } else if (aim_handle()) {
    setup_before_ = setup;
    held_target_ = *things.selected;
    from_ = things.targets[static_cast<std::size_t>(held_target_)];
    turned_ = 0.0;
  } else {
    held_target_ = handle() ? *things.selected : *target();
    before_ = setup.targets[static_cast<std::size_t>(held_target_)];
  }
}

void Grasp::update(const gfx::Camera& camera, const ui::Area& view, const lab::Setup& setup,
                   const GraspTargets& things, bool snap_back, ui::Edit& edit) {
  const ImGuiIO& io = ImGui::GetIO();
  const auto pixel_at = [&view](ImVec2 place) {
    return glm::vec2(place.x - view.corner.x, place.y - view.corner.y);
  };
  const Pointer pointer{.in = {camera, {view.size.x, view.size.y}, things.scale},
                        .pressed = pixel_at(io.MouseClickedPos[0]),
                        .pixel = pixel_at(io.MousePos)};
  const glm::vec2 size = pointer.in.size, pixel = pointer.pixel;
  hovered_.reset();
  if (is_gone(setup, things)) held_.reset();
  if (held_ && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) return let_go(setup, snap_back, edit);

  if (!held_) {
    if (!is_inside(pixel, size) || io.WantCaptureMouse || things.covered || size.y <= 0.0f) return;
    hovered_ = under_pointer(pointer, setup, things);
    if (!hovered_ || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
    take(*hovered_, setup, things);
  }
  moved_ |= ImGui::IsMouseDragging(ImGuiMouseButton_Left, kClick);
  if (!moved_ || taken_back_) return;
  const auto part = part_handle();
  // each new body is a change of its own: none while the pointer rests
  const bool rests = io.MouseDelta.x == 0.0f && io.MouseDelta.y == 0.0f;
  if ((part || aim_handle()) && rests) return;
  if (aim_handle() || (part && part->kind == PartHandle::Kind::kTurn)) {
    return turn(pointer, setup, things, edit);
  }
  const auto seen = handle();
  std::optional<int> own_axis;
  if (seen && seen->handle.kind == lab::CurveHandle::Kind::kAmplitude) own_axis = seen->handle.axis;
  if (part && part->kind == PartHandle::Kind::kArrow) own_axis = part->axis;
  const Constraint constraint = own_axis ? static_cast<Constraint>(*own_axis) : constraint_now();
  const auto plane = constraint == kView ? plane_of_held(things) : std::nullopt;
  if (constraint != constraint_) {
    // a drag begins where the button was pressed
    const gfx::Ray ray = pointer.ray(constraint_ < 0 ? pointer.pressed : pixel);
    constraint_ = constraint;
    from_ = place_of_held(setup, things);
    if (plane && target()) from_ = plane->projected(from_);
    met_ = place(constraint, camera, plane, ray, to_gpu(from_)).value_or(to_gpu(from_));
  }
  axis_.reset();
  if (constraint <= kAlongZ) axis_ = Eigen::Vector3d::Unit(constraint);
  const auto met = place(constraint, camera, plane, pointer.ray(pixel), to_gpu(from_));
  if (!met) return;
  Eigen::Vector3d way = to_world(*met - met_);
  if (plane) way -= plane->normal * plane->normal.dot(way);
  const Eigen::Vector3d to = from_ + way;
  // near a plane's horizon one pixel is a long way
  if (glm::distance(to_gpu(to), camera.eye()) > 20.0f * camera.distance) return;
  move_to(to, setup, things, edit);
}

}  // namespace app
