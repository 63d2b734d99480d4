#pragma once

#include <filesystem>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "io/setup/provenance.h"
#include "lab/plot/plot.h"
#include "lab/run/timeline.h"

namespace io {

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
