#pragma once

#include <functional>
#include <optional>

#include "lab/view/spectrum.h"
#include "ui/kit/theme.h"

namespace ui {

/// An entry under the pointer.
struct MatrixCell {
  int row, column;
};

/// Draws a matrix as coloured cells, with numbers and names where they fit; more cells than fit
/// scroll. On hover the entry with its names and unit.
std::optional<MatrixCell> draw_matrix(const Theme& theme, const lab::MatrixView& view, ImVec2 size);

/// A bar from the lowest colour at the foot to the highest, with the values of both ends.
/// \param color of a place from 0 to 1
void draw_color_bar(const Theme& theme, ImVec2 corner, ImVec2 size, const char* low,
                    const char* high, const std::function<lab::Color(double)>& color);

inline constexpr float kColorBar = 44.0F;  ///< design points, with its numbers

}  // namespace ui
