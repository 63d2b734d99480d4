#pragma once

#include "lab/plot.h"
#include "lab/sweep_findings.h"

namespace lab {

/// The measure of that name.
/// \pre it is one of measures()
const MeasureInfo& find_measure(std::string_view name);

/// A sweep of one axis as two plots, the error and the jitter over what was varied, with a line
/// where the error is least. Holes break the lines.
std::vector<Plot> sweep_plots(const Sweep& sweep, const SweepResults& results);

/// "lambda 0.4, max-angle 20 deg": where a cell stands.
std::string describe(const Sweep& sweep, int cell);

/// "Damped least squares, D_max 0.4 m": the method with what is not varied.
std::string describe(const Sweep& sweep);

}  // namespace lab
