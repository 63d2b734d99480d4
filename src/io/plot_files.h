#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "io/error.h"
#include "lab/plot.h"
#include "lab/timeline.h"

namespace io {

/// Saves plots under a name that nothing in the folder has: one figure of all in
/// SCENE-plots-NUMBER.svg, .png and .pdf, and a table of each in SCENE-plots-NUMBER-ID.csv. All
/// files are there afterwards, or none. They say how the setup is, which time is seen, and what was
/// changed in the run.
/// \returns their paths, the figures first
/// \throws Error, WriteError naming the folder or the file
std::vector<std::filesystem::path> save_plots(const std::filesystem::path& folder,
                                              std::span<const lab::Plot> plots,
                                              const lab::Timeline& run);

}  // namespace io
