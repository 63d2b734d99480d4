#pragma once

#include <string>
#include <vector>

#include "lab/plot/draw_plot.h"
#include "ui/kit/theme.h"

namespace ui {

/// Draws a plot as an item of the given size. Under the pointer it has a cursor with the values
/// there.
/// \param size in the display's coordinates
/// \param help hint of the title: what is shown, and its source
void draw_plot(const Theme& theme, const char* id, const lab::Plot& plot, ImVec2 size,
               const char* help);

/// Draws a vertical line with a handle at a value of the x axis, if it is in the frame.
void draw_playhead(const Theme& theme, const lab::Plot& plot, const lab::Box& frame, double x);

/// The values of all series at an x; NaN is left out.
struct CursorValues {
  double x = 0.0;
  std::vector<double> values;
};

/// Draws a vertical line with a dot on every visible series, and beside it a box with their values,
/// and with the name of the band's stretch.
/// \param from  second cursor: the box also shows the differences to its values. Null: none
/// \param note  further lines of the box
void draw_cursor(const Theme& theme, const lab::Plot& plot, const lab::Box& frame,
                 const CursorValues& at, const CursorValues* from = nullptr,
                 const std::string& note = {});

/// Draws the vertical line of the second cursor, if it is in the frame.
void draw_anchor(const Theme& theme, const lab::Plot& plot, const lab::Box& frame,
                 const CursorValues& at);

/// Rounds the upper end of a y axis, so that the scale of a live plot changes rarely. A logarithmic
/// axis gets at most six decades.
void calm(lab::Axis& axis);

}  // namespace ui
