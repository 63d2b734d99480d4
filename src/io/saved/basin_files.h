#pragma once

#include <filesystem>
#include <vector>

#include "lab/solve/basin_figure.h"
#include "lab/track/setup.h"

namespace io {

/// Saves a map of start poses as figures (SVG, PNG, PDF) under the free name
/// SCENE-METHOD-basins-NUMBER, see write_numbered(). Their provenance is the setup's.
/// \returns their paths, in this order
/// \throws Error, WriteError naming the folder or the file
std::vector<std::filesystem::path> save_basins(const std::filesystem::path& folder,
                                               const lab::BasinFigure& map,
                                               const lab::Setup& setup);

}  // namespace io
