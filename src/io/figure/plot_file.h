#pragma once

#include <span>
#include <string>

#include "io/figure/figure.h"
#include "lab/plot/heat_map.h"
#include "lab/plot/plot.h"
#include "lab/plot/scatter.h"
#include "lab/solve/basin_figure.h"
#include "lab/view/landscape.h"
#include "lab/view/pose_strip.h"

namespace io {

// Each returns the bytes of a figure. \param provenance see io/setup/provenance.h

/// Plots stacked vertically, axes aligned. A subtitle equal to the one above is left out.
std::string draw_plots(std::span<const lab::Plot> plots, PlotFormat format,
                       const std::string& provenance = "");

/// Maps side by side, a colour scale for each, and the legend of the
/// marks below. The figure's heading is the first map's subtitle.
std::string draw_heat_maps(std::span<const lab::HeatMap> maps, PlotFormat format,
                           const std::string& provenance = "");

/// A scatter plot with its legend below.
std::string draw_scatter(const lab::Scatter& scatter, PlotFormat format,
                         const std::string& provenance = "");

std::string draw_basins(const lab::BasinFigure& basins, PlotFormat format,
                        const std::string& provenance = "");
std::string draw_landscape(const lab::LandscapeFigure& landscape, PlotFormat format,
                           const std::string& provenance = "");

/// As wide as plots.
std::string draw_poses(const lab::PoseStrip& strip, PlotFormat format,
                       const std::string& provenance = "");

}  // namespace io
