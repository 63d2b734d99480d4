#pragma once

#include <vector>

#include "app/window/glfw_window.h"
#include "ui/kit/theme.h"

namespace app {

/// Dear ImGui with its backends for GLFW and OpenGL.
class ImGuiLayer {
 public:
  explicit ImGuiLayer(GlfwWindow& window);
  ImGuiLayer(const ImGuiLayer&) = delete;
  ImGuiLayer& operator=(const ImGuiLayer&) = delete;
  ~ImGuiLayer();

  /// Sets the theme; loads fonts again only if the density has changed.
  /// \param pixels_per_point      pixels per design point
  /// \param pixels_per_coordinate pixels per window coordinate
  void set_look(bool dark, lab::Color accent, float pixels_per_point, float pixels_per_coordinate);
  const ui::Theme& theme() const { return theme_; }

  /// Starts a frame. A key pressed and released since the last frame counts as down in this frame:
  /// Dear ImGui 1.86 polls keys once a frame and would miss it.
  void begin_frame();
  /// Draws the frame into the bound framebuffer.
  void draw();

 private:
  ui::FontFiles font_files_;  // the font atlas refers to them
  ui::Theme theme_;
  float resolution_ = 0.0F;
  std::vector<int> tapped_, held_;  // keys: pressed since the last frame; down for one frame only
};

}  // namespace app
