#pragma once

#include "io/figure/figure.h"
#include "io/files/text.h"
#include "lab/sweep/sweep.h"

#include <filesystem>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace io {

/// A row for every cell that is computed, in the order of cells: docs/formats.md. The same bytes
/// for the same sweep, wherever and in whatever order its cells were computed.
void write_csv(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results);

/// Puts the parts of one sweep together, to the bytes of the sweep in one piece.
/// \throws Error naming the file that is no part of it, or what is missing or there twice
std::string merged_csv(std::span<const std::filesystem::path> parts);

/// The cells of that sweep, as its parts have them, to the bit.
/// \throws Error likewise, and where the parts are those of another sweep
lab::SweepResults read_results(const lab::Sweep& sweep,
                               std::span<const std::filesystem::path> parts);

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
