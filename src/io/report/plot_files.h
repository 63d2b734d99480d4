#pragma once

#include <filesystem>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "io/files/text.h"
#include "lab/plot/plot.h"
#include "lab/run/timeline.h"

namespace io {

/// Writes the visible part of a plot as a table: two lines that begin with # (title and subtitle,
/// then provenance), a header "t [s],left hand [m]", and a row for each x of a visible series
/// within the axis. A series without a finite value at that x has an empty field. Numbers read
/// back bit for bit.
void write_plot_csv(std::ostream& out, const lab::Plot& plot, const std::string& provenance);

/// Saves plots, see write_numbered(): one figure with all plots in SCENE-plots-NUMBER.svg, .png and
/// .pdf, and a table for each plot in SCENE-plots-NUMBER-ID.csv. Their provenance has the setup,
/// the range of time and the changes during the run.
/// \returns their paths, the figures first
/// \throws Error, WriteError naming the folder or the file
std::vector<std::filesystem::path> save_plots(const std::filesystem::path& folder,
                                              std::span<const lab::Plot> plots,
                                              const lab::Timeline& run);

}  // namespace io
