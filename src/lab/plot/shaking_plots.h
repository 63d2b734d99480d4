#pragma once

#include <vector>

#include "lab/plot/plot.h"

namespace lab {

/// Shaking as it is seen: the angle over time of the joint that shakes most in the first recording,
/// and the jitter over time; a line for each recording, in its method's colour.
/// \param recordings of one scene, at least one; their first two rows have no jitter
std::vector<Plot> shaking_plots(const std::vector<Recording>& recordings);

}  // namespace lab
