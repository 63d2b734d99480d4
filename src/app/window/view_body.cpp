// The view of the part of the body that is chosen on the page "Body".
#include <algorithm>
#include <cmath>

#include "app/session/trails.h"
#include "app/window/view.h"
#include "lab/scene/number_text.h"
#include "lab/scene/settings.h"

namespace app {
namespace {

bool same_shape(const lab::Visual& a, const lab::Visual& b) {
  return a.joint == b.joint && a.shape == b.shape && a.color == b.color &&
         a.joint_from_shape.matrix() == b.joint_from_shape.matrix();
}

}  // namespace

/// Measures a new body, and reads its shapes if they differ.
void View::take_body(const Session& session) {
  const lab::Scene& scene = session.tracker().scene();
  const bool first = body_changes_ < 0;
  body_changes_ = session.body_changes();
  Stage stage = measure(scene);
  stage.skin = stage_.skin;
  stage.thickness = stage_.thickness;
  stage.trail = stage_.trail;
  if (first || !std::ranges::equal(visuals_, scene.visuals, same_shape)) {
    visuals_ = scene.visuals;
    stage.skin = std::make_shared<Skin>(scene.visuals);
    std::vector<std::string> notes = scene.notes;
    notes.insert(notes.end(), stage.skin->notes().begin(), stage.skin->notes().end());
    note_ = {notes.empty() ? "" : notes.front(), !stage.skin->notes().empty()};
    if (notes.size() > 1) note_.text += ", and " + std::to_string(notes.size() - 1) + " more";
  }
  stage_ = stage;
}

/// Whether a point of the body is outside of the picture.
bool View::reaches_out_of(const ui::Area& picture, const ik::Pose& pose) const {
  const std::vector<Eigen::Vector3d> points = points_of(pose);
  return std::ranges::any_of(points, [&](const Eigen::Vector3d& point) {
    const auto seen = camera_.project(to_gpu(point), {picture.size.x, picture.size.y});
    return !seen || seen->x < 0.0F || seen->y < 0.0F || seen->x > picture.size.x ||
           seen->y > picture.size.y;
  });
}

void View::add_chosen_part(const lab::Tracker& tracker, const ui::BuildPanel& panel,
                           LanePicture& drawn) const {
  const auto part = ui::chosen_part(panel, tracker.scene());
  if (!part) return;
  const auto at = place_of(tracker.scene(), tracker.pose(), *part);
  const auto seen = cells_.size() > drawn.lane ? cells_[drawn.lane].picture.size : shown_size_;
  if (!at) return;
  add_part(*at, camera_, {seen.x, seen.y}, scale_, stage_, drawn.style.dark, drawn.picture);
}

/// During a drag: the new offset or angle. Otherwise: the effect of the handle under the pointer.
std::string View::part_reading(const lab::Scene& scene, const ui::BodyPart& part) const {
  const auto handle = grasp_.part_handle();
  if (!handle) return {};
  const std::string axis(1, "xyz"[handle->axis]);
  if (handle->kind == PartHandle::Kind::kTurn) {
    if (!grasp_.holds()) return "turn about " + axis;
    return "turned by " + lab::number_text(std::round(lab::kDegrees * grasp_.turned()), 4) + "°";
  }
  if (!grasp_.holds()) {
    return handle->kind == PartHandle::Kind::kArrow ? "move along " + axis : "move";
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

/// \returns the rectangles of the handles
std::vector<ui::ItemRect> View::draw_part_handles(const ui::Theme& theme,
                                                  const lab::Tracker& tracker,
                                                  const ui::BuildPanel& panel,
                                                  const ui::Area& picture, bool reads) const {
  const auto part = ui::chosen_part(panel, tracker.scene());
  const auto at = part ? place_of(tracker.scene(), tracker.pose(), *part) : std::nullopt;
  if (!at) return {};
  return app::draw_part_handles(theme, picture, *at, camera_, scale_,
                                reads ? grasp_.part_handle() : std::nullopt,
                                part_reading(tracker.scene(), *part));
}

}  // namespace app
