#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "lab/scene/colors.h"

namespace ui {

/// A font of the system.
struct SystemFont {
  const std::string* bytes;  ///< the whole font file
  int number = 0;            ///< which font in the file

  bool operator==(const SystemFont&) const = default;
};

/// A sign as a picture, from the top of its line.
struct SignPicture {
  int width = 0, height = 0;        ///< pixels
  std::vector<std::uint8_t> alpha;  ///< (width × height) opacities, row by row
};

/// Signs beyond the letters and symbols that the window itself writes, and where they come from.
struct FurtherSigns {
  std::set<ImWchar> signs;
  /// The system's font for a sign, if any has it. May be empty. The bytes must outlive the atlas.
  std::function<std::optional<SystemFont>(ImWchar sign)> font = {};
  /// The sign as the platform draws it, for lines of that height in pixels. May be empty.
  std::function<std::optional<SignPicture>(ImWchar sign, int height)> picture = {};
};

/// Adds the signs of a text that the window itself does not write. Signs that Dear ImGui cannot
/// draw, beyond U+FFFF, count as U+FFFD.
/// \param text UTF-8
void add_further_signs(std::string_view text, std::set<ImWchar>& signs);

/// Whether the window itself writes the sign: Latin, Greek, mathematical symbols.
bool is_usual_sign(ImWchar sign);

/// A box with the sign's number in four hexadecimal digits, for lines of that height in pixels.
SignPicture numbered_box(ImWchar sign, int height);

/// The fonts of the panels: Inter for words, JetBrains Mono for numbers, and DejaVu Sans for the
/// mathematical symbols that these two lack. Owned by the atlas.
struct Fonts {
  ImFont* text = nullptr;
  ImFont* bold = nullptr;
  ImFont* title = nullptr;
  ImFont* small = nullptr;
  ImFont* numbers = nullptr;
  ImFont* small_numbers = nullptr;
};

/// The bytes of the font files; empty if a file is missing.
struct FontFiles {
  std::string text, bold, numbers, symbols;
};

/// \param read returns the bytes of a file, or an empty string if it does not exist
FontFiles find_fonts(const std::function<std::string(const char* path)>& read);

/// Fills the atlas. Dear ImGui's bitmap font replaces a missing file.
/// \param files      must outlive the building of the atlas, which refers to them
/// \param scale      display coordinates per design point
/// \param resolution pixels per display coordinate
/// \param further    where there are any, the atlas is built; a sign that neither the files nor the
///                   system have is a numbered_box()
Fonts load_fonts(ImFontAtlas& atlas, const FontFiles& files, float scale, float resolution = 1.0F,
                 const FurtherSigns& further = {});

/// Shades of grey, a calm blue-grey for chosen or active things, red for
/// trouble and ochre for warnings. None of them is the colour of a method or an effector.
struct Colors {
  ImVec4 panel;   ///< background of the controls
  ImVec4 canvas;  ///< background of a plot
  ImVec4 border;  ///< lines between panels
  ImVec4 text;
  ImVec4 muted;      ///< labels, ticks, units
  ImVec4 outline;    ///< outline of a control that is off
  ImVec4 control;    ///< a control at rest
  ImVec4 hovered;    ///< a control under the pointer
  ImVec4 active;     ///< a pressed control
  ImVec4 grid;       ///< grid lines of a plot
  ImVec4 accent;     ///< chosen, active, or filled up to a value
  ImVec4 on_accent;  ///< text on the accent
  ImVec4 record;     ///< recording, and errors
  ImVec4 alarm;      ///< red words, also in chosen rows and on controls
  ImVec4 caution;    ///< words of a warning, also there
  float chosen;      ///< opacity of the accent behind a chosen row
  float fill;        ///< opacity of the accent in a slider, up to its value
};

/// Pixels per design point; larger fonts would be too large for a texture.
inline constexpr float kMinScale = 0.25F, kMaxScale = 8.0F;

inline constexpr float kFinger = 40.0F;  ///< least side of a control for fingers, design points

struct Theme {
  bool dark = false;
  bool touch = false;  ///< controls are as large as fingers need
  float scale = 1.0F;  ///< display coordinates per design point
  Colors color;
  Fonts font;

  /// display coordinates, rounded to whole pixels
  float px(float design_points) const {
    return static_cast<float>(static_cast<int>(design_points * scale + 0.5F));
  }
  /// px() of a side of something to press; for fingers it is at least kFinger.
  float finger(float design_points) const {
    return px(touch && design_points < kFinger ? kFinger : design_points);
  }
};

/// \param contrast words and outlines have more of it: 7:1 and 4.5:1 at least
Colors make_colors(bool dark, bool contrast = false);

/// Sets Dear ImGui's colours, paddings and roundings from the theme.
void apply(const Theme& theme, ImGuiStyle& style);

ImVec4 hex(unsigned code);  ///< such as 0x1b1e23
/// \param alpha factor from 0 to 1
ImVec4 to_imgui(lab::Color color, float alpha = 1.0F);
lab::Color to_lab(ImVec4 color);
ImVec4 faded(ImVec4 color, float alpha);
/// A colour of plots and bodies, as it is seen on the panels.
ImVec4 ink_of(const Theme& theme, lab::Color color, float alpha = 1.0F);
ImU32 packed(ImVec4 color);

/// Sizes of text in the display's coordinates.
float line_height(const ImFont* font);
float text_width(const ImFont* font, const char* text);

inline ImVec2 operator+(ImVec2 a, ImVec2 b) { return {a.x + b.x, a.y + b.y}; }
inline ImVec2 operator-(ImVec2 a, ImVec2 b) { return {a.x - b.x, a.y - b.y}; }

/// Calls a function at the end of its scope, to end what was begun in Dear ImGui.
template <void (*end)()>
struct [[nodiscard]] Scope {
  Scope() = default;
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  ~Scope() { end(); }
};

inline Scope<ImGui::PopFont> in_font(ImFont* font) {
  ImGui::PushFont(font);
  return {};
}
inline Scope<ImGui::PopID> in_id(const char* id) {
  ImGui::PushID(id);
  return {};
}
inline Scope<ImGui::PopID> in_id(std::integral auto id) {
  ImGui::PushID(static_cast<int>(id));
  return {};
}
inline Scope<ImGui::EndTooltip> in_tooltip() {
  ImGui::BeginTooltip();
  return {};
}

}  // namespace ui
