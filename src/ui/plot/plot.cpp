#include "ui/plot/plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ui/kit/widgets.h"
#include "ui/plot/legend.h"

namespace ui {
namespace {

constexpr double kMostDecades = 1e6;

/// The frame, and how values land in it. Says where a value stands as lab::place does, with what is
/// the same for all of them done once.
struct PlotCanvas : PlotFrame {
  PlotCanvas(const PlotFrame& frame, const lab::Plot& plot)
      : PlotFrame(frame), x_axis(plot.x), y_axis(plot.y), across(plot.x), up(plot.y) {}

  struct Scale {
    explicit Scale(const lab::Axis& axis)
        : logarithmic(axis.logarithmic),
          first(logarithmic ? std::log(axis.min) : axis.min),
          factor(1.0 / ((logarithmic ? std::log(axis.max) : axis.max) - first)) {}
    double place(double value) const {
      return ((logarithmic ? std::log(value) : value) - first) * factor;
    }
    bool logarithmic;
    double first, factor;
  };
  const lab::Axis& x_axis;
  const lab::Axis& y_axis;
  Scale across, up;

  float x(double value) const { return min.x + static_cast<float>(across.place(value)) * width(); }
  float y(double value) const {
    // far outside is as good as just outside, and fits into a float
    const double place = std::clamp(up.place(value), -1.0, 2.0);
    return max.y - static_cast<float>(place) * height();
  }
  bool shows(double value) const {
    return std::isfinite(value) && !(y_axis.logarithmic && value <= 0.0);
  }
};

void text_at(ImDrawList& list, ImFont* font, ImVec2 at, ImVec4 color, const char* text) {
  list.AddText(font, font->FontSize * font->Scale, at, packed(color), text);
}

ImVec2 text_size(ImFont* font, const char* text) {
  return font->CalcTextSizeA(font->FontSize * font->Scale, 1e6F, 0.0F, text);
}

/// "t [s]", or empty for an axis without a name.
std::string axis_name(const lab::Axis& axis) {
  return axis.label.empty() || axis.unit.empty() ? axis.label : axis.label + " [" + axis.unit + "]";
}

void draw_grid(const Theme& theme, ImDrawList& list, const PlotCanvas& canvas) {
  const Colors& c = theme.color;
  ImFont* font = theme.font.small_numbers;
  ImFont* font_up = canvas.y_axis.levels.empty() ? font : theme.font.small;
  list.AddRectFilled(canvas.min, canvas.max, packed(c.canvas));
  const int most_y = std::max(2, static_cast<int>(canvas.height() / theme.px(26)));
  for (const lab::Tick& tick : lab::ticks(canvas.y_axis, most_y)) {
    const float y = std::round(canvas.y(tick.value));
    list.AddLine({canvas.min.x, y}, {canvas.max.x, y}, packed(c.grid));
    const ImVec2 size = text_size(font_up, tick.text.c_str());
    text_at(list, font_up, {canvas.min.x - size.x - theme.px(6), y - 0.5F * size.y}, c.muted,
            tick.text.c_str());
  }
  // the axis is named at the end of its numbers, and a number in the way gives way
  const std::string name = axis_name(canvas.x_axis);
  const float name_left = canvas.max.x - text_size(theme.font.small, name.c_str()).x;
  text_at(list, theme.font.small, {name_left, canvas.max.y + theme.px(3)}, c.muted, name.c_str());
  const int most_x = std::max(2, static_cast<int>(canvas.width() / theme.px(64)));
  for (const lab::Tick& tick : lab::ticks(canvas.x_axis, most_x)) {
    const float x = std::round(canvas.x(tick.value));
    list.AddLine({x, canvas.min.y}, {x, canvas.max.y}, packed(c.grid));
    const ImVec2 size = text_size(font, tick.text.c_str());
    const float left =
        std::clamp(x - 0.5F * size.x, canvas.min.x - theme.px(8), canvas.max.x - size.x);
    if (!name.empty() && left + size.x + theme.px(6) > name_left) continue;
    text_at(list, font, {left, canvas.max.y + theme.px(3)}, c.muted, tick.text.c_str());
  }
}

/// Strokes what PathLineTo has gathered, in dashes.
void stroke_dashed(ImDrawList& list, ImU32 color, float width, float dash) {
  const ImVector<ImVec2> path = list._Path;  // AddLine uses the list's own for itself
  list.PathClear();
  float travelled = 0.0F;
  for (int i = 0; i + 1 < path.Size; ++i) {
    const float dx = path[i + 1].x - path[i].x, dy = path[i + 1].y - path[i].y;
    const float length = std::sqrt(dx * dx + dy * dy);
    for (float from = 0.0F; from < length;) {
      const float phase = std::fmod(travelled + from, 2.0F * dash);
      const bool on = phase < dash;
      // a hundredth of a pixel more, so that rounding cannot stop the way
      const float to = std::min(length, from + (on ? dash : 2.0F * dash) - phase + 0.01F);
      if (on) {
        list.AddLine({path[i].x + dx * from / length, path[i].y + dy * from / length},
                     {path[i].x + dx * to / length, path[i].y + dy * to / length}, color, width);
      }
      from = to;
    }
    travelled += length;
  }
}

/// Whether a path turns so sharply that its stroke would come to a point too thin to be seen: the
/// tip of a peak.
bool turns_back(const ImVector<ImVec2>& path, ImVec2 to) {
  if (path.Size < 2) return false;
  const ImVec2 at = path[path.Size - 1], from = path[path.Size - 2];
  const float ux = at.x - from.x, uy = at.y - from.y, vx = to.x - at.x, vy = to.y - at.y;
  const float along = ux * vx + uy * vy;
  return along < 0.0F && along * along > 0.8F * (ux * ux + uy * uy) * (vx * vx + vy * vy);
}

void draw_series(const Theme& theme, ImDrawList& list, const PlotCanvas& canvas,
                 const lab::Series& series) {
  const ImU32 color = packed(to_imgui(series.color));
  const float width = theme.px(1.6F);
  const auto flush = [&] {
    if (series.dashed) {
      stroke_dashed(list, color, width, theme.px(4));
    } else {
      list.PathStroke(color, 0, width);
    }
  };
  const auto line_to = [&](std::size_t row) {
    const ImVec2 to{canvas.x(series.x[row]), canvas.y(series.y[row])};
    if (series.stepped && !list._Path.empty()) list.PathLineTo({to.x, list._Path.back().y});
    if (turns_back(list._Path, to)) {
      const ImVec2 tip = list._Path.back();
      flush();
      list.PathLineTo(tip);
    }
    list.PathLineTo(to);
  };

  std::size_t row = 0;
  while (row < series.x.size()) {
    if (!canvas.shows(series.y[row])) {
      flush();
      ++row;
      continue;
    }
    // of all points in one column of pixels: the first, the least, the largest and the last
    const float column = std::floor(canvas.x(series.x[row]));
    const std::size_t first = row;
    std::size_t least = row, largest = row;
    for (++row; row < series.x.size() && canvas.shows(series.y[row]) &&
                std::floor(canvas.x(series.x[row])) == column;
         ++row) {
      if (series.y[row] < series.y[least]) least = row;
      if (series.y[row] > series.y[largest]) largest = row;
    }
    const std::size_t last = row - 1;
    line_to(first);
    const auto [one, other] = std::minmax(least, largest);
    if (one != first && one != last) line_to(one);
    if (other != first && other != last && other != one) line_to(other);
    if (last != first) line_to(last);
  }
  flush();
}

/// The title at the left and the legend at the right.
/// \returns whether there was room for all of the legend
bool draw_heading(const Theme& theme, ImDrawList& list, const lab::Plot& plot, ImVec2 corner,
                  float width, bool legend) {
  text_at(list, theme.font.small, corner, theme.color.text, plot.title.c_str());
  const float title = text_size(theme.font.small, plot.title.c_str()).x + theme.px(12);
  if (!legend || title + legend_width(theme, plot) > width) return false;
  draw_legend(theme, list, plot, legend_line(theme, plot, {corner.x + width, corner.y}), false);
  return true;
}

std::optional<PlotReading> read(const lab::Plot& plot, const PlotCanvas& canvas, float pointer) {
  for (const lab::Series& series : plot.series) {
    if (!series.visible || series.x.empty()) continue;
    const double x = lab::value_at(plot.x, (pointer - canvas.min.x) / canvas.width());
    const auto above = std::lower_bound(series.x.begin(), series.x.end(), x);
    auto row = static_cast<std::size_t>(above - series.x.begin());
    if (row == series.x.size()) --row;
    if (row > 0 && x - series.x[row - 1] < series.x[row] - x) --row;
    return PlotReading{series.x[row], row};
  }
  return std::nullopt;
}

void draw_reading(const Theme& theme, ImDrawList& list, const lab::Plot& plot,
                  const PlotCanvas& canvas, const PlotReading& reading) {
  const float x = canvas.x(reading.x);
  list.AddLine({x, canvas.min.y}, {x, canvas.max.y}, packed(faded(theme.color.text, 0.5F)));
  ImGui::BeginTooltip();
  ImGui::PushFont(theme.font.small_numbers);
  ImGui::Text("%s %.4g %s", plot.x.label.c_str(), reading.x, plot.x.unit.c_str());
  for (const lab::Series& series : plot.series) {
    if (!series.visible || series.label.empty() || reading.row >= series.y.size()) continue;
    const double y = series.y[reading.row];
    if (canvas.shows(y)) {
      const float at = std::clamp(canvas.y(y), canvas.min.y, canvas.max.y);
      list.AddCircleFilled({x, at}, theme.px(3.5F), packed(to_imgui(series.color)), 16);
    }
    ImGui::TextColored(to_imgui(series.color), "●");
    ImGui::SameLine();
    ImGui::Text("%s %.4g %s", series.label.c_str(), y, plot.y.unit.c_str());
  }
  ImGui::PopFont();
  ImGui::EndTooltip();
}

}  // namespace

PlotFrame plot_frame(const Theme& theme, const lab::Plot& plot, ImVec2 corner, ImVec2 size,
                     bool bare) {
  const float line = theme.font.small->FontSize * theme.font.small->Scale;
  const float left = theme.px(plot.y.levels.empty() ? 46 : 58);
  const float top = bare ? theme.px(6) : line + theme.px(8);
  return {{corner.x + left, corner.y + top},
          {corner.x + size.x - theme.px(4), corner.y + size.y - line - theme.px(4)}};
}

void calm(lab::Axis& axis) {
  if (axis.logarithmic) {
    axis.max = std::pow(10.0, std::ceil(std::log10(axis.max) - 1e-9));
    axis.min = std::max(axis.min, axis.max / kMostDecades);
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

std::optional<PlotReading> draw_plot(const Theme& theme, const char* id, const lab::Plot& plot,
                                     ImVec2 size, const PlotExtras& extras) {
  ImGui::PushID(id);
  ImGui::InvisibleButton("##plot", {std::max(size.x, 1.0F), std::max(size.y, 1.0F)});
  ImGui::PopID();
  const bool hovered = ImGui::IsItemHovered();
  const ImVec2 corner = ImGui::GetItemRectMin();
  const PlotCanvas canvas(plot_frame(theme, plot, corner, size, extras.bare), plot);
  if (canvas.width() < theme.px(20) || canvas.height() < theme.px(16)) return std::nullopt;

  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool beside =
      extras.bare || draw_heading(theme, list, plot, corner, size.x - theme.px(4), extras.legend);
  draw_grid(theme, list, canvas);
  list.PushClipRect(canvas.min, canvas.max, true);
  for (const lab::Series& series : plot.series) {
    if (series.visible) draw_series(theme, list, canvas, series);
  }
  list.PopClipRect();
  if (extras.legend && !beside) {
    draw_legend(theme, list, plot, legend_inside(theme, plot, canvas), true);
  }
  const Dots& dots = extras.dots;
  for (std::size_t i = 0; i < dots.x.size(); ++i) {
    if (!std::isfinite(dots.x[i]) || !canvas.shows(dots.y[i])) continue;
    // one beyond the axis stands at its end
    const ImVec2 at{canvas.x(dots.x[i]),
                    std::clamp(canvas.y(dots.y[i]), canvas.min.y, canvas.max.y)};
    list.AddCircleFilled(at, theme.px(3.5F), packed(dots.color), 16);
    list.AddCircle(at, theme.px(3.5F), packed(theme.color.canvas), 16);
  }
  list.AddLine({canvas.min.x, canvas.max.y}, canvas.max, packed(theme.color.border));

  if (!hovered || extras.bare) return std::nullopt;
  if (ImGui::GetIO().MousePos.y < canvas.min.y) {
    hint(theme, extras.help);
    return std::nullopt;
  }
  const auto reading = read(plot, canvas, ImGui::GetIO().MousePos.x);
  if (reading) draw_reading(theme, list, plot, canvas, *reading);
  return reading;
}

}  // namespace ui
