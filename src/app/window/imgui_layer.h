#pragma once

#include <array>
#include <optional>

#include "app/window/glfw_window.h"
#include "app/window/look.h"

namespace app {

/// Dear ImGui with its backends for GLFW and OpenGL.
class ImGuiLayer {
 public:
  explicit ImGuiLayer(GlfwWindow& window);
  ImGuiLayer(const ImGuiLayer&) = delete;
  ImGuiLayer& operator=(const ImGuiLayer&) = delete;
  ~ImGuiLayer();

  Look& look() { return look_; }

  /// Starts a frame. \param expects_text whether a text field is about to get the focus
  void begin_frame(bool expects_text);
  /// Ends the frame. \returns what draw() draws
  ImDrawData& render();
  /// Draws the frame into the bound framebuffer, except ui::film_overlay(). Call it after render().
  void draw() { draw_lists(false); }
  /// Draws ui::film_overlay() into the bound framebuffer, after draw().
  void draw_film_overlay() { draw_lists(true); }

 private:
  void hand_over(const InputEvent& event);
  /// Sets pointer and modifiers to their state after the taken events, not to their current state.
  void place_input() const;
  static void draw_lists(bool of_overlay);

  GlfwWindow& window_;
  Look look_;
  std::optional<ImVec2> pointer_;                    // none before the first move
  std::array<bool, ImGuiMouseButton_COUNT> down_{};  // buttons of the pointer
};

}  // namespace app
