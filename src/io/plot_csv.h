#pragma once

#include <ostream>
#include <string>

#include "lab/plot.h"

namespace io {

/// Writes what a plot shows as a table: two lines that begin with # (title and subtitle, then
/// provenance), a header "t [s],left hand [m]", and a row for each x in the range of the axis that
/// a visible series has a point at. A series without one there, or without a finite number, has
/// an empty field. Numbers read back bit for bit.
void write_plot_csv(std::ostream& out, const lab::Plot& plot, const std::string& provenance);

}  // namespace io
