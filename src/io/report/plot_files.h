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

/// Writes what a plot shows as a table: two lines that begin with # (title and subtitle, then
/// provenance), a header "t [s],left hand [m]", and a row for each x in the range of the axis that
/// a visible series has a point at. A series without one there, or without a finite number, has
/// an empty field. Numbers read back bit for bit.
void write_plot_csv(std::ostream& out, const lab::Plot& plot, const std::string& provenance);

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
