#pragma once

#include <optional>
#include <string>

#include "ui/kit/focus.h"
#include "ui/kit/theme.h"

namespace ui {

/// A round length and its text.
struct ScaleLength {
  double metres;
  std::string text;  ///< with the unit that has the fewest digits: "200 µm", "0.5 m", "5 km"
};

/// The longest of 1, 2 and 5 times a power of ten that is at most `most`.
/// \param most m, positive and finite
ScaleLength round_length(double most);

/// Draws a bar of a round length in the lower left corner of the picture, valid at the camera's
/// focus. Draws nothing in a small picture, or where a window lies.
/// \param view  area of the picture
/// \param metres_per_coordinate at the focus
/// \param list  draw list behind the windows
/// \returns its rectangle
std::optional<ItemRect> draw_scale_bar(const Theme& theme, const Area& view,
                                       double metres_per_coordinate, ImDrawList& list);

}  // namespace ui
