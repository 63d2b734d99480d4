#pragma once

#include <vector>

#include "lab/plot/plot.h"
#include "lab/run/recording.h"

namespace lab {

/// Sets the y axis for the jitter that is judged, the mean of RecentShaking over kRecentSteps, and
/// the line from which on it is visible.
void show_recent_jitter(Plot& plot);

/// The error of every effector over time, and the recent jitter over time.
Plot error_plot(const Recording& recording);
Plot jitter_plot(const Recording& recording);

/// The mean error over the effectors: a line for each recording, in its method's colour.
Plot comparison_plot(const std::vector<Recording>& recordings);

/// Error and jitter of a recording over time: with one lane the error of every effector, with
/// several lanes the mean error of each lane. Lines have the colour of the current method, and
/// every change of the setup is a mark.
std::vector<Plot> plots_of(const RunRecording& recording);

/// Shaking as it is seen: the angle over time of the joint that shakes most in the first recording,
/// and the recent jitter over time; a line for each recording, in its method's colour.
/// \param recordings of one scene, at least one
std::vector<Plot> shaking_plots(const std::vector<Recording>& recordings);

}  // namespace lab
