#pragma once

#include <optional>
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

/// The box beside a cursor.
struct CursorBox {
  const CursorValues* from = nullptr;  ///< second cursor: the box also shows the differences to its
                                       ///< values. Null: none
  std::string note = {};               ///< further lines
  std::optional<double> above = {};    ///< where the box ends if curves fill the frame, display
                                       ///< coordinates; none: at the frame's upper edge
};

/// Draws a vertical line with a dot on every visible series, and a box with their values and with
/// the name of the band's stretch: beside the line where no curve is, else above the plot.
void draw_cursor(const Theme& theme, const lab::Plot& plot, const lab::Box& frame,
                 const CursorValues& at, const CursorBox& box = {});

/// Draws the vertical line of the second cursor, if it is in the frame.
void draw_anchor(const Theme& theme, const lab::Plot& plot, const lab::Box& frame,
                 const CursorValues& at);

/// Rounds the upper end of a y axis, so that the scale of a live plot changes rarely. A logarithmic
/// axis gets at most six decades.
void calm(lab::Axis& axis);

}  // namespace ui
