#include "ui/plot/cursor.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace ui {
namespace {

struct Line {
  ImVec4 color;
  std::string text;
};

bool in_frame(const lab::Plot& plot, double x) { return x >= plot.x.min && x <= plot.x.max; }

float place_across(const lab::Plot& plot, const PlotFrame& frame, double x) {
  return frame.min.x + static_cast<float>(lab::place(plot.x, x)) * frame.width();
}

std::string text_of(const lab::Axis& axis, double value) {
  const auto level = static_cast<std::size_t>(std::max(value, 0.0));
  if (level < axis.levels.size()) return axis.levels[level];
  char text[48];
  std::snprintf(text, sizeof text, "%.4g %s", value, axis.unit.c_str());
  return text;
}

/// Beside the line, on top of everything, and inside the window.
void draw_box(const Theme& theme, const PlotFrame& frame, float x, const std::vector<Line>& lines) {
  ImFont* font = theme.font.small_numbers;
  const float height = font->FontSize * font->Scale;
  const float dot = theme.px(12), margin = theme.px(6), gap = theme.px(2);
  float width = 0.0F;
  for (const Line& line : lines) {
    const float text = font->CalcTextSizeA(height, 1e6F, 0.0F, line.text.c_str()).x;
    width = std::max(width, text + (line.color.w > 0.0F ? dot : 0.0F));
  }
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImVec2 size{width + 2.0F * margin,
                    static_cast<float>(lines.size()) * (height + gap) - gap + 2.0F * margin};
  // towards the farther end of the frame, so that two plots' boxes keep clear of each other
  const bool right = x < 0.5F * (frame.min.x + frame.max.x);
  ImVec2 at{right ? x + theme.px(10) : x - theme.px(10) - size.x, frame.min.y + theme.px(4)};
  at.x = std::max(0.0F, std::min(at.x, display.x - size.x));
  at.y = std::max(0.0F, std::min(at.y, display.y - size.y));

  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  list.AddRectFilled(at, end, packed(faded(theme.color.panel, 0.94F)), theme.px(4));
  list.AddRect(at, end, packed(theme.color.border), theme.px(4));
  ImVec2 text{at.x + margin, at.y + margin};
  for (const Line& line : lines) {
    const bool dotted = line.color.w > 0.0F;
    if (dotted) {
      list.AddCircleFilled({text.x + theme.px(3), text.y + 0.5F * height}, theme.px(3),
                           packed(line.color), 16);
    }
    list.AddText(font, height, {text.x + (dotted ? dot : 0.0F), text.y}, packed(theme.color.text),
                 line.text.c_str());
    text.y += height + gap;
  }
}

}  // namespace

void draw_playhead(const Theme& theme, const lab::Plot& plot, const PlotFrame& frame, double x) {
  if (!in_frame(plot, x)) return;
  const float at = std::round(place_across(plot, frame, x));
  const ImU32 color = packed(theme.color.accent);
  const float a = theme.px(4);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({at, frame.min.y}, {at, frame.max.y}, color, theme.px(1.5F));
  list.AddTriangleFilled({at - a, frame.min.y - a}, {at + a, frame.min.y - a},
                         {at, frame.min.y + a}, color);
}

void draw_cursor(const Theme& theme, const lab::Plot& plot, const PlotFrame& frame, double x,
                 std::span<const double> values) {
  if (!in_frame(plot, x)) return;
  const float at = place_across(plot, frame, x);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({at, frame.min.y}, {at, frame.max.y}, packed(faded(theme.color.text, 0.5F)));
  char time[48];
  std::snprintf(time, sizeof time, "%s %.4g %s", plot.x.label.c_str(), x, plot.x.unit.c_str());
  std::vector<Line> lines = {{ImVec4(), time}};
  for (std::size_t i = 0; i < std::min(values.size(), plot.series.size()); ++i) {
    const lab::Series& series = plot.series[i];
    if (!series.visible || std::isnan(values[i])) continue;
    const ImVec4 color = to_imgui(series.color);
    if (std::isfinite(values[i]) && !(plot.y.logarithmic && values[i] <= 0.0)) {
      const double place = std::clamp(lab::place(plot.y, values[i]), 0.0, 1.0);
      list.AddCircleFilled({at, frame.max.y - static_cast<float>(place) * frame.height()},
                           theme.px(3.5F), packed(color), 16);
    }
    lines.push_back({color, series.label + " " + text_of(plot.y, values[i])});
  }
  draw_box(theme, frame, at, lines);
}

}  // namespace ui
