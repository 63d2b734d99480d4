#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ui/kit/items.h"
#include "ui/kit/theme.h"

namespace ui {

/// A handle of a curve on the screen, display coordinates.
struct HandleMark {
  ImVec2 point;
  std::optional<ImVec2> from;  ///< a line from there leads to the handle
  bool ring = false;           ///< drawn as a ring around a dot: it moves the whole curve
  std::string letter;          ///< beside it at rest; may be empty
  std::string reading;         ///< instead of the letter: what is hovered or dragged; may be empty
  bool lit = false;            ///< under the pointer, or dragged
};

/// Draws handles in a colour over the picture, behind all windows, with the same size at every
/// zoom. An edge in the colours of text and ground sets them off from what is behind them.
/// \param view  of the picture
/// \returns where the handles, letters and readings are
std::vector<ItemRect> draw_handles(const Theme& theme, const Area& view, lab::Color color,
                                   std::span<const HandleMark> handles);

}  // namespace ui
