#include "io/plot_layout.h"

#include <algorithm>

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

}  // namespace io
