#include "app/window/view.h"

#include <algorithm>
#include <cmath>

#include "app/picture/effectors.h"
#include "app/picture/marks.h"

namespace app {
namespace {

constexpr float kLaneAlpha = 0.45F;  ///< opacity of ghosts: the front body stays visible

/// Number of bodies beside the front one.
std::size_t bodies_apart(const Session& session, const ui::LanesPanel& panel) {
  const bool row = panel.apart && panel.look != ui::LaneLook::kHidden;
  return row ? session.setup().lanes.size() - 1 : 0;
}

/// Offset of the n-th body beside the front one, n from 1: alternately to the right and the left.
glm::vec3 place_beside(std::size_t n, const Stage& stage) {
  const auto column = static_cast<float>((n + 1) / 2) * (n % 2 == 1 ? 1.0F : -1.0F);
  return {column * stage.width, 0.0F, 0.0F};
}

}  // namespace

bool move_camera(gfx::Camera& camera, const ui::Area& view) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantCaptureMouse || view.size.y <= 0.0F) return false;

  const bool inside = ImGui::IsMouseHoveringRect(
      view.corner, {view.corner.x + view.size.x, view.corner.y + view.size.y}, false);
  bool changed = false;
  if (inside && io.MouseWheel != 0.0F) {
    camera.dolly(io.MouseWheel);
    changed = true;
  }
  if (io.MouseDelta.x == 0.0F && io.MouseDelta.y == 0.0F) return changed;
  // a drag that began on a panel never gets here: WantCaptureMouse lasts as long as the drag
  const glm::vec2 drag{io.MouseDelta.x / view.size.y, io.MouseDelta.y / view.size.y};
  const bool left = ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0.0F);
  const bool other = ImGui::IsMouseDragging(ImGuiMouseButton_Right, 0.0F) ||
                     ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0.0F);
  if (other || (left && io.KeyShift)) {
    camera.pan(drag);
  } else if (left) {
    camera.orbit(drag);
  } else {
    return changed;
  }
  return true;
}

void View::frame(const Session& session, const ui::Panels& panels, const ui::Area& area) {
  if (area.size.x <= 0.0F || area.size.y <= 0.0F) return;
  aspect_ = area.size.x / area.size.y;
  std::vector<glm::vec3> offsets;
  const std::size_t others = bodies_apart(session, panels.lanes);
  for (std::size_t i = 1; i <= others; ++i) offsets.push_back(place_beside(i, stage_));
  camera_ = camera_for(session.tracker().scene(), aspect_, offsets);
  moved_ = false;
}

void View::take_hold(const Session& session, const ui::Panels& panels, const ui::Area& area,
                     ui::Edit& edit) {
  const lab::Tracker& tracker = session.tracker();
  const Holdable things{tracker.targets(), kTargetRadius * stage_.link_radius(),
                        tracker.multibody(), tracker.pose(), 1.2f * stage_.link_radius()};
  grasp_.update(camera_, area, session.setup(), things, panels.targets.snap_back, edit);
}

void View::update(const Session& session, const ui::Panels& panels, const ui::Area& area) {
  const bool other_scene = scene_changes_ != session.scene_changes();
  if (other_scene) {
    scene_changes_ = session.scene_changes();
    stage_ = measure(session.tracker().scene());
  }
  const bool other_shape = aspect_ != area.size.x / area.size.y;
  const bool other_row = apart_ != bodies_apart(session, panels.lanes);
  apart_ = bodies_apart(session, panels.lanes);
  if (other_scene || other_row || (other_shape && !moved_)) frame(session, panels, area);
  if (!grasp_.holds()) moved_ |= move_camera(camera_, area);
}

void View::frame_crowd(const CrowdFrame& crowd, const ui::Area& area) {
  if (area.size.x <= 0.0F || area.size.y <= 0.0F) return;
  frame_field(*crowd.field, stage_, area.size.x / area.size.y, camera_);
  moved_ = true;
}

void View::draw(const Session& session, const ui::Panels& panels, const CrowdFrame* crowd,
                const ui::Area& area, unsigned framebuffer, float scale, int height,
                float pixel_scale) {
  const lab::Tracker& tracker = session.tracker();
  const PictureStyle style{panels.dark,
                           to_gpu(lab::lane_color(session.setup(), session.setup().front))};
  make_picture(tracker, &session.trails(), stage_, style, picture_);
  add_rings(tracker.pose(), tracker.targets(), stage_, style.dark, camera_.eye(), glm::vec3(0.0F),
            picture_);
  add_lanes(session, panels.lanes, style);
  const lab::Diagnosis* diagnosis = session.diagnosis();
  if (panels.diagnosis.lit && diagnosis != nullptr &&
      *panels.diagnosis.lit < diagnosis->causes.size()) {
    add_highlight(tracker, diagnosis->causes[*panels.diagnosis.lit], stage_, style, picture_);
  }
  if (const auto target = grasp_.target()) {
    const auto i = static_cast<std::size_t>(*target);
    if (i < tracker.targets().size()) {
      add_grasp(tracker.targets()[i], grasp_.axis(), stage_, style, picture_);
    }
  }
  if (const auto link = grasp_.link(); link && link->joint < tracker.multibody().joint_count()) {
    add_pull(*link, tracker.pose(), stage_, style, picture_);
  }
  if (session.setup().pull) {
    add_pull(*session.setup().pull, tracker.pose(), stage_, style, picture_);
  }
  add_maths(session, panels.maths, style);
  if (panels.closed_form) {
    add_closed_form(tracker.multibody(), tracker.targets(), stage_, style, picture_);
  }

  const auto pixels = [scale](float length) {
    return static_cast<int>(std::lround(length * scale));
  };
  gfx::Viewport viewport;
  viewport.framebuffer = framebuffer;
  viewport.x = pixels(area.corner.x);
  viewport.width = pixels(area.size.x);
  viewport.height = pixels(area.size.y);
  viewport.y = height - pixels(area.corner.y) - viewport.height;
  viewport.pixel_scale = pixel_scale;
  gfx::Crowd* drawn = nullptr;
  if (crowd == nullptr) {
    crowd_.drop();
  } else if (viewport.width > 0 && viewport.height > 0) {
    widen_floor(*crowd->field, camera_, picture_.ground);
    drawn = &crowd_.take(*crowd, style, camera_, {viewport.width, viewport.height});
  }
  renderer_.draw(picture_, camera_, viewport, drawn);
}

void View::draw_names(const ui::Theme& theme, const Session& session, const ui::Panels& panels,
                      const ui::Area& area) {
  if (!panels.targets.names) return;
  ui::draw_labels(theme, area, named_pairs(session.tracker(), camera_, stage_, area), label_places_,
                  *ImGui::GetBackgroundDrawList());
}

void View::add_maths(const Session& session, const ui::MathsPanel& panel,
                     const PictureStyle& style) {
  const lab::Tracker& tracker = session.tracker();
  if (panel.ellipsoids) {
    add_ellipsoids(lab::velocity_ellipsoids(tracker), stage_, style, picture_);
  }
  const lab::Spectrum& spectrum = session.spectrum();
  if (!panel.directions || spectrum.components.empty()) return;
  const std::size_t last = spectrum.components.size() - 1;
  const auto i = static_cast<Eigen::Index>(std::min(panel.hovered.value_or(last), last));
  add_singular_direction(tracker.multibody(), tracker.pose(), spectrum.U.col(i), spectrum.V.col(i),
                         stage_, style, picture_);
}

void View::add_lanes(const Session& session, const ui::LanesPanel& panel,
                     const PictureStyle& style) {
  if (panel.look == ui::LaneLook::kHidden) return;
  const lab::Setup& setup = session.setup();
  const lab::Bench& bench = session.timeline().bench();
  std::size_t place = 0;
  for (std::size_t i = 0; i < bench.size(); ++i) {
    if (i == setup.front) continue;
    const float alpha = panel.look == ui::LaneLook::kGhosts ? kLaneAlpha : 1.0F;
    const gfx::Color color = to_gpu(lab::on_ground(lab::lane_color(setup, i), style.dark), alpha);
    ++place;
    const glm::vec3 offset = panel.apart ? place_beside(place, stage_) : glm::vec3(0.0F);
    const lab::Tracker& tracker = bench.tracker(i);
    add_companion(tracker.multibody(), tracker.pose(), stage_, color, offset, picture_);
    if (panel.apart) add_targets(tracker.targets(), stage_, style, offset, picture_);
  }
}

}  // namespace app
