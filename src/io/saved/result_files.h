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

/// Saves a sweep, even an unfinished one, as a table (CSV) and as figures (SVG, PNG, PDF) under the
/// free name SCENE-METHOD-sweep-NUMBER, see write_numbered().
/// \returns their paths, in this order
/// \throws Error, WriteError naming the folder or the file
std::vector<std::filesystem::path> save_sweep(const std::filesystem::path& folder,
                                              const lab::Sweep& sweep,
                                              const lab::SweepResults& results);

/// The bytes of the sweep's figure: lines for one axis, maps for two.
std::string draw_sweep(const lab::Sweep& sweep, const lab::SweepResults& results,
                       PlotFormat format);

/// Saves an advice, even an unfinished one, as tables (CSV, JSON), a page (HTML) and figures (SVG,
/// PNG, PDF) under the free name SCENE-advice-NUMBER, see write_numbered().
/// \returns their paths, in this order
/// \throws Error, WriteError naming the folder or the file
std::vector<std::filesystem::path> save_advice(const std::filesystem::path& folder,
                                               const lab::Advised& advised);

/// Saves a map of start poses as figures (SVG, PNG, PDF) under the free name
/// SCENE-METHOD-basins-NUMBER, see write_numbered(). Their provenance is the setup's.
/// \returns their paths, in this order
/// \throws Error, WriteError naming the folder or the file
std::vector<std::filesystem::path> save_basins(const std::filesystem::path& folder,
                                               const lab::BasinFigure& map,
                                               const lab::Setup& setup);

}  // namespace io
