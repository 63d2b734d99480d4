#pragma once

#include <vector>

#include "lab/plot/plot.h"
#include "lab/run/run_recording.h"

namespace lab {

/// Error and jitter of a recording over time: with one lane the error of every effector, with
/// several lanes the mean error of each lane. Lines have the colour of the current method, and
/// every change of the setup is a mark.
std::vector<Plot> plots_of(const RunRecording& recording);

}  // namespace lab
