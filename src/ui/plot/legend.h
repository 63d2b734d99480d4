#pragma once

#include <span>
#include <vector>

#include "lab/plot/plot.h"
#include "ui/plot/plot.h"

namespace ui {

/// Where the name of a series stands.
struct LegendEntry {
  std::size_t series;
  ImVec2 corner;
  float width;
  bool named = true;  ///< else its colour alone
};

float legend_height(const Theme& theme);
/// How wide the names of all series are with their colours, on one line.
float legend_width(const Theme& theme, const lab::Plot& plot);
/// All of them on one line that ends at `right`.
std::vector<LegendEntry> legend_line(const Theme& theme, const lab::Plot& plot, ImVec2 right);
/// At the right of the frame, broken into lines; where names would hide the curves, colours alone.
std::vector<LegendEntry> legend_inside(const Theme& theme, const lab::Plot& plot,
                                       const PlotFrame& frame);

/// Those of series that are not visible are faint and struck out.
/// \param on_curves whether they stand over what is drawn
void draw_legend(const Theme& theme, ImDrawList& list, const lab::Plot& plot,
                 std::span<const LegendEntry> entries, bool on_curves);

}  // namespace ui
