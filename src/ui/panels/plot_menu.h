#pragma once

#include <string>

#include "lab/plot/axes.h"
#include "ui/panels/plots_panel.h"

namespace ui {

/// The run that the plots show.
struct PlottedRun {
  const lab::Timeline& timeline;
  const lab::Runs& runs;
};

/// Opens the menu of a plot at the pointer, in the present scope of ids. The line that is nearest
/// to the pointer can be hidden. \param frame around the curves
void open_plot_menu(const lab::Box& frame, PlotView& view);

/// While it is open: statistics of the visible range, and copy, save, scale, fit and hide.
/// \param which index of the plot \param name of the plot, for the items' names
void plot_menu(const Theme& theme, const PlottedRun& run, std::size_t which, const char* name,
               PlotsPanel& panel, Edit& edit);

/// "\nIn view: mean …, from … to …, standard deviation …, 2000 steps": of a line of the plot, or
/// empty if it has no values there.
std::string statistics_text(const PlotView& view, const lab::Runs& runs, std::size_t series);

}  // namespace ui
