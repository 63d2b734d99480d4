// The pointer in a view: what it can grasp and drag, and the handles for that.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/picture/marks.h"
#include "app/session/trails.h"
#include "app/window/view.h"
#include "lab/scene/number_text.h"
#include "lab/scene/settings.h"
#include "ui/panels/column.h"

namespace app {
namespace {

constexpr float kCourseAlpha = 0.9F;  // a selected target's curve
constexpr float kArcWidth = 2.0F, kMarkWidth = 2.4F, kAxisWidth = 1.6F;  // design points
constexpr float kMarkRadius = 2.0F;  // the ring around a part, link radii
constexpr int kArcPieces = 12, kRingPieces = 32;

constexpr std::array<lab::Color, 3> kAxisColors = {lab::hex(0xd1495b), lab::hex(0x3a9d5d),
                                                   lab::hex(0x3b7dd8)};
constexpr lab::Color kFreeColor = lab::hex(0x7433e8);  // a handle that moves in the picture

/// The place of a pixel of a picture in the window.
ImVec2 on_screen(const ui::Area& picture, glm::vec2 pixel) {
  return {picture.corner.x + pixel.x, picture.corner.y + pixel.y};
}

/// Whether the pointer is over a label.
bool is_under_pointer(const ui::PlacedLabel& label) {
  return ImGui::IsMouseHoveringRect(label.rect.min, label.rect.max, false);
}

}  // namespace

void View::take_hold(const Session& session, ui::Panels& panels, ui::Edit& edit) {
  const bool path = take_path(session, panels.path, edit);
  if (path || session.path().plays()) {
    grasp_ = {};
    panels.targets.dragged = path;
    if (!path) ui::click_cells(cells_, edit);
    return;
  }
  const lab::Bench& bench = session.timeline().bench();
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const bool held = grasp_.holds();
  if (!held) {
    held_in_ = ui::cell_at(cells_, bench.size(), pointer).value_or(session.setup().front);
  }
  held_in_ = std::min(held_in_, bench.size() - 1);
  const lab::Tracker& tracker = bench.tracker(held_in_);
  const ui::PlacedLabel* const label = held ? nullptr : label_under_pointer();
  const GraspTargets things{.targets = tracker.targets(),
                            .target_radius = kTargetRadius * stage_.link_radius(),
                            .multibody = tracker.multibody(),
                            .pose = tracker.pose(),
                            .link_radius = 1.2f * stage_.link_radius(),
                            .selected = panels.targets.selected,
                            .scale = scale_,
                            .covered = label != nullptr,
                            .part = panels.build.open
                                        ? ui::chosen_part(panels.build, *session.setup().scene)
                                        : std::nullopt,
                            .mobility = tracker.problem().mobility};
  const bool held_target =
      held && (grasp_.target() || grasp_.handle() || grasp_.part_handle() || grasp_.aim_handle());
  const std::string what = edit.what;
  grasp_.update(camera_, picture_of(held_in_), session.setup(), things, panels.targets.snap_back,
                edit);
  panels.targets.dragged = grasp_.holds();
  nudge(session, edit);
  if (!held && grasp_.holds() && grasp_.target()) panels.targets.selected = grasp_.target();
  if (!held && grasp_.holds() && grasp_.link() && panels.build.open) {
    panels.build.chosen = {ui::BodyPart::Kind::kJoint,
                           tracker.multibody().given_index(grasp_.link()->joint)};
    panels.build.refusal.clear();
  }
  if (label) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) panels.targets.selected = label->index;
  }
  if (!graspable() && !label) take_solution(session, panels.reach, edit);
  if (grasp_.handle() || grasp_.part_handle() || grasp_.aim_handle()) {
    ImGui::SetMouseCursor(grasp_.holds() ? ImGuiMouseCursor_ResizeAll : ImGuiMouseCursor_Hand);
  }
  // otherwise the click was for the handle, the target or the link
  if (!held_target && edit.what == what) ui::click_cells(cells_, edit);
}

/// While the run stands, the body follows a dragged target: an update for each movement. A dragged
/// link moves it without one.
void View::nudge(const Session& session, ui::Edit& edit) const {
  const lab::Timeline& run = session.timeline();
  const lab::Setup& before = run.setup();
  const bool link = grasp_.link().has_value();
  const bool drags = link || grasp_.target() || grasp_.handle() || grasp_.aim_handle();
  const bool moves = edit.setup.targets != before.targets || edit.setup.scene != before.scene ||
                     (link && edit.setup.pull != before.pull);
  if (session.playing() || !grasp_.holds() || !drags || !moves) return;
  if (run.bench().prepared() < 1.0) return;
  edit.setup.nudge = lab::next_nudge(run, edit.gesture);
  if (link) edit.setup.nudge->updates = 0;
}

/// A click on a solution's ghost or name takes it; a drag turns the camera.
void View::take_solution(const Session& session, ui::ReachPanel& panel, ui::Edit& edit) const {
  if (!panel.shows_ghosts(session.setup().frozen) || ImGui::GetIO().WantCaptureMouse) return;
  const ui::ReachShown reach = session.reach().shown();
  const ImGuiIO& io = ImGui::GetIO();
  std::optional<std::size_t> met;
  for (const ui::PlacedLabel& label : labels_) {
    if (label.kind != ui::LabelKind::kSolution || !is_under_pointer(label)) continue;
    met = static_cast<std::size_t>(label.index);
  }
  if (!met && reach.families.empty()) {
    const ui::Area& picture = picture_of(session.setup().front);
    const ImVec2 at{io.MousePos.x - picture.corner.x, io.MousePos.y - picture.corner.y};
    if (at.x < 0.0F || at.y < 0.0F || at.x >= picture.size.x || at.y >= picture.size.y) return;
    met = pick_solution(reach.solutions, session.tracker().multibody(), stage_, camera_,
                        {at.x, at.y}, {picture.size.x, picture.size.y});
  }
  if (!met || *met >= reach.solutions.size()) return;
  panel.lit = met;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ui::is_clicked()) {
    ui::start_at(reach.solutions[*met].theta, "take " + reach.solutions[*met].name, edit);
  }
}

void View::take_back(ui::Edit& edit) { grasp_.take_back(edit); }

bool View::graspable() const {
  return grasp_.target() || grasp_.link() || grasp_.handle() || grasp_.part_handle() ||
         grasp_.aim_handle() || path_hold_;
}

/// The label of an effector or a target under the pointer; null: none.
const ui::PlacedLabel* View::label_under_pointer() const {
  if (ImGui::GetIO().WantCaptureMouse) return nullptr;
  for (const ui::PlacedLabel& label : labels_) {
    const bool pair =
        label.kind == ui::LabelKind::kEffector || label.kind == ui::LabelKind::kTarget;
    if (pair && is_under_pointer(label)) return &label;
  }
  return nullptr;
}

/// Adds the selected target's curve, and the axis of a drag of its centre or point.
/// \param time the target's
void View::add_selected(const lab::Setup& setup, double time, const ui::TargetsPanel& panel,
                        LanePicture& drawn) {
  if (!panel.selected) return;
  const auto i = static_cast<std::size_t>(*panel.selected);
  const lab::TargetCurve& curve = setup.targets[i].curve;
  const std::optional<double> around = panel.whole ? std::nullopt : std::optional(time);
  if (course_.empty() || !(curve == course_of_) || around != course_around_) {
    course_of_ = curve;
    course_around_ = around;
    course_ = around ? lab::stretch_of(curve, *around) : lab::course_of(curve);
  }
  const gfx::Color color =
      to_gpu(lab::on_ground(lab::series_color(*panel.selected), drawn.style.dark), kCourseAlpha);
  const bool jumps = std::holds_alternative<lab::JumpCurve>(curve.shape());
  add_course(course_, jumps, color, drawn.picture);
  const auto handle = grasp_.handle();
  if (!handle || !grasp_.axis() || !lab::has_handle(curve, handle->handle)) return;
  const glm::vec3 at = to_gpu(place_of(curve, *handle));
  const glm::vec3 reach = 40.0F * stage_.link_length * to_gpu(*grasp_.axis());
  drawn.picture.lines.push_back({at - reach, at + reach, 1.2F, 0.0F, color});
}

/// The handles in one picture. \param reads write the value of a hovered or dragged handle
std::vector<ui::HandleMark> View::handle_marks(const lab::TargetCurve& curve,
                                               const ui::Area& picture, bool reads) const {
  const glm::vec2 size{picture.size.x, picture.size.y};
  const auto held = grasp_.handle();
  const auto center = camera_.project(to_gpu(lab::center_of(curve)), size);
  std::vector<ui::HandleMark> marks;
  for (SeenHandle seen : seen_handles(curve, {camera_, size, scale_})) {
    const bool lit = held && held->handle == seen.handle;
    if (lit) {
      // as at the start of the drag, so that it stays under the pointer
      seen = *held;
      const auto at = camera_.project(to_gpu(place_of(curve, seen)), size);
      if (!at) continue;
      seen.pixel = glm::vec2(*at);
    }
    ui::HandleMark mark{.point = on_screen(picture, seen.pixel),
                        .ring = seen.handle.kind == lab::CurveHandle::Kind::kCenter,
                        .lit = lit};
    if (seen.handle.kind == lab::CurveHandle::Kind::kAmplitude) {
      if (center) mark.from = on_screen(picture, glm::vec2(*center));
      if (cells_.empty()) mark.letter = "xyz"[seen.handle.axis];
    }
    if (lit && reads) {
      mark.reading = lab::handle_name(curve, seen.handle) + " " +
                     lab::handle_number(curve, seen.handle) + " m";
    }
    marks.push_back(std::move(mark));
  }
  return marks;
}

/// Marks the part that is chosen on the page "Body" in a picture: a ring that faces the eye, the
/// part's axis, and the rotation arcs.
void View::add_chosen_part(const lab::Tracker& tracker, const ui::BuildPanel& panel,
                           LanePicture& drawn) const {
  const auto part = ui::chosen_part(panel, tracker.scene());
  const auto at = part ? place_of(tracker.scene(), tracker.pose(), *part) : std::nullopt;
  if (!at) return;
  const bool dark = drawn.style.dark;
  gfx::Picture& picture = drawn.picture;
  const glm::vec3 middle = to_gpu(at->place);
  const gfx::Color color = highlight_color(dark);
  if (at->axis) {
    const glm::vec3 reach = 0.75F * stage_.link_length * to_gpu(*at->axis);
    picture.lines.push_back({middle - reach, middle + reach, kAxisWidth, 4.0F, color});
  }
  const float radius = kMarkRadius * stage_.link_radius();
  constexpr float kTurn = 2.0F * std::numbers::pi_v<float>;
  const auto on_ring = [&](int i) {
    const float angle = kTurn * static_cast<float>(i) / kRingPieces;
    return middle + radius * (std::cos(angle) * camera_.right() + std::sin(angle) * camera_.up());
  };
  add_curve(kRingPieces, on_ring, kMarkWidth, color, picture);
  add_arcs(*at, drawn);
}

/// Draws the arcs that turn something, each in the colour of its axis.
void View::add_arcs(const PartPlace& at, LanePicture& drawn) const {
  const ImVec2 size = picture_of(drawn.lane).size;
  for (const TurnArc& arc : turn_arcs(at, {camera_, {size.x, size.y}, scale_})) {
    const auto on_arc = [&](int i) { return to_gpu(arc.point(at, 1.0 * i / kArcPieces)); };
    const lab::Color& of_axis = kAxisColors[static_cast<std::size_t>(arc.axis)];
    add_curve(kArcPieces, on_arc, kArcWidth, to_gpu(lab::on_ground(of_axis, drawn.style.dark)),
              drawn.picture);
  }
}

/// Draws the arcs that turn the aim of the selected target.
void View::add_aim_arcs(const lab::Tracker& tracker, const ui::TargetsPanel& panel,
                        LanePicture& drawn) const {
  if (!panel.selected) return;
  const auto at = place_of_aim(tracker.scene(), tracker.targets(), *panel.selected);
  if (at) add_arcs(*at, drawn);
}

/// What turning about an axis does, and during a drag how far.
std::string View::turn_reading(int axis) const {
  if (!grasp_.holds()) return std::string("turn about ") + "xyz"[axis];
  return "turned by " + lab::number_text(std::round(lab::kDegrees * grasp_.turned()), 4) + "°";
}

/// During a drag: the new offset or angle. Otherwise: the effect of the handle under the pointer.
std::string View::part_reading(const lab::Scene& scene, const ui::BodyPart& part) const {
  const auto handle = grasp_.part_handle();
  if (!handle) return {};
  if (handle->kind == PartHandle::Kind::kTurn) return turn_reading(handle->axis);
  if (!grasp_.holds()) {
    if (handle->kind == PartHandle::Kind::kMove) return "move";
    return std::string("move along ") + "xyz"[handle->axis];
  }
  Eigen::Vector3d offset;
  if (part.kind == ui::BodyPart::Kind::kJoint) {
    const int j = scene.multibody.solver_index(part.index);
    offset = scene.multibody.joint(j).parent_from_joint.translation();
  } else if (part.kind == ui::BodyPart::Kind::kEffector) {
    offset = scene.multibody.effector(part.index).offset;
  } else {
    const ik::Obstacle& obstacle = scene.obstacles[static_cast<std::size_t>(part.index)];
    offset = 0.5 * (obstacle.a + obstacle.b);
  }
  std::string text;
  for (int i = 0; i < 3; ++i) {
    text += (i > 0 ? ", " : "") + lab::number_text(lab::rounded_to_digits(offset[i], 3), 3);
  }
  return text + " m";
}

/// Draws the handles of the chosen part over a picture, each axis in its own colour.
/// \param reads write what a hovered or dragged handle does
void View::draw_part_handles(const ui::Theme& theme, const lab::Tracker& tracker,
                             const ui::BuildPanel& panel, const ui::Area& picture, bool reads) {
  const auto part = ui::chosen_part(panel, tracker.scene());
  const auto at = part ? place_of(tracker.scene(), tracker.pose(), *part) : std::nullopt;
  if (!at) return;
  const std::optional<PartHandle> lit = reads ? grasp_.part_handle() : std::nullopt;
  const std::vector<PartHandle> handles =
      part_handles(*at, {camera_, {picture.size.x, picture.size.y}, scale_});
  for (int group = 0; group < 4; ++group) {
    std::vector<ui::HandleMark> marks;
    for (const PartHandle& handle : handles) {
      const bool free = handle.kind == PartHandle::Kind::kMove;
      if ((free ? 3 : handle.axis) != group) continue;
      ui::HandleMark mark{
          .point = on_screen(picture, handle.pixel), .ring = free, .lit = lit && lit->same(handle)};
      if (handle.kind == PartHandle::Kind::kArrow) {
        mark.from = on_screen(picture, handles.front().pixel);
        mark.letter = "xyz"[handle.axis];
      }
      if (mark.lit) mark.reading = part_reading(tracker.scene(), *part);
      marks.push_back(std::move(mark));
    }
    const lab::Color color = group < 3 ? kAxisColors[static_cast<std::size_t>(group)] : kFreeColor;
    ui::draw_handles(theme, picture, color, marks, handles_);
  }
}

/// Draws the handles of the arcs that turn the aim of target i.
/// \param reads write what a hovered or dragged handle does
void View::draw_aim_handles(const ui::Theme& theme, const lab::Tracker& tracker, int i,
                            const ui::Area& picture, bool reads) {
  const auto at = place_of_aim(tracker.scene(), tracker.targets(), i);
  if (!at) return;
  const auto lit = reads ? grasp_.aim_handle() : std::nullopt;
  for (const AimHandle& handle :
       aim_handles(*at, {camera_, {picture.size.x, picture.size.y}, scale_})) {
    ui::HandleMark mark{.point = on_screen(picture, handle.pixel),
                        .lit = lit && lit->axis == handle.axis};
    if (mark.lit) mark.reading = turn_reading(handle.axis);
    const lab::Color& color = kAxisColors[static_cast<std::size_t>(handle.axis)];
    ui::draw_handles(theme, picture, color, {&mark, 1}, handles_);
  }
}

void View::draw_handles(const ui::Theme& theme, const Session& session, const ui::Panels& panels) {
  handles_ = {};
  if (area_.size.y <= 0.0F) return;
  const lab::Setup& setup = session.setup();
  draw_path_handles(theme, session, panels.path);
  if (session.path().plays()) return;
  // a lane that was added in this frame has no cell yet
  const std::size_t pictures = cells_.empty() ? 1 : std::min(cells_.size(), setup.lanes.size());
  for (std::size_t i = 0; i < pictures; ++i) {
    const std::size_t lane = cells_.empty() ? setup.front : i;
    const ui::Area& picture = picture_of(lane);
    const bool reads = cells_.empty() || lane == held_in_;
    const lab::Tracker& tracker = session.timeline().bench().tracker(lane);
    if (panels.build.open) {
      draw_part_handles(theme, tracker, panels.build, picture, reads);
    }
    if (const auto target = panels.targets.selected) {
      const lab::TargetCurve& curve = setup.targets[static_cast<std::size_t>(*target)].curve;
      ui::draw_handles(theme, picture, lab::series_color(*target),
                       handle_marks(curve, picture, reads), handles_);
      draw_aim_handles(theme, tracker, *target, picture, reads);
    }
  }
}

}  // namespace app
