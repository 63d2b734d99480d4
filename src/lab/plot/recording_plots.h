#pragma once

#include <vector>

#include "lab/plot/plot.h"
#include "lab/run/run_recording.h"

namespace lab {

/// Error and jitter of a recording over time: the error of every effector of a single lane, or the
/// mean error of each of several lanes. Lines have the colour of the method that made them, and
/// every change of the setup is a mark.
std::vector<Plot> plots_of(const RunRecording& recording);

}  // namespace lab
