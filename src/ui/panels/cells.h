#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/run/timeline.h"
#include "lab/scene/colors.h"
#include "lab/track/reach.h"
#include "ui/kit/focus.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"
#include "ui/panels/ranking.h"

namespace ui {

struct Cell {
  Area whole, caption, picture;  ///< the caption is above the picture
};

struct CellStyle {
  float gap = 2.0F;       ///< between cells, display coordinates
  float caption = 22.0F;  ///< height, display coordinates
  float shape = 1.3F;     ///< width / height of a body with its targets
};
CellStyle cell_style(const Theme& theme, float shape);

struct Grid {
  std::size_t rows = 1, columns = 1;

  bool operator==(const Grid&) const = default;
};

/// The grid with the largest rectangles of shape `style.shape`; among equal ones the fullest.
Grid grid_for(std::size_t count, ImVec2 area, const CellStyle& style);

/// The cells of the grid, row by row, at whole coordinates; more than `count` if the last are
/// empty.
std::vector<Cell> cells_of(std::size_t count, const Area& area, const CellStyle& style);

/// Among the first `count`.
std::optional<std::size_t> cell_at(std::span<const Cell> cells, std::size_t count, ImVec2 point);

/// Whether the left button was released after a click on the picture, without a drag.
bool is_clicked();

/// A click on a cell brings its lane to the front. Call between ImGui::NewFrame and Render.
void click_cells(std::span<const Cell> cells, Edit& edit);

/// The empty cells at the end of a grid; none if every cell has a lane.
std::optional<Area> empty_cells(std::span<const Cell> cells, std::size_t count);

/// Height of the readings over the foot of a picture, display coordinates.
float readings_height(const Theme& theme);

/// Writes captions above the pictures of the cells, behind the windows: name, mean error, jitter
/// and rank, with the same detail in all; in narrow cells over the foot of the picture. Frames the
/// front lane's cell. An empty cell tells what the ranking means and how the front lane's effectors
/// follow. \param statuses of the front lane's effectors; may be empty \returns by lane: the
/// rectangle of readings over the picture, else of the caption
std::vector<ItemRect> draw_captions(
    const Theme& theme, const lab::Timeline& timeline, const Ranking& ranking,
    std::span<const Cell> cells, std::span<const std::optional<lab::EffectorStatus>> statuses = {});

}  // namespace ui
