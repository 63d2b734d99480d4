#pragma once

#include "ui/panels/laboratory.h"

namespace ui {

/// Where everything is in a window of some size.
struct Layout {
  Area column;  ///< scene, method, settings, run
  Area strip;   ///< plots and singular values
  Area time;    ///< the timeline, above them
  Area status;  ///< one line at the bottom
  Area view;    ///< what is left, for the picture
};

/// Nothing overlaps, and together the areas fill the window. Hidden panels have no size.
/// \param strip_height design points that the plots are wanted to have; 0 is the usual
Layout arrange(const Theme& theme, ImVec2 window, bool hidden, float strip_height = 0.0F);

/// Draws all panels and handles the keyboard shortcuts. Between ImGui::NewFrame and Render.
Edit draw(const Theme& theme, const Layout& layout, const Shown& shown, Panels& panels);

}  // namespace ui
