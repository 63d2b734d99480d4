#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/scene/colors.h"
#include "ui/kit/focus.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// One cell of a grid of pictures: a caption above a picture.
struct Cell {
  Area whole, caption, picture;
};

/// Dimensions of a grid, display coordinates.
struct CellStyle {
  float gap = 2.0F;       ///< between cells
  float caption = 22.0F;  ///< height
  float shape = 1.3F;     ///< width / height of a body with its targets
};
CellStyle cell_style(const Theme& theme, float shape);

struct Grid {
  std::size_t rows = 1, columns = 1;

  bool operator==(const Grid&) const = default;
};

/// The grid for `count` cells with the largest pictures. The size of a picture is its largest
/// rectangle of shape `style.shape`. Among equal grids, the one with fewer empty cells.
Grid grid_for(std::size_t count, ImVec2 area, const CellStyle& style);

/// The cells of the grid, row by row, at whole coordinates. There may be more than `count`; the
/// last ones are then empty.
std::vector<Cell> cells_of(std::size_t count, const Area& area, const CellStyle& style);

/// Index of the cell at a point, if it is one of the first `count`.
std::optional<std::size_t> cell_at(std::span<const Cell> cells, std::size_t count, ImVec2 point);

/// A part of the picture without its edges, which can be dragged.
Area clear_of_edges(const Theme& theme, const Area& part);

/// Whether the left button was released after a click on the picture: without a drag, and not on a
/// window.
bool is_clicked();

/// A click, a press and release in one cell without a drag, brings the cell's lane to the front.
/// Call between ImGui::NewFrame and Render. Ignores clicks on windows.
void click_cells(std::span<const Cell> cells, Edit& edit);

/// The area of the empty cells at the end of a grid; none if every cell has a lane.
std::optional<Area> empty_cells(std::span<const Cell> cells, std::size_t count);

/// A lane's name at a point of the picture.
struct LaneName {
  ImVec2 point;
  std::string text;
  lab::Color color;
};

/// Corners of boxes beside their points, inside the area and without overlap. In their order, each
/// box takes the free place nearest to its point's height. A box without room is left out.
/// \param taken rectangles that no box covers
std::vector<std::optional<ImVec2>> place_boxes(std::span<const ImVec2> points,
                                               std::span<const ImVec2> sizes, const Area& area,
                                               std::span<const ItemRect> taken = {});

/// Draws the names beside their points, behind all windows and clear of them. A name without room
/// is left out. \returns the rectangle of each name; none: left out
std::vector<std::optional<ItemRect>> draw_lane_names(const Theme& theme, const Area& area,
                                                     std::span<const LaneName> names);

/// The rectangles of the names that were drawn.
std::vector<ItemRect> drawn_only(const std::vector<std::optional<ItemRect>>& names);

}  // namespace ui
