#pragma once

#include <imgui.h>

#include "lab/scene/colors.h"
#include "ui/kit/fonts.h"

namespace ui {

/// The colours of the panels. One accent, the method's; everything else is grey.
struct Colors {
  ImVec4 panel;      ///< behind the controls
  ImVec4 canvas;     ///< behind a plot
  ImVec4 border;     ///< lines between panels
  ImVec4 text;       ///< what is read first
  ImVec4 muted;      ///< labels, ticks, units
  ImVec4 control;    ///< a control at rest
  ImVec4 hovered;    ///< under the pointer
  ImVec4 active;     ///< pressed
  ImVec4 grid;       ///< lines of a plot
  ImVec4 accent;     ///< the method's
  ImVec4 on_accent;  ///< text on it
  ImVec4 record;     ///< recording, and trouble
};

/// Everything that panels need to know to look alike.
struct Theme {
  bool dark = false;
  float scale = 1.0F;  ///< size of a design point in the display's coordinates
  Colors color;
  Fonts font;

  /// A length of the design, in the display's coordinates on whole pixels.
  float px(float design_points) const {
    return static_cast<float>(static_cast<int>(design_points * scale + 0.5F));
  }
};

/// The palette for a method's colour.
Colors make_colors(bool dark, lab::Color accent);

/// Sets Dear ImGui's colours, paddings and roundings to the theme's.
void apply(const Theme& theme, ImGuiStyle& style);

/// A colour of the laboratory for panels; alpha from 0 to 1.
ImVec4 to_imgui(lab::Color color, float alpha = 1.0F);
lab::Color to_lab(ImVec4 color);
/// The same colour more transparent.
ImVec4 faded(ImVec4 color, float alpha);
/// As draw lists take it.
ImU32 packed(ImVec4 color);

}  // namespace ui
