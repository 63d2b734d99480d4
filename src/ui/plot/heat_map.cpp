#include "ui/plot/heat_map.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/widgets.h"

namespace ui {
namespace {

constexpr float kNumbers = 44.0F, kScaleGap = 6.0F, kScale = 8.0F, kNumbersGap = 3.0F,
                kLeastNumbers = 28.0F;
constexpr int kScaleSteps = 48;

/// The colour of a share of the scale. Finer than the eye, and far quicker than to mix it anew for
/// every cell of every frame.
ImU32 color_of_scale(double share) {
  constexpr std::size_t kSteps = 1024;
  static const auto colors = [] {
    std::array<ImU32, kSteps> table{};
    for (std::size_t i = 0; i < kSteps; ++i) {
      table[i] = packed(to_imgui(lab::color_at(static_cast<double>(i) / (kSteps - 1))));
    }
    return table;
  }();
  return colors[static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * (kSteps - 1) + 0.5)];
}

/// The cells of a map on the screen.
struct HeatMapCanvas {
  ImVec2 min, max;
  const lab::HeatMap& map;

  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
  /// Of the lower left corner of a cell, on whole pixels, so that no seam shows.
  float x(int column) const {
    return std::round(min.x +
                      width() * static_cast<float>(column) / static_cast<float>(map.columns));
  }
  float y(int row) const {
    return std::round(max.y - height() * static_cast<float>(row) / static_cast<float>(map.rows));
  }
  ImVec2 middle(int column, int row) const {
    return {0.5F * (x(column) + x(column + 1)), 0.5F * (y(row) + y(row + 1))};
  }
};

void write(ImDrawList& list, ImFont* font, ImVec2 at, ImVec4 color, const char* text) {
  list.AddText(font, font->FontSize * font->Scale, at, packed(color), text);
}

ImVec2 size_of(ImFont* font, const char* text) {
  return font->CalcTextSizeA(font->FontSize * font->Scale, 1e6F, 0.0F, text);
}

std::string name_of(const lab::Axis& axis) {
  return axis.unit.empty() ? axis.label : axis.label + " [" + axis.unit + "]";
}

/// The share of an axis at which a value stands, on it.
float share_of(const lab::Axis& axis, double value) {
  if (axis.logarithmic && !(value > 0.0)) return 0.0F;
  const double share = std::isinf(value) ? 1.0 : lab::place(axis, value);
  return std::isnan(share) ? 0.0F : static_cast<float>(std::clamp(share, 0.0, 1.0));
}

void draw_cells(const Theme& theme, ImDrawList& list, const HeatMapCanvas& canvas) {
  const lab::HeatMap& map = canvas.map;
  list.AddRectFilled(canvas.min, canvas.max, packed(theme.color.canvas));
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      const double value = map.value(column, row);
      if (std::isnan(value)) continue;
      list.AddRectFilled({canvas.x(column), canvas.y(row + 1)},
                         {canvas.x(column + 1), canvas.y(row)},
                         color_of_scale(lab::place(map.scale, value)));
    }
  }
}

/// Light about dark, so that it shows on every colour.
template <class Stroke>
void twice(const Theme& theme, const Stroke& stroke) {
  stroke(IM_COL32(255, 255, 255, 255), theme.px(3));
  stroke(IM_COL32(20, 20, 24, 255), theme.px(1.3F));
}

void draw_outline(const Theme& theme, ImDrawList& list, const HeatMapCanvas& canvas) {
  twice(theme, [&](ImU32 color, float width) {
    for (const auto& [x0, y0, x1, y1] : canvas.map.outline) {
      list.AddLine({canvas.x(x0), canvas.y(y0)}, {canvas.x(x1), canvas.y(y1)}, color, width);
    }
  });
}

/// The knob: larger than any mark, so that it can be taken where both are.
void draw_point(const Theme& theme, ImDrawList& list, const HeatMapCanvas& canvas,
                const std::array<double, 2>& point) {
  const ImVec2 at{canvas.min.x + canvas.width() * share_of(canvas.map.x, point[0]),
                  canvas.max.y - canvas.height() * share_of(canvas.map.y, point[1])};
  const ImU32 light = IM_COL32(255, 255, 255, 150);
  list.AddLine({canvas.min.x, at.y}, {canvas.max.x, at.y}, light);
  list.AddLine({at.x, canvas.min.y}, {at.x, canvas.max.y}, light);
  const float r = theme.px(7);
  list.AddCircleFilled(at, r, IM_COL32(255, 255, 255, 255), 32);
  list.AddCircleFilled(at, r - theme.px(1.5F), IM_COL32(20, 20, 24, 255), 32);
  list.AddCircleFilled(at, r - theme.px(2.5F), packed(theme.color.accent), 32);
}

void draw_axes(const Theme& theme, ImDrawList& list, const HeatMapCanvas& canvas, float left,
               bool numbers) {
  const Colors& c = theme.color;
  ImFont* font = theme.font.small_numbers;
  const lab::HeatMap& map = canvas.map;
  // the axis is named at the end of its numbers, where these leave room
  const std::string x_name = name_of(map.x);
  const float name_left = canvas.max.x - size_of(theme.font.small, x_name.c_str()).x;
  float free = canvas.min.x - theme.px(8);
  for (const lab::Tick& tick : map.x_ticks) {
    const float x = std::round(canvas.min.x + canvas.width() * share_of(map.x, tick.value));
    list.AddLine({x, canvas.max.y}, {x, canvas.max.y + theme.px(3)}, packed(c.border));
    const float width = size_of(font, tick.text.c_str()).x;
    const float at = std::clamp(x - 0.5F * width, canvas.min.x - theme.px(8),
                                canvas.max.x + theme.px(8) - width);
    if (at < free) continue;
    write(list, font, {at, canvas.max.y + theme.px(3)}, c.muted, tick.text.c_str());
    free = at + width + theme.px(6);
  }
  if (free + theme.px(4) < name_left) {
    write(list, theme.font.small, {name_left, canvas.max.y + theme.px(3)}, c.muted, x_name.c_str());
  }
  if (!numbers) return;
  float above = canvas.max.y + theme.px(8);
  for (const lab::Tick& tick : map.y_ticks) {
    const float y = std::round(canvas.max.y - canvas.height() * share_of(map.y, tick.value));
    const ImVec2 size = size_of(font, tick.text.c_str());
    if (y + 0.5F * size.y > above) continue;
    above = y - 0.5F * size.y;
    list.AddLine({canvas.min.x - theme.px(3), y}, {canvas.min.x, y}, packed(c.border));
    const float at = std::max(left, canvas.min.x - size.x - theme.px(5));
    write(list, font, {at, y - 0.5F * size.y}, c.muted, tick.text.c_str());
  }
}

void draw_scale(const Theme& theme, ImDrawList& list, const HeatMapCanvas& canvas) {
  const float left = canvas.max.x + theme.px(kScaleGap), right = left + theme.px(kScale);
  const auto y = [&canvas](double share) {
    return canvas.max.y - canvas.height() * static_cast<float>(share);
  };
  for (int i = 0; i < kScaleSteps; ++i) {
    list.AddRectFilled({left, std::round(y((i + 1.0) / kScaleSteps))},
                       {right, std::round(y(1.0 * i / kScaleSteps))},
                       color_of_scale((i + 0.5) / kScaleSteps));
  }
  ImFont* font = theme.font.small_numbers;
  float above = canvas.max.y + theme.px(20);
  for (const lab::Tick& tick : canvas.map.scale_ticks) {
    const ImVec2 size = size_of(font, tick.text.c_str());
    const float middle = y(lab::place(canvas.map.scale, tick.value));
    if (middle + 0.5F * size.y > above) continue;
    above = middle - 0.5F * size.y;
    write(list, font, {right + theme.px(kNumbersGap), above}, theme.color.muted, tick.text.c_str());
  }
}

}  // namespace

float map_numbers_width(const Theme& theme) { return theme.px(kNumbers); }
float map_scale_width(const Theme& theme, const lab::HeatMap& map) {
  float numbers = theme.px(kLeastNumbers);
  for (const lab::Tick& tick : map.scale_ticks) {
    numbers = std::max(numbers, size_of(theme.font.small_numbers, tick.text.c_str()).x);
  }
  return theme.px(kScaleGap + kScale + kNumbersGap) + numbers;
}

void draw_mark(const Theme& theme, ImDrawList& list, lab::HeatMap::MarkShape shape, ImVec2 at) {
  const float r = theme.px(4.5F), d = 1.25F * r;
  twice(theme, [&](ImU32 color, float width) {
    if (shape == lab::HeatMap::MarkShape::kRing) {
      list.AddCircle(at, r, color, 24, width);
    } else {
      list.AddQuad({at.x, at.y - d}, {at.x + d, at.y}, {at.x, at.y + d}, {at.x - d, at.y}, color,
                   width);
    }
  });
}

void frame_cell(const Theme& theme, const lab::HeatMap& map, ImVec2 min, ImVec2 max, int column,
                int row) {
  const HeatMapCanvas canvas{min, max, map};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  twice(theme, [&](ImU32 color, float width) {
    list.AddRect({canvas.x(column), canvas.y(row + 1)}, {canvas.x(column + 1), canvas.y(row)},
                 color, 0.0F, 0, width);
  });
}

std::optional<MapReading> draw_heat_map(const Theme& theme, const char* id, const lab::HeatMap& map,
                                        ImVec2 size, const MapExtras& extras) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float line = theme.font.small->FontSize * theme.font.small->Scale;
  const float left = extras.numbers ? map_numbers_width(theme) : 0.0F;
  const HeatMapCanvas canvas{
      {corner.x + left, corner.y + line + theme.px(5)},
      {corner.x + size.x - map_scale_width(theme, map), corner.y + size.y - line - theme.px(5)},
      map};
  ImGui::SetCursorScreenPos(canvas.min);
  ImGui::PushID(id);
  ImGui::InvisibleButton("##map",
                         {std::max(canvas.width(), 1.0F), std::max(canvas.height(), 1.0F)});
  ImGui::PopID();
  if (canvas.width() < theme.px(20) || canvas.height() < theme.px(16)) return std::nullopt;
  const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();

  ImDrawList& list = *ImGui::GetWindowDrawList();
  float title = canvas.min.x;
  if (extras.numbers) {
    const std::string name = name_of(map.y);
    write(list, theme.font.small, corner, theme.color.muted, name.c_str());
    title = std::max(title, corner.x + size_of(theme.font.small, name.c_str()).x + theme.px(14));
  }
  const std::string text = map.title + " [" + map.scale.unit + "]";
  write(list, theme.font.small, {title, corner.y}, theme.color.text, text.c_str());
  hint_in(theme, corner, {corner.x + size.x, canvas.min.y}, extras.help);
  draw_cells(theme, list, canvas);
  draw_axes(theme, list, canvas, corner.x, extras.numbers);
  draw_scale(theme, list, canvas);
  list.PushClipRect(canvas.min, canvas.max, true);
  if (extras.outline) draw_outline(theme, list, canvas);
  for (const lab::HeatMap::Mark& one : map.marks) {
    draw_mark(theme, list, one.shape, canvas.middle(one.column, one.row));
  }
  list.PopClipRect();
  if (extras.point) draw_point(theme, list, canvas, *extras.point);

  if (!held && !hovered) return std::nullopt;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const float across = std::clamp((pointer.x - canvas.min.x) / canvas.width(), 0.0F, 1.0F);
  const float up = std::clamp((canvas.max.y - pointer.y) / canvas.height(), 0.0F, 1.0F);
  const auto cell = [](float share, int count) {
    return std::min(count - 1, static_cast<int>(share * static_cast<float>(count)));
  };
  return MapReading{cell(across, map.columns), cell(up, map.rows), lab::value_at(map.x, across),
                    lab::value_at(map.y, up), held};
}

}  // namespace ui
