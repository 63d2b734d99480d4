#pragma once

#include <span>

#include "ui/plot/plot.h"

namespace ui {

/// A vertical line at a value of the x axis, where it is in the frame, with a handle at its top.
void draw_playhead(const Theme& theme, const lab::Plot& plot, const PlotFrame& frame, double x);

/// A vertical line with a dot on every visible series, and beside it a box with what they are
/// there. \param values as many as there are series; those that are no number are left out
void draw_cursor(const Theme& theme, const lab::Plot& plot, const PlotFrame& frame, double x,
                 std::span<const double> values);

}  // namespace ui
