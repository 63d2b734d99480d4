#pragma once

#include "app/crowd/view.h"
#include "app/picture/grasp.h"
#include "app/picture/picture.h"
#include "app/session/session.h"
#include "gfx/draw/camera.h"
#include "gfx/render/renderer.h"
#include "ui/overlay/labels.h"

namespace app {

/// Moves a camera with the pointer: a left drag orbits; a right, middle or shift drag pans; the
/// wheel dollies. Call between ImGui::NewFrame and Render. Ignores the pointer while a panel uses
/// it. \returns true if the camera changed
bool move_camera(gfx::Camera& camera, const ui::Area& view);

/// The picture of the session's body, and the camera on it.
class View {
 public:
  /// Frames the scene with the camera. \param area part of the window with the picture
  void frame(const Session& session, const ui::Panels& panels, const ui::Area& area);

  /// Lets the pointer grasp a target or a link. Call before update(), which moves the camera only
  /// if nothing is held.
  void take_hold(const Session& session, const ui::Panels& panels, const ui::Area& area,
                 ui::Edit& edit);

  /// Frames the scene again if it has changed, or if the area's shape has changed and the user has
  /// not moved the camera; then moves the camera with the pointer.
  void update(const Session& session, const ui::Panels& panels, const ui::Area& area);

  /// \param crowd  null: none
  /// \param scale  pixels per window coordinate
  /// \param height of the window in pixels
  /// \param pixel_scale pixels per design point
  void draw(const Session& session, const ui::Panels& panels, const CrowdFrame* crowd,
            const ui::Area& area, unsigned framebuffer, float scale, int height, float pixel_scale);

  /// Writes the names of effectors and targets over the picture. Call between ImGui::NewFrame and
  /// Render, after the panels and update().
  void draw_names(const ui::Theme& theme, const Session& session, const ui::Panels& panels,
                  const ui::Area& area);

  /// Frames the whole crowd with the camera.
  void frame_crowd(const CrowdFrame& crowd, const ui::Area& area);
  /// Adds the times and counts of drawing the crowd.
  void tell(ui::CrowdShown& shown) const { crowd_.tell(shown); }

 private:
  void add_maths(const Session& session, const ui::MathsPanel& panel, const PictureStyle& style);
  void add_lanes(const Session& session, const ui::LanesPanel& panel, const PictureStyle& style);

  gfx::Renderer renderer_;
  gfx::Picture picture_;
  gfx::Camera camera_;
  Stage stage_;
  Grasp grasp_;
  CrowdView crowd_;
  ui::LabelPlaces label_places_;
  std::size_t apart_ = 0;  // number of bodies beside the front one
  int scene_changes_ = -1;
  bool moved_ = false;  // by the user
  float aspect_ = 0.0F;
};

}  // namespace app
