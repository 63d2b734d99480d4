#pragma once

#include <optional>
#include <vector>

#include "lab/history.h"
#include "lab/tracker.h"
#include "ui/plot.h"

namespace ui {

/// What the live plots remember: how they are shown, and the memory of their series.
struct PlotsPanel {
  bool logarithmic = false;  ///< the y axes
  bool jitter = false;       ///< the one shown where there is room for one only
  lab::Plot error_plot, jitter_plot;
  lab::Plot filter_plot;                     ///< of the singular values
  std::vector<double> sigmas, gains;         ///< the dots in it
  std::optional<std::size_t> hovered_sigma;  ///< the bar under the pointer in this frame
  std::optional<PlotReading> reading;        ///< what the pointer reads in this frame
};

/// Makes the plots from the history, reusing their memory. The time axis is as long as the history
/// can become, so that the curves grow to the right and then move to the left.
void refill(PlotsPanel& panel, const lab::History& history, const lab::Tracker& tracker);

/// The errors of the effectors and the jitter, side by side or one of them.
void plots_panel(const Theme& theme, const lab::History& history, const lab::Tracker& tracker,
                 ImVec2 size, PlotsPanel& panel);

}  // namespace ui
