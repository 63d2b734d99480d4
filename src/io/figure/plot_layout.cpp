#include "io/figure/plot_layout.h"

#include <algorithm>
#include <cmath>

namespace io {
namespace {

constexpr double kFrameWidth = 620.0;
constexpr double kFrameHeight = 260.0;         // of a figure's only frame
constexpr double kStackedFrameHeight = 190.0;  // so that a page holds two
constexpr double kMargin = 22.0;
constexpr double kTitleHeight = 14.0;     // from the top to the title's baseline
constexpr double kSubtitleHeight = 18.0;  // from the title's baseline to the subtitle's
constexpr double kHeadGap = 16.0;         // below the last baseline
constexpr double kFoot = 44.0;            // below a frame: numbers and label
constexpr double kPanelGap = 12.0;
constexpr double kSideLabelHeight = 9.0;  // from the margin to the baseline of y's label
constexpr double kSideLabel = 22.0;       // left of the numbers: the y label
constexpr double kLegendOffset = 18.0;    // right of the frame

}  // namespace

bool has_legend(const lab::Plot& plot) {
  // one line that is left of several has a name of its own
  return plot.series.size() > 1 &&
         std::any_of(plot.series.begin(), plot.series.end(),
                     [](const lab::Series& series) { return series.visible; });
}

PlotLayout lay_out(std::span<const lab::Plot> plots, double legend_text, double tick_text) {
  const bool any_legend = std::any_of(plots.begin(), plots.end(), has_legend);
  const double legend_width =
      any_legend ? PlotLayout::kLegendLine + PlotLayout::kLegendGap + legend_text : 0.0;
  const double left = kMargin + kSideLabel + tick_text + PlotLayout::kTickGap;

  PlotLayout layout{};
  double y = kMargin;
  for (std::size_t i = 0; i < plots.size(); ++i) {
    PlotLayout::Panel panel{};
    panel.title = y + kTitleHeight;
    panel.has_subtitle =
        !plots[i].subtitle.empty() && (i == 0 || plots[i].subtitle != plots[i - 1].subtitle);
    panel.side_label = kMargin + kSideLabelHeight;
    panel.subtitle = panel.title + kSubtitleHeight;
    const double head = (panel.has_subtitle ? panel.subtitle : panel.title) + kHeadGap;
    panel.frame = {left, head, kFrameWidth, plots.size() > 1 ? kStackedFrameHeight : kFrameHeight};
    panel.legend = {panel.frame.right() + kLegendOffset, head,
                    has_legend(plots[i]) ? legend_width : 0.0, panel.frame.height};
    y = panel.frame.bottom() + kFoot + kPanelGap;
    layout.panels.push_back(panel);
  }
  layout.width = left + kFrameWidth + (any_legend ? kLegendOffset + legend_width : 0.0) + kMargin;
  layout.height = y - kPanelGap + kMargin / 2.0;
  return layout;
}

namespace {

constexpr double kColumn = 0.25;  // pt: half a pixel of a PNG, and finer than print

/// Points far outside are drawn just outside: cairo counts in 24 bits.
constexpr double kFarthest = 20.0;  // frames

Dot dot_of(const lab::Plot& plot, const Box& frame, double x, double y) {
  const auto near = [](double place) { return std::clamp(place, -kFarthest, kFarthest); };
  return {frame.left + frame.width * near(lab::place(plot.x, x)),
          frame.bottom() - frame.height * near(lab::place(plot.y, y))};
}

bool has_place(const lab::Axis& axis, double value) {
  return std::isfinite(value) && !std::isnan(lab::place(axis, value)) &&
         (!axis.logarithmic || value > 0.0);
}

std::vector<Dot> thinned(const std::vector<Dot>& line) {
  std::vector<Dot> result;
  for (std::size_t first = 0; first < line.size();) {
    const double column = std::floor(line[first].x / kColumn);
    std::size_t end = first, low = first, high = first;
    for (; end < line.size() && std::floor(line[end].x / kColumn) == column; ++end) {
      if (line[end].y < line[low].y) low = end;
      if (line[end].y > line[high].y) high = end;
    }
    std::size_t previous = line.size();
    for (const std::size_t kept : {first, std::min(low, high), std::max(low, high), end - 1}) {
      if (kept != previous) result.push_back(line[kept]);
      previous = kept;
    }
    first = end;
  }
  return result;
}

}  // namespace

std::vector<std::vector<Dot>> lines_of(const lab::Series& series, const lab::Plot& plot,
                                       const Box& frame) {
  std::vector<std::vector<Dot>> lines(1);
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (has_place(plot.x, series.x[i]) && has_place(plot.y, series.y[i])) {
      if (series.stepped && !lines.back().empty()) {
        lines.back().push_back(dot_of(plot, frame, series.x[i], series.y[i - 1]));
      }
      lines.back().push_back(dot_of(plot, frame, series.x[i], series.y[i]));
    } else if (!lines.back().empty()) {
      lines.emplace_back();
    }
  }
  if (lines.back().empty()) lines.pop_back();
  for (std::vector<Dot>& line : lines) line = thinned(line);
  return lines;
}

}  // namespace io
