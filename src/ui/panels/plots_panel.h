#pragma once

#include <array>
#include <optional>

#include "lab/plot/live_plot.h"
#include "lab/plot/time_view.h"
#include "lab/run/timeline.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"
#include "ui/plot/plot.h"

namespace ui {

/// One of the live plots: what it is to show, and the plot as it was made last.
struct PlotView {
  lab::LiveChoice choice = {};
  lab::LivePlot live = {};
};

/// What the live plots remember.
struct PlotsPanel {
  std::array<PlotView, 2> views = {PlotView{.choice = {.signal = lab::Signal::kErrors}},
                                   PlotView{.choice = {.signal = lab::Signal::kJitter}}};
  std::size_t visible = 0;      ///< how many there was room for
  lab::TimeView time;           ///< both show the same part of it
  std::optional<long> cursor;   ///< the step that is read, in plots and timeline
  std::optional<long> pointed;  ///< the one that the pointer asks for in this frame
  bool dragged = false;         ///< since the pointer was pressed
};

/// What was pointed at in the last frame is read in this one.
void begin_frame(PlotsPanel& panel);

/// Two signals over time, or one where there is no room for both: what they show is chosen from
/// their titles. Wheel and drag go through time, a click goes there, a double click back to the
/// present; entries of the legend switch their lines.
/// \param histories by lane
void plots_panel(const Theme& theme, const lab::Timeline& timeline,
                 std::span<const lab::History* const> histories, ImVec2 size, PlotsPanel& panel,
                 Edit& edit);

/// The plots as they are seen, with every row in sight: for files.
std::vector<lab::Plot> visible_plots(const lab::Timeline& timeline,
                                     std::span<const lab::History* const> histories,
                                     const PlotsPanel& panel);

}  // namespace ui
