#pragma once

#include <optional>
#include <span>

#include "lab/plot/plot.h"
#include "ui/kit/theme.h"

namespace ui {

/// Single points on top of the lines of a plot, such as the gains of singular values.
struct Dots {
  std::span<const double> x, y;  ///< as long as each other; points that are not finite are left out
  ImVec4 color{};
};

/// What a plot has besides its data.
struct PlotExtras {
  Dots dots;
  bool legend = true;     ///< beside the title, or in the frame where there is no room
  const char* help = "";  ///< on hover of the title: what is shown, and where it comes from
  bool bare = false;      ///< without title, legend and reading: these are somebody else's
};

/// Where the pointer reads a plot.
struct PlotReading {
  double x;         ///< of the nearest point of the first visible series
  std::size_t row;  ///< its number there
};

/// The part of a plot that holds the curves, in the display's coordinates.
struct PlotFrame {
  ImVec2 min, max;

  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
};

/// Where that is in an item of some corner and size.
/// \param bare see PlotExtras
PlotFrame plot_frame(const Theme& theme, const lab::Plot& plot, ImVec2 corner, ImVec2 size,
                     bool bare = false);

/// Draws a plot with ticks, legend and, under the pointer, a cross-hair with the values there.
///
/// Long series are thinned out to the least and the largest value in every column of pixels, so
/// that no peak is lost. Leaves the item "##id" behind, of the given size.
/// \param size in the display's coordinates
/// \returns what the pointer reads, where it is over the plot
std::optional<PlotReading> draw_plot(const Theme& theme, const char* id, const lab::Plot& plot,
                                     ImVec2 size, const PlotExtras& extras = {});

/// Rounds the upper end of a y axis (and the lower of a logarithmic one) so that a live plot does
/// not change its scale all the time, and keeps a logarithmic one to six powers of ten.
void calm(lab::Axis& axis);

}  // namespace ui
