#pragma once

#include <optional>

#include "lab/view/spectrum.h"
#include "ui/kit/theme.h"

namespace ui {

/// An entry of a matrix.
struct MatrixCell {
  int row, column;
};

/// Height in which the cells of a matrix have their full size, at this width.
float matrix_height(const Theme& theme, const lab::MatrixView& view, float width);

/// Draws a matrix as coloured cells, with numbers and names where they fit. The cells fill the room
/// until they hold their numbers in large digits with some space around. Scrolls if there are
/// more cells than fit. The hint shows the entry under the pointer with its names and unit.
/// \returns the entry under the pointer
std::optional<MatrixCell> draw_matrix(const Theme& theme, const lab::MatrixView& view, ImVec2 size);

}  // namespace ui
