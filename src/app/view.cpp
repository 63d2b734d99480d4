#include "app/view.h"

#include <cmath>

#include "app/aim_marks.h"
#include "app/input.h"

namespace app {

void View::frame(const lab::Scene& scene, const ui::Area& area) {
  if (area.size.x <= 0.0F || area.size.y <= 0.0F) return;
  aspect_ = area.size.x / area.size.y;
  camera_ = camera_for(scene, aspect_);
  moved_ = false;
}

void View::update(const Session& session, const ui::Area& area) {
  const lab::Scene& scene = session.tracker().scene();
  const bool other_scene = scene_changes_ != session.scene_changes();
  if (other_scene) {
    scene_changes_ = session.scene_changes();
    stage_ = measure(scene);
  }
  const bool other_shape = aspect_ != area.size.x / area.size.y;
  if (other_scene || (other_shape && !moved_)) frame(scene, area);
  moved_ |= move_camera(camera_, area);
}

void View::draw(const Session& session, const ui::Panels& panels, const ui::Area& area,
                unsigned framebuffer, float scale, int height, float pixel_scale) {
  const lab::Tracker& tracker = session.tracker();
  const lab::Color accent = lab::method_color(tracker.method_info());
  PictureStyle style;
  style.dark = panels.dark;
  style.method_color = {accent.r, accent.g, accent.b, 1.0F};
  make_picture(tracker.multibody(), tracker.pose(), tracker.targets(), &session.trails(), stage_,
               style, picture_);
  add_obstacles(tracker.scene().obstacles, style, picture_);
  add_aims(tracker.multibody(), tracker.pose(), tracker.targets(), tracker.aims(), stage_, style,
           picture_);
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
  renderer_.draw(picture_, camera_, viewport);
}

}  // namespace app
