#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/plot/axes.h"

namespace lab {

/// A scatter plot with a line through some of its dots, as data; draw() draws it on any surface.
struct Scatter {
  struct Dot {
    double x, y;
    Color color;
    double size = 0.0;      ///< 0 to 1, linear in the area, kMinDot to kLargestDot
    bool strong = false;    ///< drawn opaque and last; others are faint
    std::string mark = {};  ///< a ring with a word beside it; may be empty
  };
  std::string title, subtitle;
  Axis x, y;
  std::vector<Dot> dots;
  std::vector<std::size_t> line;  ///< dots to join, in this order
  struct Key {
    Color color;
    std::string text;
  };
  std::vector<Key> keys;            ///< above the legend, in as many lines as they need; pages only
  std::vector<std::string> legend;  ///< lines of text below; on pages only
  /// Bounds, drawn as dashed lines if within the axes.
  std::optional<double> x_bound = {}, y_bound = {};
};

/// Radii of dots, design points.
inline constexpr double kMinDot = 2.0, kLargestDot = 6.5;
double dot_radius(const Scatter::Dot& dot);

/// Sets the ranges of both axes to hold all dots that have a position, with a little room.
void fit(Scatter& scatter);

struct ScatterLayout {
  Box frame;
  std::optional<Point> title = {}, subtitle = {}, y_name = {}, legend = {};
  std::vector<Point> keys = {};  ///< left ends of the entries
};
ScatterLayout lay_out(const Scatter& scatter, const Box& room, const PlotStyle& style,
                      const Painter& painter);

/// The position of a dot; none if it is beyond the axes, not finite, or not positive on a
/// logarithmic axis.
std::optional<Point> place_of(const Scatter& scatter, const Box& frame, std::size_t dot);

/// The dot under a point, within `near` of its edge: strong dots first, then the nearest.
std::optional<std::size_t> dot_at(const Scatter& scatter, const Box& frame, Point at, double unit,
                                  double near);

void draw(const Scatter& scatter, const ScatterLayout& layout, const PlotStyle& style,
          Painter& painter);

}  // namespace lab
