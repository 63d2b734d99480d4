#pragma once

#include <span>
#include <string>

#include "io/figure/figure.h"
#include "lab/plot/heat_map.h"
#include "lab/plot/plot.h"

namespace io {

/// The bytes of one figure, the plots below each other with their axes in line. The first plot's
/// title and subtitle head the figure; a later subtitle is drawn only where it says something new.
/// \param provenance what the figure says of how it came about; io/setup/setup_json.h
std::string draw_plots(std::span<const lab::Plot> plots, PlotFormat format,
                       const std::string& provenance = "");

/// The bytes of one figure, the maps beside each other, each with the scale of its colours, and
/// what the marks mean below. The first map's subtitle heads the figure.
std::string draw_heat_maps(std::span<const lab::HeatMap> maps, PlotFormat format,
                           const std::string& provenance = "");

}  // namespace io
