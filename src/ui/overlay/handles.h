#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ui/kit/focus.h"
#include "ui/kit/theme.h"

namespace ui {

/// A handle of a curve on the screen, display coordinates.
struct HandleMark {
  ImVec2 point;
  std::optional<ImVec2> from;  ///< start of a line to the handle
  bool ring = false;           ///< drawn as a ring around a dot: it moves the whole curve
  std::string letter;          ///< beside it at rest; may be empty
  std::string reading;         ///< replaces the letter while hovered or dragged; may be empty
  bool lit = false;            ///< under the pointer, or dragged
};

/// Draws handles in one colour over the picture, behind all windows. Their size is the same at
/// every zoom. Their edge, in the colours of text and panel, stands out on any background.
/// \param view  area of the picture
/// \returns the rectangles of handles, letters and readings
std::vector<ItemRect> draw_handles(const Theme& theme, const Area& view, lab::Color color,
                                   std::span<const HandleMark> handles);

}  // namespace ui
