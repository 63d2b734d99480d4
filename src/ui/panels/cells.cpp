#include "ui/panels/cells.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/widgets.h"
#include "ui/overlay/labels.h"

namespace ui {
namespace {

constexpr float kDraggedEdge = 6.0F;  // design points, more than half an edge that can be dragged

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

Area clear_of_edges(const Theme& theme, const Area& part) {
  const float edge = theme.px(kDraggedEdge);
  return {{part.corner.x + edge, part.corner.y + edge},
          {part.size.x - 2.0F * edge, part.size.y - 2.0F * edge}};
}

std::optional<Area> empty_cells(std::span<const Cell> cells, std::size_t count) {
  if (cells.size() <= count) return std::nullopt;
  const ImVec2 corner = cells[count].whole.corner, last = cells.back().whole.end();
  return Area{corner, last - corner};
}

std::vector<std::optional<ImVec2>> place_boxes(std::span<const ImVec2> points,
                                               std::span<const ImVec2> sizes, const Area& area,
                                               std::span<const ItemRect> taken) {
  const ImVec2 end = area.end();
  std::vector<ItemRect> boxes(taken.begin(), taken.end());
  std::vector<std::optional<ImVec2>> corners;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ImVec2 size = sizes[i];
    const auto within = [](float x, float least, float most) {
      return std::max(std::min(x, most), least);
    };
    const float x = within(points[i].x, area.corner.x, end.x - size.x);
    const float wish = within(points[i].y - size.y, area.corner.y, end.y - size.y);
    const auto is_free = [&](float y) {
      constexpr float kRounding = 0.01F;  // display coordinates
      const float top = y + kRounding, foot = y + size.y - kRounding;
      if (top < area.corner.y || foot > end.y || x + size.x > end.x + kRounding) return false;
      return std::ranges::none_of(boxes, [&](const ItemRect& box) {
        const bool beside = x >= box.max.x || x + size.x <= box.min.x;
        return !beside && top < box.max.y && foot > box.min.y;
      });
    };
    // the wished height, or one just above or below another box
    std::vector<float> heights{wish};
    for (const ItemRect& box : boxes) {
      heights.push_back(box.min.y - size.y);
      heights.push_back(box.max.y);
    }
    std::erase_if(heights, [&](float y) { return !is_free(y); });
    const auto nearest =
        std::ranges::min_element(heights, {}, [wish](float y) { return std::abs(y - wish); });
    corners.emplace_back();
    if (nearest == heights.end()) continue;
    corners.back() = {x, *nearest};
    boxes.push_back({{x, *nearest}, {x + size.x, *nearest + size.y}});
  }
  return corners;
}

std::vector<ItemRect> drawn_only(const std::vector<std::optional<ItemRect>>& names) {
  std::vector<ItemRect> drawn;
  for (const std::optional<ItemRect>& name : names) {
    if (name) drawn.push_back(*name);
  }
  return drawn;
}

std::vector<std::optional<ItemRect>> draw_lane_names(const Theme& theme, const Area& area,
                                                     std::span<const LaneName> labels) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  ImFont* const font = theme.font.small;
  const float pad = theme.px(5), away = theme.px(14);
  std::vector<ImVec2> points, sizes;
  for (const LaneName& label : labels) {
    points.push_back({label.point.x + away, label.point.y - away});
    sizes.push_back({text_width(font, label.text.c_str()) + 2.0F * pad + theme.px(12),
                     line_height(font) + theme.px(6)});
  }
  const std::vector<ItemRect> windows = windows_over({area.corner, area.end()});
  const auto corners = place_boxes(points, sizes, clear_of_edges(theme, area), windows);
  std::vector<std::optional<ItemRect>> places(labels.size());
  list.PushClipRect(area.corner, area.end(), true);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!corners[i]) continue;
    const ImVec2 a = *corners[i];
    const ImVec4 ink = ink_of(theme, labels[i].color);
    list.AddLine(labels[i].point, {a.x, a.y + 0.5F * sizes[i].y}, packed(ink), theme.px(1.3F));
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!corners[i]) continue;
    const ImVec2 a = *corners[i], b{a.x + sizes[i].x, a.y + sizes[i].y};
    const float middle = 0.5F * (a.y + b.y);
    fill_rect(list, {a, b}, faded(theme.color.panel, 0.85F), theme.px(4));
    swatch(theme, labels[i].color, {a.x + pad, middle}, 4, list);
    write(list, font, {a.x + pad + theme.px(12), std::floor(middle - 0.5F * line_height(font))},
          theme.color.text, labels[i].text);
    places[i] = ItemRect{a, b};
  }
  list.PopClipRect();
  return places;
}

}  // namespace ui
