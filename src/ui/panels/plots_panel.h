#pragma once

#include <array>
#include <optional>
#include <string>

#include "lab/plot/axes.h"
#include "lab/plot/live_plot.h"
#include "lab/plot/time_view.h"
#include "lab/run/timeline.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"
#include "ui/plot/plot.h"

namespace ui {

/// A range of a y axis that the user has chosen, and the axis that it belongs to.
struct ChosenRange {
  lab::Signal signal;
  bool logarithmic;
  double min, max;
};

struct PlotView {
  lab::LiveChoice choice = {};  ///< what it shows
  lab::LivePlot live = {};
  double legend = 0.0;  ///< height above the frame in the last frame, display coordinates
  std::optional<ChosenRange> range = {};    ///< none: the y axis fits the visible values
  bool holds_axis = false;                  ///< the button was pressed over the y axis
  std::optional<std::size_t> menu_of = {};  ///< series of the line that the open menu can hide
};

struct PlotsPanel {
  std::array<PlotView, 2> views = {PlotView{.choice = {.signal = lab::Signal::kErrors}},
                                   PlotView{.choice = {.signal = lab::Signal::kJitter}}};
  std::size_t visible = 0;      ///< number of plots that fit
  lab::TimeView time;           ///< the time range of both
  std::optional<long> cursor;   ///< the step with its values shown in plots and timeline
  std::optional<long> pointed;  ///< the step under the pointer in this frame
  bool dragged = false;         ///< the pointer has moved since the button was pressed
  std::optional<long> anchor;  ///< the step of the second cursor; values at the cursor are shown as
                               ///< differences to it
  bool measures = false;       ///< the button was pressed with Shift
  bool compares = false;       ///< there were several lanes in the last frame
};

/// Call at the beginning of a frame: moves the cursor to the step that was under the pointer.
void begin_frame(PlotsPanel& panel);

/// Two signals over time, or one if there is no room for both. With several lanes, the mean error
/// of each lane replaces the errors of the front lane's effectors, until the user chooses
/// otherwise. The titles open the list of signals; legend entries hide or show their lines. The
/// wheel zooms the time axis and a drag moves it; over the numbers of the y axis they zoom and move
/// that. A click seeks. A double click goes back to the present and fits the y axis. Shift and a
/// click set the second cursor, or remove it if it is there. A right click opens plot_menu().
/// \param histories by lane
void plots_panel(const Theme& theme, const lab::Timeline& timeline,
                 std::span<const lab::History* const> histories, ImVec2 size, PlotsPanel& panel,
                 Edit& edit);

/// Follows the present again, and fits the y axes.
void fit(PlotsPanel& panel);

/// The visible plots for files: same ranges and lines, with all rows of the time range.
std::vector<lab::Plot> visible_plots(const lab::Timeline& timeline,
                                     std::span<const lab::History* const> histories,
                                     const PlotsPanel& panel);

}  // namespace ui
