#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "lab/plot/painter.h"
#include "lab/plot/plot.h"

namespace lab {

// What plots, maps and scatters have in common: axes with their numbers and names, and lines.

/// "mean error [m]".
std::string with_unit(const std::string& label, const std::string& unit);

/// Where the values of an axis along a box are: what many points have in common, computed once.
class Placing {
 public:
  /// \param start, length where the axis begins, and how far its end is from there
  Placing(const Axis& axis, double start, double length);

  /// Values far outside are moved to a few boxes away. \pre has_place()
  double operator()(double value) const {
    const double place = ((logarithmic_ ? std::log(value) : value) - min_) / range_;
    return start_ + length_ * std::clamp(place, -kFarthest, kFarthest);
  }

 private:
  static constexpr double kFarthest = 4.0;  // boxes: out of sight, and in the range of a float

  bool logarithmic_;
  double start_, length_;  // of the axis
  double min_, range_;     // of its values or their logarithms
};

/// The x coordinates of an x axis, and the y coordinates of a y axis.
inline Placing across(const Axis& axis, const Box& box) { return {axis, box.left, box.width}; }
inline Placing upwards(const Axis& axis, const Box& box) {
  return {axis, box.bottom(), -box.height};
}
/// The coordinate of one value.
inline double across(const Axis& axis, const Box& box, double value) {
  return across(axis, box)(value);
}
inline double upwards(const Axis& axis, const Box& box, double value) {
  return upwards(axis, box)(value);
}

/// A line over the whole height of a box, and one over its whole width.
void draw_upright(const Box& box, double x, const Pen& pen, Painter& painter);
void draw_level(const Box& box, double y, const Pen& pen, Painter& painter);

/// The outline of a regular polygon with a corner at the top, closed.
std::vector<Point> polygon(Point center, double radius, int corners);

/// Draws a line of the grid at each tick of a plot's or a scatter's axis.
/// \returns the ticks, for their numbers
std::vector<Tick> draw_x_grid(const Axis& axis, const Box& frame, const PlotStyle& style,
                              Painter& painter);
std::vector<Tick> draw_y_grid(const Axis& axis, const Box& frame, const PlotStyle& style,
                              Painter& painter);
/// Draws the left and the lower edge of their frame.
void draw_rules(const Box& frame, const PlotStyle& style, Painter& painter);

/// Whether a box is large enough to show anything.
bool has_room(const Box& box, const PlotStyle& style);

/// Draws the title, the subtitle and the name of the y axis of a plot or a scatter, what of them
/// the layout has, and the ground of its frame.
template <class Figure, class Layout>
void draw_heading(const Figure& figure, const Layout& layout, const PlotStyle& style,
                  Painter& painter) {
  if (layout.title) painter.text(*layout.title, figure.title, style.title, Align::kLeft);
  if (layout.subtitle) painter.text(*layout.subtitle, figure.subtitle, style.words, Align::kLeft);
  if (layout.y_name) {
    painter.text(*layout.y_name, with_unit(figure.y.label, figure.y.unit), style.words,
                 Align::kLeft);
  }
  painter.rectangle(layout.frame, style.ground);
}

/// The height of a line of text.
double row_height(const PlotStyle& style);
/// Where panels have the name of an x axis; pages have it below the numbers.
enum class XName {
  kAmongNumbers,  ///< in their line at the right end, not at all if longer than half of the axis
  kBelow,         ///< in a line of its own, so that no number gives way to it
};

/// The height that an x axis needs below its box: its numbers, and a line for a name below them.
double foot_height(const PlotStyle& style, XName name = XName::kAmongNumbers);

/// Draws the numbers of an x axis below its box, and its name: on pages centred below the numbers,
/// in panels as asked. Numbers that would overlap are left out.
void draw_x_axis(const Axis& axis, std::span<const Tick> ticks, const Box& box,
                 const PlotStyle& style, Painter& painter, XName where = XName::kAmongNumbers);
/// Draws the numbers of a y axis at the left or the right of its box. A number that would overlap
/// the one below it is left out.
void draw_y_axis(const Axis& axis, std::span<const Tick> ticks, const Box& box, Align side,
                 const PlotStyle& style, Painter& painter);

}  // namespace lab
