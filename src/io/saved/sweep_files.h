#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/figure/figure.h"
#include "lab/sweep/sweep.h"

namespace io {

/// Saves a sweep, as far as it is computed, as table (CSV) and as figure (SVG, PNG, PDF) under a
/// name that nothing in the folder has: SCENE-METHOD-sweep-NUMBER. Makes the folder if it is not
/// there. All files are there afterwards, or none.
/// \returns their paths, in that order
/// \throws Error, WriteError naming the folder or the file
std::vector<std::filesystem::path> save_sweep(const std::filesystem::path& folder,
                                              const lab::Sweep& sweep,
                                              const lab::SweepResults& results);

/// The bytes of its figure: lines over one axis, maps over two.
std::string draw_sweep(const lab::Sweep& sweep, const lab::SweepResults& results,
                       PlotFormat format);

}  // namespace io
