#pragma once

#include "cli/output/output.h"
#include "lab/sweep/sweep.h"

namespace cli {

/// Writes all output of a sweep: the files that are wanted, as CSV, JSON and figure, and the table
/// on standard output unless a file goes there. The table has every cell for one axis, and the best
/// cells.
/// \throws io::WriteError, ClosedPipe, Interrupted: then no file appears
void write_sweep(Outputs& outputs, const lab::Sweep& sweep, const lab::SweepResults& results);

}  // namespace cli
