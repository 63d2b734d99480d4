#pragma once

#include <span>

#include "lab/plot/draw_plot.h"
#include "ui/kit/theme.h"

namespace ui {

/// Draws a plot as an item of the given size. While the pointer is over it, also a cursor with the
/// values there.
/// \param size in the display's coordinates
/// \param help hint of the title: what is shown, and its source
void draw_plot(const Theme& theme, const char* id, const lab::Plot& plot, ImVec2 size,
               const char* help);

/// Draws a vertical line with a handle at a value of the x axis, if it is in the frame.
void draw_playhead(const Theme& theme, const lab::Plot& plot, const lab::Box& frame, double x);

/// Draws a vertical line with a dot on every visible series, and beside it a box with their values.
/// \param values one for each series; NaN is left out
void draw_cursor(const Theme& theme, const lab::Plot& plot, const lab::Box& frame, double x,
                 std::span<const double> values);

/// Rounds the upper end of a y axis, so that the scale of a live plot changes rarely. A logarithmic
/// axis gets at most six decades.
void calm(lab::Axis& axis);

}  // namespace ui
