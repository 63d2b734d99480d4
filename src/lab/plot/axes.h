#pragma once

#include <span>
#include <string>

#include "lab/plot/painter.h"
#include "lab/plot/plot.h"

namespace lab {

// What plots and maps have in common: axes, their numbers and names.

/// "mean error [m]".
std::string with_unit(const std::string& label, const std::string& unit);

/// Whether a value has a place on the axis: zero has none on a logarithmic one.
bool has_place(const Axis& axis, double value);
/// Where a value of an x axis is across a box, and one of a y axis up it. A value far outside is a
/// few boxes away. \pre has_place()
double across(const Axis& axis, const Box& box, double value);
double upwards(const Axis& axis, const Box& box, double value);

/// Whether a box is large enough to show anything.
bool has_room(const Box& box, const PlotStyle& style);

/// From one line of words to the next.
double row_height(const PlotStyle& style);
/// What the x axis needs below its box: the numbers, and on pages a line for its name.
double foot_height(const PlotStyle& style);

/// The numbers of an x axis below its box, and its name: on pages centred below them, in panels at
/// their end, where numbers give way to it. A name longer than a third of the axis is left out
/// there.
void draw_x_axis(const Axis& axis, std::span<const Tick> ticks, const Box& box,
                 const PlotStyle& style, Painter& painter);
/// The numbers of a y axis beside its box: at the left, or at the right. One that would cover the
/// last below it is left out.
void draw_y_axis(const Axis& axis, std::span<const Tick> ticks, const Box& box, Align side,
                 const PlotStyle& style, Painter& painter);

}  // namespace lab
