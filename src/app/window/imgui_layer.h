#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "app/window/glfw_window.h"
#include "ui/kit/theme.h"

namespace app {

/// The fonts of the system. A page has none.
class SystemFonts {
 public:
  /// A font with outlines that has the sign, as fontconfig ranks them; none: there is none. The
  /// bytes last as long as this object.
  std::optional<ui::SystemFont> font_with(ImWchar sign);

 private:
  std::map<std::string, std::string> files_;  // bytes by path
};

/// The sign as the browser draws it; none on a desktop.
std::optional<ui::SignPicture> picture_of_sign(ImWchar sign, int height);

/// What the theme is made for.
struct Appearance {
  bool dark = false;
  bool contrast = false;  ///< more contrast than usual
  bool touch = false;     ///< larger controls, for fingers
};

/// Theme, fonts and their texture, at the present density of the window.
///
/// \pre a context of Dear ImGui with its backend for OpenGL, for construction and set()
class Look {
 public:
  Look();

  /// Sets the theme; loads fonts again only if the density or the signs have changed. Call it
  /// between frames. Both densities are limited to ui::kMinScale … ui::kMaxScale.
  /// \returns whether the texture of the fonts is another one
  /// \param pixels_per_point      pixels per design point
  /// \param pixels_per_coordinate pixels per window coordinate
  bool set(const Appearance& wanted, float pixels_per_point, float pixels_per_coordinate);
  /// Sets the signs beyond the usual ones that texts contain; the next set() loads them.
  void set_signs(const std::set<ImWchar>& signs);
  const ui::Theme& theme() const { return theme_; }

 private:
  // the font atlas refers to both
  ui::FontFiles font_files_;
  SystemFonts system_fonts_;
  ui::FurtherSigns further_;
  bool loaded_ = false;  // the atlas has the further signs
  ui::Theme theme_;
  float resolution_ = 0.0F;
};

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
