#pragma once

#include <span>
#include <string>

#include "io/figure/figure.h"
#include "lab/sweep/heat_map.h"

namespace io {

/// The bytes of one figure, the maps beside each other, each with the scale of its colours, and
/// what the marks mean below. The first map's subtitle heads the figure.
std::string draw_heat_maps(std::span<const lab::HeatMap> maps, PlotFormat format,
                           const std::string& provenance = "");

}  // namespace io
