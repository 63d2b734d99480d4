#include "io/figure/plot_file.h"

#include <algorithm>

#include "io/figure/brush.h"
#include "io/figure/plot_layout.h"
#include "io/files/file.h"

namespace io {
namespace {

void draw_axes(const Brush& brush, const lab::Plot& plot, const PlotLayout::Panel& panel) {
  const Box& frame = panel.frame;
  for (const lab::Tick& tick : lab::ticks(plot.y, PlotLayout::kTicksUp)) {
    const double y = frame.bottom() - frame.height * lab::place(plot.y, tick.value);
    brush.rule(frame.left, y, frame.right(), y, kGrid, kGridWidth);
    Text text = kTick;
    text.anchor = 1.0;
    brush.write(frame.left - PlotLayout::kTickGap, y + kHalfDigit, tick.text, text);
  }
  for (const lab::Tick& tick : lab::ticks(plot.x, PlotLayout::kTicksAcross)) {
    const double x = frame.left + frame.width * lab::place(plot.x, tick.value);
    brush.rule(x, frame.top, x, frame.bottom(), kGrid, kGridWidth);
    Text text = kTick;
    text.anchor = 0.5;
    brush.write(x, frame.bottom() + PlotLayout::kTickGap + PlotLayout::kTickSize, tick.text, text);
  }
  brush.rule(frame.left, frame.top, frame.left, frame.bottom(), kRule, kRuleWidth);
  brush.rule(frame.left, frame.bottom(), frame.right(), frame.bottom(), kRule, kRuleWidth);

  Text text{.size = PlotLayout::kLabelSize};
  text.anchor = 0.5;
  brush.write(frame.left + frame.width / 2.0, frame.bottom() + PlotLayout::kLabelGap,
              label_of(plot.x), text);
  brush.write_upwards(panel.side_label, frame.top + frame.height / 2.0, label_of(plot.y), text);
}

void draw_legend(const Brush& brush, const lab::Plot& plot, const Box& box) {
  if (box.width == 0.0) return;
  double y = box.top + PlotLayout::kLegendRow / 2.0;
  for (const lab::Series& series : plot.series) {
    if (!series.visible) continue;
    brush.line({{box.left, y}, {box.left + PlotLayout::kLegendLine, y}}, series);
    constexpr double kHalfLetter = 0.36 * PlotLayout::kLegendSize;
    brush.write(box.left + PlotLayout::kLegendLine + PlotLayout::kLegendGap, y + kHalfLetter,
                series.label, kLegend);
    y += PlotLayout::kLegendRow;
  }
}

void draw_plot(const Brush& brush, const lab::Plot& plot, const PlotLayout::Panel& panel) {
  const double left = panel.frame.left;
  brush.write(left, panel.title, plot.title, {PlotLayout::kTitleSize, kInk, true});
  if (panel.has_subtitle) {
    brush.write(left, panel.subtitle, plot.subtitle, {.size = PlotLayout::kSubtitleSize});
  }
  draw_axes(brush, plot, panel);
  brush.clip_to(panel.frame);
  for (const lab::Series& series : plot.series) {
    if (!series.visible) continue;
    for (const auto& line : lines_of(series, plot, panel.frame)) brush.line(line, series);
  }
  brush.unclip();
  draw_legend(brush, plot, panel.legend);
}

PlotLayout measured_layout(std::span<const lab::Plot> plots) {
  double legend = 0.0, tick = 0.0;
  measure_text([&](const Brush& brush) {
    for (const lab::Plot& plot : plots) {
      for (const lab::Series& series : plot.series) {
        if (series.visible && has_legend(plot))
          legend = std::max(legend, brush.width_of(series.label, kLegend));
      }
      for (const lab::Tick& mark : lab::ticks(plot.y, PlotLayout::kTicksUp)) {
        tick = std::max(tick, brush.width_of(mark.text, kTick));
      }
    }
  });
  return lay_out(plots, legend, tick);
}

}  // namespace

std::string draw_plots(std::span<const lab::Plot> plots, PlotFormat format,
                       const std::string& provenance) {
  const PlotLayout layout = measured_layout(plots);
  Figure figure{layout.width, layout.height, "", provenance};
  figure.height += foot_height(figure);
  for (const lab::Plot& plot : plots) {
    figure.title += (figure.title.empty() ? "" : "; ") + plot.title;
  }
  return figure_bytes(figure, format, [&](const Brush& brush) {
    for (std::size_t i = 0; i < plots.size(); ++i) draw_plot(brush, plots[i], layout.panels[i]);
  });
}

void write_plots(const std::filesystem::path& path, std::span<const lab::Plot> plots,
                 const std::string& provenance) {
  const PlotFormat format = plot_format(path);
  write_file(path, draw_plots(plots, format, provenance));
}

}  // namespace io
