#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/figure/figure.h"
#include "lab/solve/basin_figure.h"
#include "lab/track/setup.h"

namespace io {

/// The bytes of a map of start poses as a figure.
/// \param provenance see io/setup/setup_json.h
std::string draw_basins(const lab::BasinFigure& map, PlotFormat format,
                        const std::string& provenance = "");

/// Saves a map of start poses as figures (SVG, PNG, PDF) under the free name
/// SCENE-METHOD-basins-NUMBER, see write_numbered(). Their provenance is the setup's.
/// \returns their paths, in this order
/// \throws Error, WriteError naming the folder or the file
std::vector<std::filesystem::path> save_basins(const std::filesystem::path& folder,
                                               const lab::BasinFigure& map,
                                               const lab::Setup& setup);

}  // namespace io
