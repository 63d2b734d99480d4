#pragma once

#include <imgui.h>

#include <functional>
#include <string>

#include "lab/scene/colors.h"
#include "ui/kit/signs.h"

namespace ui {

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

/// Reads the font files.
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

/// The colours of the panels: shades of grey, a calm blue-grey for chosen or active things, red for
/// trouble and ochre for warnings. None of them is the colour of a method or an effector.
struct Colors {
  ImVec4 panel;      ///< background of the controls
  ImVec4 canvas;     ///< background of a plot
  ImVec4 border;     ///< lines between panels
  ImVec4 text;       ///< main text
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

/// Limits of pixels per design point: smaller letters cannot be read, and larger fonts are too
/// large for a texture.
inline constexpr float kMinScale = 0.25F, kMaxScale = 8.0F;

/// Least side of a control for fingers, design points.
inline constexpr float kFinger = 40.0F;

/// Colours, fonts and scale of all panels.
struct Theme {
  bool dark = false;
  bool touch = false;  ///< controls are as large as fingers need
  float scale = 1.0F;  ///< display coordinates per design point
  Colors color;
  Fonts font;

  /// A length in design points, in display coordinates, rounded to whole pixels.
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

/// The colour of a hexadecimal code such as 0x1b1e23.
ImVec4 hex(unsigned code);
/// \param alpha factor from 0 to 1
ImVec4 to_imgui(lab::Color color, float alpha = 1.0F);
lab::Color to_lab(ImVec4 color);
/// The colour with its alpha multiplied by `alpha`.
ImVec4 faded(ImVec4 color, float alpha);
/// The colour in the format of ImDrawList.
ImU32 packed(ImVec4 color);

/// Height of a line and width of a text in a font, display coordinates.
float line_height(const ImFont* font);
float text_width(const ImFont* font, const char* text);

}  // namespace ui
