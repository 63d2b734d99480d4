#pragma once

#include <utility>
#include <vector>

#include "lab/plot/plot.h"
#include "lab/scene/colors.h"

namespace support {

/// A plot of one curve over 0, 1, 2, ..., with fitting axes.
inline lab::Plot plot_of(std::vector<double> y) {
  lab::Plot plot{.title = "Title", .subtitle = "Subtitle"};
  plot.x = {.label = "time", .unit = "s"};
  plot.y = {.label = "error", .unit = "m"};
  lab::Series series{.label = "one", .color = lab::series_color(0)};
  for (std::size_t i = 0; i < y.size(); ++i) series.x.push_back(static_cast<double>(i));
  series.y = std::move(y);
  plot.series.push_back(std::move(series));
  lab::fit(plot);
  return plot;
}

}  // namespace support
