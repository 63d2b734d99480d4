#include "ui/plot/plot.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <imgui_internal.h>

#include "ui/kit/focus.h"
#include "ui/kit/hints.h"
#include "ui/kit/imgui_versions.h"
#include "ui/kit/widgets.h"

namespace ui {

namespace {

constexpr double kLargestRatio = 1e6;  // largest ratio of the ends of a logarithmic axis
constexpr float kTimeline = 20.0F;     // design points, from the pointer to a box above a timeline

/// Index of the point nearest to the pointer, in the first visible series.
std::optional<std::size_t> nearest_row(const lab::Plot& plot, const lab::Box& frame,
                                       float pointer) {
  for (const lab::Series& series : plot.series) {
    if (!series.visible || series.x.empty()) continue;
    const double x = lab::value_at(plot.x, (pointer - frame.left) / frame.width);
    const auto above = std::lower_bound(series.x.begin(), series.x.end(), x);
    auto row = static_cast<std::size_t>(above - series.x.begin());
    if (row == series.x.size()) --row;
    if (row > 0 && x - series.x[row - 1] < series.x[row] - x) --row;
    return row;
  }
  return std::nullopt;
}

void draw_reading(const Theme& theme, const lab::Plot& plot, const lab::Box& frame, std::size_t row,
                  double above) {
  std::optional<double> x;
  std::vector<double> values;
  for (const lab::Series& series : plot.series) {
    if (!x && series.visible && row < series.x.size()) x = series.x[row];
    values.push_back(row < series.y.size() ? series.y[row] : std::nan(""));
  }
  if (x) draw_cursor(theme, plot, frame, {*x, std::move(values)}, {.above = above});
}

struct Line {
  std::optional<lab::Color> color;
  std::string text;
  std::string value = {};  ///< in a column of its own
};

bool in_frame(const lab::Plot& plot, double x) { return x >= plot.x.min && x <= plot.x.max; }

std::string text_of(const lab::Axis& axis, double value) {
  const auto level = static_cast<std::size_t>(std::max(value, 0.0));
  if (level < axis.levels.size()) return axis.levels[level];
  return format("%.4g %s", value, axis.unit.c_str());
}

/// " Δ +0.02 m"; empty for named levels, and if a value is missing.
std::string difference(const lab::Axis& axis, double value, const CursorValues* from,
                       std::size_t i) {
  if (from == nullptr || i >= from->values.size() || !axis.levels.empty()) return {};
  const double change = value - from->values[i];
  return std::isnan(change) ? std::string() : format("  Δ %+.4g %s", change, axis.unit.c_str());
}

/// The colour and the name of a series at x; with stretches, of the stretch at x.
std::pair<lab::Color, std::string> look_at(const Theme& theme, const lab::Series& series,
                                           double x) {
  if (series.stretches.empty()) return {lab::on_ground(series.color, theme.dark), series.label};
  const lab::Stretch& stretch = lab::stretch_at(series.stretches, x);
  return {lab::on_ground(stretch.color, theme.dark), stretch.name};
}

void draw_dots(const Theme& theme, const lab::Plot& plot, const lab::Box& frame,
               const CursorValues& at) {
  ImGuiPainter painter(theme, *ImGui::GetWindowDrawList());
  const double x = lab::across(plot.x, frame, at.x);
  for (std::size_t i = 0; i < std::min(at.values.size(), plot.series.size()); ++i) {
    const lab::Series& series = plot.series[i];
    if (!series.visible || series.label.empty() || !lab::has_place(plot.y, at.values[i])) continue;
    const double y = lab::upwards(plot.y, frame, at.values[i]);
    painter.disc({x, std::clamp(y, frame.top, frame.bottom())}, theme.px(3.5F),
                 look_at(theme, series, at.x).first);
  }
}

/// Draws the box beside the cursor, in front of everything, inside the window, and where it covers
/// no curve of the plot: in the frame or, if curves fill it, above it and what the user points at.
void draw_box(const Theme& theme, const lab::Plot& plot, const lab::Box& frame, double x,
              double above, const std::vector<Line>& lines) {
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  ImGuiPainter painter(theme, list);
  lab::Letters letters = plot_style(theme).numbers;
  letters.color = to_lab(theme.color.text);
  const double dot = theme.px(12), margin = theme.px(6), row = letters.size + theme.px(2);
  double names = 0.0, values = 0.0, width = 0.0;
  for (const Line& line : lines) {
    const double wide = painter.text_width(line.text, letters) + (line.color ? dot : 0.0);
    double& column = line.value.empty() ? width : names;
    column = std::max(column, wide);
    values = std::max(values, painter.text_width(line.value, letters));
  }
  names += dot;
  width = std::max(width, values > 0.0 ? names + values : 0.0);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  lab::Box box{0.0, 0.0, width + 2.0 * margin,
               static_cast<double>(lines.size()) * row + 2.0 * margin};
  const double gap = theme.px(8);
  if (const auto free = lab::reading_place(plot, frame, x, {box.width, box.height}, gap)) {
    box.left = free->x;
    box.top = free->y;
  } else {
    // towards the farther end of the frame, so that the boxes of two plots do not overlap
    const bool right = x < frame.left + 0.5 * frame.width;
    box.left = right ? x + gap : x - gap - box.width;
    // the timeline that the pointer is at stays clear, and so does its hint
    double bottom = above;
    const double pointer = ImGui::GetIO().MousePos.y;
    if (pointer < above) bottom = std::min(bottom, pointer - theme.px(kTimeline));
    if (const auto hint = shown_hint()) bottom = std::min<double>(bottom, hint->min.y - gap);
    box.top = bottom - box.height;
  }
  box.left = std::max(0.0, std::min(box.left, display.x - box.width));
  box.top = std::max(0.0, std::min(box.top, display.y - box.height));

  const ImVec2 corner = vec({box.left, box.top}), end = vec({box.right(), box.bottom()});
  fill_rect(list, {corner, end}, faded(theme.color.panel, 0.94F), theme.px(4));
  list.AddRect(corner, end, packed(theme.color.border), theme.px(4));
  lab::Point at{box.left + margin, box.top + margin + 0.5 * row};
  for (const Line& line : lines) {
    if (line.color) painter.disc({at.x + theme.px(3), at.y}, theme.px(3), *line.color);
    painter.text({at.x + (line.color ? dot : 0.0), at.y}, line.text, letters, lab::Align::kLeft);
    painter.text({at.x + names, at.y}, line.value, letters, lab::Align::kLeft);
    at.y += row;
  }
}

}  // namespace

void draw_playhead(const Theme& theme, const lab::Plot& plot, const lab::Box& frame, double x) {
  if (!in_frame(plot, x)) return;
  const float at = std::round(static_cast<float>(lab::across(plot.x, frame, x)));
  const float top = static_cast<float>(frame.top), bottom = static_cast<float>(frame.bottom());
  const ImU32 color = packed(theme.color.accent);
  const float a = theme.px(4);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({at, top}, {at, bottom}, color, theme.px(1.5F));
  list.AddTriangleFilled({at - a, top - a}, {at + a, top - a}, {at, top + a}, color);
}

void draw_cursor(const Theme& theme, const lab::Plot& plot, const lab::Box& frame,
                 const CursorValues& at, const CursorBox& box) {
  if (!in_frame(plot, at.x)) return;
  ImGuiPainter painter(theme, *ImGui::GetWindowDrawList());
  const double x = lab::across(plot.x, frame, at.x);
  painter.line(std::array{lab::Point{x, frame.top}, lab::Point{x, frame.bottom()}},
               {to_lab(faded(theme.color.text, 0.5F)), 1.0});
  draw_dots(theme, plot, frame, at);
  std::string place = format("%s %.4g %s", plot.x.label.c_str(), at.x, plot.x.unit.c_str());
  const CursorValues* const from = box.from;
  if (from != nullptr) place += format("  Δ %+.4g %s", at.x - from->x, plot.x.unit.c_str());
  std::vector<Line> lines = {{std::nullopt, std::move(place)}};
  if (!plot.band.empty()) {
    const lab::Stretch& stretch = lab::stretch_at(plot.band, at.x);
    lines.push_back({lab::on_ground(stretch.color, theme.dark), stretch.name});
  }
  for (std::size_t i = 0; i < std::min(at.values.size(), plot.series.size()); ++i) {
    const lab::Series& series = plot.series[i];
    if (!series.visible || series.label.empty() || std::isnan(at.values[i])) continue;
    const auto [color, name] = look_at(theme, series, at.x);
    lines.push_back(
        {color, name, text_of(plot.y, at.values[i]) + difference(plot.y, at.values[i], from, i)});
  }
  for (std::size_t begin = 0; begin < box.note.size();) {
    const std::size_t end = std::min(box.note.find('\n', begin), box.note.size());
    lines.push_back({std::nullopt, box.note.substr(begin, end - begin)});
    begin = end + 1;
  }
  draw_box(theme, plot, frame, x, box.above.value_or(frame.top), lines);
}

void draw_anchor(const Theme& theme, const lab::Plot& plot, const lab::Box& frame,
                 const CursorValues& at) {
  if (!in_frame(plot, at.x)) return;
  ImGuiPainter painter(theme, *ImGui::GetWindowDrawList());
  const double x = lab::across(plot.x, frame, at.x);
  painter.line(std::array{lab::Point{x, frame.top}, lab::Point{x, frame.bottom()}},
               {to_lab(theme.color.text), theme.px(1.5F), theme.px(4)});
  draw_dots(theme, plot, frame, at);
}

void calm(lab::Axis& axis) {
  if (axis.logarithmic) {
    axis.max = std::pow(10.0, std::ceil(std::log10(axis.max) - 1e-9));
    axis.min = std::max(axis.min, axis.max / kLargestRatio);
    return;
  }
  if (!(axis.max > 0.0) || !std::isfinite(axis.max)) return;
  const double decade = std::pow(10.0, std::floor(std::log10(axis.max)));
  for (const double factor : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0}) {
    if (axis.max > factor * decade) continue;
    axis.max = factor * decade;
    return;
  }
}

void draw_plot(const Theme& theme, const char* id, const lab::Plot& plot, ImVec2 size,
               const char* help) {
  ImGui::PushID(id);
  press_area("##plot", size);
  ImGui::PopID();
  const bool hovered = ImGui::IsItemHovered();
  const double above = ImGui::GetItemRectMin().y;
  ImGuiPainter painter(theme, *ImGui::GetWindowDrawList());
  const lab::PlotStyle style = plot_style(theme);
  const lab::PlotLayout layout =
      lab::lay_out(plot, box_of(ImGui::GetItemRectMin(), size), style, painter);
  const lab::Box& frame = layout.frame;
  lab::draw(plot, layout, style, painter);

  if (!hovered || !lab::has_room(frame, style)) return;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  if (pointer.y < frame.top) return hint(theme, help);
  if (const auto row = nearest_row(plot, frame, pointer.x)) {
    draw_reading(theme, plot, frame, *row, above);
  }
}

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
    fill_rect(list, {{a.x - pad, a.y}, {a.x + size.x + pad, a.y + size.y}},
              faded(theme.color.panel, 0.9F), theme.px(3));
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

ScatterItem scatter_item(const Theme& theme, const char* group, const lab::Scatter& figure,
                         ImVec2 size, double near, std::string_view help) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGuiPainter painter(theme, *ImGui::GetWindowDrawList());
  const lab::PlotStyle style = plot_style(theme);
  const lab::ScatterLayout layout = lab::lay_out(figure, box_of(corner, size), style, painter);
  lab::draw(figure, layout, style, painter);
  const auto id = in_id(group);
  press_area("##figure", size);
  mark(group, "figure", Access::kPointer);
  hint_in(theme, corner, {corner.x + size.x, vec({0.0, layout.frame.top}).y}, help);
  if (!ImGui::IsItemHovered()) return {layout.frame, std::nullopt};
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  return {layout.frame,
          lab::dot_at(figure, layout.frame, {pointer.x, pointer.y}, style.unit, near * style.unit)};
}

}  // namespace ui
