#include "ui/plot/heat_map.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <imgui_internal.h>

#include "ui/kit/focus.h"
#include "ui/kit/imgui_versions.h"
#include "ui/kit/widgets.h"
#include "ui/plot/imgui_painter.h"

namespace ui {
namespace {

/// The position of a value on an axis, clamped to 0 … 1.
double place_on(const lab::Axis& axis, double value) {
  if (std::isinf(value)) return value > 0.0 ? 1.0 : 0.0;
  return lab::has_place(axis, value) ? std::clamp(lab::place(axis, value), 0.0, 1.0) : 0.0;
}

}  // namespace

int map_index(double share, int count) {
  return std::clamp(static_cast<int>(share * count), 0, count - 1);
}

std::optional<MapCell> cell_by_keys(const MapCell& size, const MapCell& begin) {
  const ImGuiID id = ImGui::GetItemID();
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID walks = id + 1, column = id + 2, row = id + 3;
  const bool began = storage.GetBool(walks);
  storage.SetBool(walks, has_focus(id));
  if (!has_focus(id)) return std::nullopt;
  const Arrows arrows = arrows_for(id);
  const auto move = [&](ImGuiID which, int count, int first, int steps) {
    constexpr int kSteps = 32;  // over a fine map
    const int step = ImGui::GetIO().KeyShift ? 1 : std::max(1, count / kSteps);
    const int now = began ? storage.GetInt(which) : first;
    const int next = std::clamp(now + step * steps, 0, count - 1);
    storage.SetInt(which, next);
    return next;
  };
  return MapCell{move(column, size.column, begin.column, arrows.across),
                 move(row, size.row, begin.row, arrows.up), is_item_pressed(id)};
}

std::optional<MapReading> map_item(const Theme& theme, const char* id, const lab::HeatMap& map,
                                   const lab::MapLayout& layout,
                                   const std::array<double, 2>& present, const char* help) {
  const lab::Box &cells = layout.cells, &heading = layout.heading;
  ImGui::SetCursorScreenPos(vec({cells.left, cells.top}));
  ImGui::PushID(id);
  press_area("##map", vec({cells.width, cells.height}));
  ImGui::PopID();
  // a press by a key also makes it active
  const bool held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const bool hovered = ImGui::IsItemHovered();
  const auto keys =
      cell_by_keys({map.columns, map.rows}, {map_index(place_on(map.x, present[0]), map.columns),
                                             map_index(place_on(map.y, present[1]), map.rows)});
  hint_in(theme, vec({heading.left, heading.top}), vec({heading.right(), heading.bottom()}), help);
  if (keys && !held) {
    return MapReading{keys->column, keys->row,
                      lab::value_at(map.x, (keys->column + 0.5) / map.columns),
                      lab::value_at(map.y, (keys->row + 0.5) / map.rows), keys->taken};
  }
  if (!held && !hovered) return std::nullopt;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const double across = std::clamp((pointer.x - cells.left) / cells.width, 0.0, 1.0);
  const double up = std::clamp((cells.bottom() - pointer.y) / cells.height, 0.0, 1.0);
  return MapReading{map_index(across, map.columns), map_index(up, map.rows),
                    lab::value_at(map.x, across), lab::value_at(map.y, up), held};
}

void draw_knob(const Theme& theme, const lab::HeatMap& map, const lab::Box& cells,
               const std::array<double, 2>& at) {
  ImGuiPainter painter(theme, *ImGui::GetWindowDrawList());
  const lab::Point point{cells.left + cells.width * place_on(map.x, at[0]),
                         cells.bottom() - cells.height * place_on(map.y, at[1])};
  const lab::Pen thin{{1.0F, 1.0F, 1.0F, 0.6F}, 1.0};
  painter.line(std::array{lab::Point{cells.left, point.y}, lab::Point{cells.right(), point.y}},
               thin);
  painter.line(std::array{lab::Point{point.x, cells.top}, lab::Point{point.x, cells.bottom()}},
               thin);
  // larger than any mark, so that it can be grabbed over one
  const double r = theme.px(7);
  painter.disc(point, r, {1.0F, 1.0F, 1.0F});
  painter.disc(point, r - theme.px(1.5F), {0.08F, 0.08F, 0.1F});
  painter.disc(point, r - theme.px(2.5F), to_lab(theme.color.accent));
  for (const auto& [axis, value] : {std::pair(&map.x, at[0]), std::pair(&map.y, at[1])}) {
    if (!std::isinf(value)) continue;
    // beyond the map: a label at its edge
    const std::string text = axis->label + " off";
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float pad = theme.px(4), away = theme.px(10) + pad;
    const bool left = point.x - cells.left > cells.right() - point.x;
    const ImVec2 a{static_cast<float>(point.x) + (left ? -away - size.x : away),
                   static_cast<float>(std::clamp(point.y, cells.top, cells.bottom() - size.y))};
    list.AddRectFilled({a.x - pad, a.y}, {a.x + size.x + pad, a.y + size.y},
                       packed(faded(theme.color.panel, 0.9F)), theme.px(3));
    list.AddText(a, packed(theme.color.text), text.c_str());
  }
}

void frame_cell(const Theme& theme, const lab::HeatMap& map, const lab::Box& cells, int column,
                int row) {
  ImGuiPainter painter(theme, *ImGui::GetWindowDrawList());
  const lab::Box box = lab::cell_box(map, cells, column, row);
  const lab::Point corner{box.left, box.top};
  lab::draw_outlined(
      std::array{corner, lab::Point{box.right(), box.top}, lab::Point{box.right(), box.bottom()},
                 lab::Point{box.left, box.bottom()}, corner},
      plot_style(theme), painter);
}

}  // namespace ui
