#pragma once

#include <optional>
#include <span>

#include "lab/plot/draw_plot.h"
#include "ui/kit/theme.h"

namespace ui {

/// Draws a plot and, under the pointer, a cross-hair with the values there. Leaves the item "##id"
/// behind, of the given size.
/// \param size in the display's coordinates
/// \param help on hover of the title: what is shown, and where it comes from
/// \returns the number of the nearest point of the first visible series, where the pointer is over
/// the plot
std::optional<std::size_t> draw_plot(const Theme& theme, const char* id, const lab::Plot& plot,
                                     ImVec2 size, const char* help);

/// A vertical line at a value of the x axis, where it is in the frame, with a handle at its top.
void draw_playhead(const Theme& theme, const lab::Plot& plot, const lab::Box& frame, double x);

/// A vertical line with a dot on every visible series, and beside it a box with what they are
/// there. \param values as many as there are series; those that are no number are left out
void draw_cursor(const Theme& theme, const lab::Plot& plot, const lab::Box& frame, double x,
                 std::span<const double> values);

/// Rounds the upper end of a y axis (and the lower of a logarithmic one) so that a live plot does
/// not change its scale all the time, and keeps a logarithmic one to six powers of ten.
void calm(lab::Axis& axis);

}  // namespace ui
