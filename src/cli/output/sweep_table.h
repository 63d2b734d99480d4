#pragma once

#include <ostream>

#include "lab/sweep/sweep.h"

namespace cli {

/// What is to be read of a sweep: of one axis every cell, of two the best ones.
void print_sweep(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results);

}  // namespace cli
