#pragma once

#include <filesystem>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "io/figure/figure.h"
#include "io/files/text.h"
#include "lab/advise/conclusion.h"
#include "lab/solve/basin_figure.h"
#include "lab/sweep/sweep.h"
#include "lab/track/setup.h"

namespace io {

/// Writes the CSV of docs/formats.md: one row per computed cell, in the order of cells. The bytes
/// do not depend on where and in which order the cells were computed. If cells are missing, the
/// file is a part: a last line `# content HASH` shows later whether it was edited or cut off.
void write_csv(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results);

/// Merges the CSVs of a sweep's parts into the CSV of the whole sweep.
/// \param notes receives one line per part without a hash, which may have been edited; may be null
/// \throws Error naming a file that is not a part, is edited or cut off, or belongs to another
///   scene, program or sweep; or naming a cell that is missing or appears twice
std::string merged_csv(std::span<const std::filesystem::path> parts,
                       std::vector<std::string>* notes = nullptr);

/// Reads a sweep's results from its parts, bit for bit.
/// \param notes see merged_csv()
/// \throws Error as merged_csv(), and if the parts are of another sweep
lab::SweepResults read_results(const lab::Sweep& sweep,
                               std::span<const std::filesystem::path> parts,
                               std::vector<std::string>* notes = nullptr);

/// The bytes of the sweep's figure: lines for one axis, maps for two.
std::string draw_sweep(const lab::Sweep& sweep, const lab::SweepResults& results,
                       PlotFormat format);

// Each saves a result, even an unfinished one, under a free name with a number, see
// write_numbered(): tables, then figures (SVG, PNG, PDF).
// \returns their paths, in this order
// \throws Error, WriteError naming the folder or the file

/// A table SCENE-METHOD-sweep-NUMBER.csv, and figures.
std::vector<std::filesystem::path> save_sweep(const std::filesystem::path& folder,
                                              const lab::Sweep& sweep,
                                              const lab::SweepResults& results);
/// SCENE-advice-NUMBER as CSV, JSON and an HTML page, and figures.
std::vector<std::filesystem::path> save_advice(const std::filesystem::path& folder,
                                               const lab::Advised& advised);
/// Figures SCENE-METHOD-basins-NUMBER of a map of start poses, with the setup's provenance.
std::vector<std::filesystem::path> save_basins(const std::filesystem::path& folder,
                                               const lab::BasinFigure& map,
                                               const lab::Setup& setup);

}  // namespace io
