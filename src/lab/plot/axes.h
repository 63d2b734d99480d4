#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "lab/plot/painter.h"
#include "lab/plot/plot.h"

namespace lab {

// Shared by plots, maps and scatters: axes with their numbers and names, and lines.

/// "mean error [m]".
std::string with_unit(const std::string& label, const std::string& unit);

/// Maps the values of an axis to positions along a box. Computes what many points share only once.
class Placing {
 public:
  /// \param start, length position of the axis' start, and the signed distance to its end
  Placing(const Axis& axis, double start, double length);

  /// Values far outside are moved to a few box lengths away. \pre has_place()
  double operator()(double value) const {
    const double place = ((logarithmic_ ? std::log(value) : value) - min_) / range_;
    return start_ + length_ * std::clamp(place, -kFarthest, kFarthest);
  }

 private:
  static constexpr double kFarthest = 4.0;  // box lengths: out of sight, in the range of a float

  bool logarithmic_;
  double start_, length_;  // where the axis lies
  double min_, range_;     // the values' range, or that of their logarithms
};

/// Maps to the x coordinates of an x axis, and to the y coordinates of a y axis.
inline Placing across(const Axis& axis, const Box& box) { return {axis, box.left, box.width}; }
inline Placing upwards(const Axis& axis, const Box& box) {
  return {axis, box.bottom(), -box.height};
}
inline double across(const Axis& axis, const Box& box, double value) {
  return across(axis, box)(value);
}
inline double upwards(const Axis& axis, const Box& box, double value) {
  return upwards(axis, box)(value);
}

/// A line over the whole height of a box, and a line over its whole width.
void draw_upright(const Box& box, double x, const Pen& pen, Painter& painter);
void draw_level(const Box& box, double y, const Pen& pen, Painter& painter);

/// The closed outline of a regular polygon with a corner at the top.
std::vector<Point> polygon(Point center, double radius, int corners);

/// Draws a grid line at each tick of a plot's or a scatter's axis.
/// \returns the ticks, to draw their numbers
std::vector<Tick> draw_x_grid(const Axis& axis, const Box& frame, const PlotStyle& style,
                              Painter& painter);
std::vector<Tick> draw_y_grid(const Axis& axis, const Box& frame, const PlotStyle& style,
                              Painter& painter);
void draw_rules(const Box& frame, const PlotStyle& style, Painter& painter);

/// Whether a box is large enough to show anything.
bool has_room(const Box& box, const PlotStyle& style);

/// Draws the title, the subtitle and the y axis' name of a plot or a scatter, as far as the layout
/// has them, and the frame's background.
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

double row_height(const PlotStyle& style);
/// Position of an x axis' name in panels. On pages it is always below the numbers.
enum class XName {
  kAmongNumbers,  ///< at the right end of the numbers' line; omitted if longer than half of the
                  ///< axis
  kBelow,         ///< in a separate line, so that no number is left out for it
};

/// The height of an x axis below its box: the numbers, and a line if the name is below them.
double x_axis_height(const PlotStyle& style, XName name = XName::kAmongNumbers);

/// Draws the numbers of an x axis below its box, and its name: on pages centred below the numbers,
/// in panels at `where`. Numbers that would overlap are left out.
void draw_x_axis(const Axis& axis, std::span<const Tick> ticks, const Box& box,
                 const PlotStyle& style, Painter& painter, XName where = XName::kAmongNumbers);
/// Draws the numbers of a y axis on the left or right side of its box. A number that would overlap
/// the number below it is left out.
void draw_y_axis(const Axis& axis, std::span<const Tick> ticks, const Box& box, Align side,
                 const PlotStyle& style, Painter& painter);

}  // namespace lab
