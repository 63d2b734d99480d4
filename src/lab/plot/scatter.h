#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/plot/axes.h"

namespace lab {

/// A cloud of points with a line through some of them, as data; draw() draws it on any surface.
struct Scatter {
  struct Dot {
    double x, y;
    Color color;
    double size = 0.0;      ///< of its area, from 0 to 1, kLeastDot to kLargestDot
    bool strong = false;    ///< drawn opaque and last; others are faint
    std::string mark = {};  ///< a word beside it, with a ring; may be empty
  };
  std::string title, subtitle;
  Axis x, y;
  std::vector<Dot> dots;
  std::vector<std::size_t> line;    ///< dots that are joined, in this order
  std::vector<std::string> legend;  ///< lines of text below; on pages only
  /// Bounds that are drawn dashed, if they are within the axes.
  std::optional<double> x_bound = {}, y_bound = {};
};

/// Radii of dots, design points.
inline constexpr double kLeastDot = 2.0, kLargestDot = 6.5;
double dot_radius(const Scatter::Dot& dot);

/// Sets the ranges of both axes so that they hold all dots that have a place, with a little room.
void fit(Scatter& scatter);

/// The places of a scatter's parts.
struct ScatterLayout {
  Box frame;
  std::optional<Point> title = {}, subtitle = {}, y_name = {}, legend = {};
};
ScatterLayout lay_out(const Scatter& scatter, const Box& room, const PlotStyle& style,
                      const Painter& painter);

/// The place of a dot; none if it is beyond the axes, not finite, or not positive on a logarithmic
/// axis.
std::optional<Point> place_of(const Scatter& scatter, const Box& frame, std::size_t dot);

/// The dot under a point, within `near` of its edge; of several the nearest, a strong one first.
std::optional<std::size_t> dot_at(const Scatter& scatter, const Box& frame, Point at, double unit,
                                  double near);

void draw(const Scatter& scatter, const ScatterLayout& layout, const PlotStyle& style,
          Painter& painter);

}  // namespace lab
