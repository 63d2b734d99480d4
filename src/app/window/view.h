#pragma once

#include "app/crowd/view.h"
#include "app/picture/grasp.h"
#include "app/picture/picture.h"
#include "app/session/session.h"
#include "gfx/draw/camera.h"
#include "gfx/render/renderer.h"

namespace app {

/// Moves a camera with the pointer: left drag turns, right, middle or shift drag moves, the wheel
/// goes nearer. Between ImGui::NewFrame and Render, and only what the panels do not want.
/// \returns true if the camera changed
bool move_camera(gfx::Camera& camera, const ui::Area& view);

/// The picture of the session's body, and the camera on it.
class View {
 public:
  /// Looks at the scene as at the start. \param area of the window that the picture fills
  void frame(const Session& session, const ui::Panels& panels, const ui::Area& area);

  /// Lets the pointer take hold of a target or a link. Before update(), which moves the camera
  /// otherwise.
  void take_hold(const Session& session, const ui::Panels& panels, const ui::Area& area,
                 ui::Edit& edit);

  /// Looks anew where the scene is another one, or where the area has another shape and the user
  /// has not moved the camera; then moves it with the pointer.
  void update(const Session& session, const ui::Panels& panels, const ui::Area& area);

  /// \param panels the theme, and whether the closed form's ghosts are wanted
  /// \param crowd  null: there is none
  /// \param scale  pixels a coordinate of the window
  /// \param height of the window in pixels
  /// \param pixel_scale pixels a design point
  void draw(const Session& session, const ui::Panels& panels, const CrowdFrame* crowd,
            const ui::Area& area, unsigned framebuffer, float scale, int height, float pixel_scale);

  /// Looks at a whole crowd.
  void frame_crowd(const CrowdFrame& crowd, const ui::Area& area);
  /// Adds what drawing the crowd took.
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
  std::size_t apart_ = 0;  // bodies beside the front one
  int scene_changes_ = -1;
  bool moved_ = false;  // by the user
  float aspect_ = 0.0F;
};

}  // namespace app
