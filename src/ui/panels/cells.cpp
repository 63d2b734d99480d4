#include "ui/panels/cells.h"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

/// Begin and length of part i of n along a side, with gaps between the parts.
struct Part {
  float begin, length;
};
Part part_of(float begin, float length, std::size_t i, std::size_t n, float gap) {
  const auto edge = [&](std::size_t k) {
    return std::round(begin + (length + gap) * static_cast<float>(k) / static_cast<float>(n));
  };
  return {edge(i), std::max(edge(i + 1) - gap - edge(i), 0.0F)};
}

/// Height of the largest rectangle of the wanted shape in a picture of that grid.
float largest_picture(Grid grid, ImVec2 area, const CellStyle& style) {
  const auto side = [&style](float length, std::size_t n) {
    return (length + style.gap) / static_cast<float>(n) - style.gap;
  };
  const float width = side(area.x, grid.columns);
  const float height = side(area.y, grid.rows) - style.caption;
  return std::min(width / style.shape, height);
}

}  // namespace

CellStyle cell_style(const Theme& theme, float shape) { return {theme.px(2), theme.px(22), shape}; }

Grid grid_for(std::size_t count, ImVec2 area, const CellStyle& style) {
  Grid best{1, std::max<std::size_t>(count, 1)};
  for (std::size_t columns = best.columns; columns-- > 1;) {
    const Grid grid{(count + columns - 1) / columns, columns};
    const float gain = largest_picture(grid, area, style) - largest_picture(best, area, style);
    const bool fuller = grid.rows * grid.columns < best.rows * best.columns;
    if (gain > 0.0F || (gain == 0.0F && fuller)) best = grid;
  }
  return best;
}

std::vector<Cell> cells_of(std::size_t count, const Area& area, const CellStyle& style) {
  const Grid grid = grid_for(count, area.size, style);
  std::vector<Cell> cells;
  for (std::size_t row = 0; row < grid.rows; ++row) {
    const Part y = part_of(area.corner.y, area.size.y, row, grid.rows, style.gap);
    const float caption = std::min(style.caption, y.length);
    for (std::size_t column = 0; column < grid.columns; ++column) {
      const Part x = part_of(area.corner.x, area.size.x, column, grid.columns, style.gap);
      cells.push_back({{{x.begin, y.begin}, {x.length, y.length}},
                       {{x.begin, y.begin}, {x.length, caption}},
                       {{x.begin, y.begin + caption}, {x.length, y.length - caption}}});
    }
  }
  return cells;
}

std::optional<std::size_t> cell_at(std::span<const Cell> cells, std::size_t count, ImVec2 point) {
  for (std::size_t i = 0; i < std::min(count, cells.size()); ++i) {
    const ImVec2 a = cells[i].whole.corner, b = cells[i].whole.end();
    if (point.x >= a.x && point.y >= a.y && point.x < b.x && point.y < b.y) return i;
  }
  return std::nullopt;
}

bool is_clicked() {
  const ImGuiIO& io = ImGui::GetIO();
  constexpr float kClick = 3.0F;  // longest movement of a click
  return ImGui::IsMouseReleased(ImGuiMouseButton_Left) && !io.MouseDownOwned[0] &&
         io.MouseDragMaxDistanceSqr[0] <= kClick * kClick;
}

void click_cells(std::span<const Cell> cells, Edit& edit) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!is_clicked()) return;
  const std::size_t count = edit.setup.lanes.size();
  const auto pressed = cell_at(cells, count, io.MouseClickedPos[0]);
  if (!pressed || pressed != cell_at(cells, count, io.MousePos)) return;
  bring_to_front(*pressed, edit);
}

std::optional<Area> empty_cells(std::span<const Cell> cells, std::size_t count) {
  if (cells.size() <= count) return std::nullopt;
  const ImVec2 corner = cells[count].whole.corner, last = cells.back().whole.end();
  return Area{corner, last - corner};
}

}  // namespace ui
