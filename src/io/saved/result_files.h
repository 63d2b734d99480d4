#pragma once

#include <filesystem>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "io/figure/figure.h"
#include "io/files/text.h"
#include "io/setup/provenance.h"
#include "lab/advise/conclusion.h"
#include "lab/plot/plot.h"
#include "lab/run/timeline.h"
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

/// Writes the visible part of a plot as a table. First come lines that begin with # (title and
/// subtitle, provenance, then each change), then a header "t [s],left hand [m]". A row follows for
/// each x of a visible series within the axis. A series without a finite value at that x has an
/// empty field. Numbers are restored exactly.
void write_plot_csv(std::ostream& out, const lab::Plot& plot, const Origin& origin);

/// The table without its comment lines and with tabs: for the clipboard, from which spreadsheets
/// take it as cells.
std::string plot_table(const lab::Plot& plot);

/// The bytes of a PNG of plots, with the provenance of save_plots().
std::string plots_picture(std::span<const lab::Plot> plots, const lab::Timeline& run);

/// Saves plots, see write_numbered(): one figure with all plots in SCENE-plots-NUMBER.svg, .png and
/// .pdf, and one table per plot in SCENE-plots-NUMBER-ID.csv. Their provenance has the setup, the
/// time range and the changes during the run.
/// \returns their paths, the figures first
/// \throws Error, WriteError naming the folder or the file
std::vector<std::filesystem::path> save_plots(const std::filesystem::path& folder,
                                              std::span<const lab::Plot> plots,
                                              const lab::Timeline& run);

}  // namespace io
