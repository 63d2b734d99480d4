#pragma once

#include <span>
#include <vector>

#include "lab/plot/plot.h"

namespace io {

/// A rectangle of a figure, points, y downwards.
struct Box {
  double left, top, width, height;
  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

/// Where things stand in a figure. All sizes of figures are here, in points (1/72 inch).
struct PlotLayout {
  struct Panel {
    double title, subtitle;  ///< y of their baselines
    double side_label;       ///< x of the baseline of y's label, which reads upwards
    bool has_subtitle;
    Box frame;
    Box legend;  ///< right of the frame; without width where one series needs no legend
  };
  double width, height;
  std::vector<Panel> panels;

  static constexpr double kTitleSize = 15.0, kSubtitleSize = 11.0, kLabelSize = 11.0;
  static constexpr double kTickSize = 10.0, kLegendSize = 10.5;
  static constexpr double kLegendRow = 17.0;   ///< from one entry to the next
  static constexpr double kLegendLine = 20.0;  ///< sample of a line, and its gap
  static constexpr double kLegendGap = 7.0;
  static constexpr double kTickGap = 6.0;    ///< between the frame and the numbers
  static constexpr double kLabelGap = 36.0;  ///< between the frame's foot and its label's baseline
  static constexpr int kTicksAcross = 12, kTicksUp = 7;  ///< at most
};

/// Whether the plot has lines to tell apart.
bool has_legend(const lab::Plot& plot);

/// \param legend_text width of the widest legend entry's text
/// \param tick_text   width of the widest number at a y axis
PlotLayout lay_out(std::span<const lab::Plot> plots, double legend_text, double tick_text);

/// A point of a figure.
struct Dot {
  double x, y;
};

/// The unbroken pieces of a series as they are drawn in the frame. Where there are many more
/// points than a picture can show, every narrow column keeps its first, lowest, highest and last:
/// Jugel et al. (2014), M4, the same picture from fewer points.
std::vector<std::vector<Dot>> lines_of(const lab::Series& series, const lab::Plot& plot,
                                       const Box& frame);

}  // namespace io
