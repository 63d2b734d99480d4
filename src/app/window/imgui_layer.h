#pragma once

#include <vector>

#include "app/window/glfw_window.h"
#include "ui/kit/theme.h"

namespace app {

/// Dear ImGui with its two backends, for the window and for OpenGL.
class ImGuiLayer {
 public:
  explicit ImGuiLayer(GlfwWindow& window);
  ImGuiLayer(const ImGuiLayer&) = delete;
  ImGuiLayer& operator=(const ImGuiLayer&) = delete;
  ~ImGuiLayer();

  /// Makes the theme ready for these colours and this density, and does nothing where it is.
  /// \param pixels_per_point   of the design
  /// \param pixels_per_coordinate of the window: not 1 where its coordinates are no pixels
  void set_look(bool dark, lab::Color accent, float pixels_per_point, float pixels_per_coordinate);
  const ui::Theme& theme() const { return theme_; }

  /// Starts a frame. A key that was tapped since the last one, down and up again, is held down for
  /// this frame: Dear ImGui 1.86 looks at keys once a frame, and a slow frame outlasts a tap.
  void begin_frame();
  /// Draws the frame into the framebuffer that is bound.
  void draw();

 private:
  ui::FontFiles font_files_;  // the atlas refers to them
  ui::Theme theme_;
  float resolution_ = 0.0F;
  std::vector<int> tapped_, held_;  // keys: since the last frame, and only for that frame
};

}  // namespace app
