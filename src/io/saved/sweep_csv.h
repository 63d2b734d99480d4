#pragma once

#include <filesystem>
#include <ostream>
#include <span>
#include <string>

#include "io/files/error.h"
#include "lab/sweep/sweep.h"

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

}  // namespace io
