#pragma once

#include <span>
#include <string>

#include "lab/scene/colors.h"

namespace lab {

/// A point on a surface, x to the right and y downwards, in the surface's units.
struct Point {
  double x, y;
};

struct Box {
  double left, top, width, height;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
  /// The box with `by` added on every side.
  Box grown(double by) const { return {left - by, top - by, width + 2.0 * by, height + 2.0 * by}; }
};

inline Color faded(Color color, float alpha) {
  color.a *= alpha;
  return color;
}

struct Pen {
  Color color;
  double width;
  double dash = 0.0;  ///< length of a dash and of the gap after it; 0: solid
};

enum class Face { kWords, kBold, kNumbers };

struct Letters {
  Face face;
  double size;  ///< height of a line: 1.2 times the font size
  Color color;
};

/// Whether a text starts at its point, is centred there or ends there.
enum class Align { kLeft, kMiddle, kRight };

/// A surface to draw plots and maps on: the window, or a file.
class Painter {
 public:
  virtual ~Painter() = default;

  /// A line through the points with round joins; closed if the last point is the first.
  virtual void line(std::span<const Point> points, const Pen& pen) = 0;
  virtual void rectangle(const Box& box, Color color) = 0;
  virtual void disc(Point center, double radius, Color color) = 0;
  /// A grid of rectangles without gaps, row by row from the bottom.
  /// \param colors (rows * columns)
  virtual void cells(const Box& box, int columns, std::span<const Color> colors) = 0;
  /// One line of text.
  /// \param at x of its start, middle or end, by `align`; y of the middle of its digits
  virtual void text(Point at, const std::string& words, const Letters& letters, Align align) = 0;
  virtual double text_width(const std::string& words, const Letters& letters) const = 0;
  /// Limits drawing to the box until unclip(). Clips do not nest.
  virtual void clip(const Box& box) = 0;
  virtual void unclip() = 0;
};

/// The style of plots and maps on a surface: colours, fonts and lengths.
struct PlotStyle {
  Color ground;       ///< background of the curves
  bool dark = false;  ///< the background is dark: see on_ground()
  Color grid;         ///< lines at the ticks, and cells of a map without a value
  Color rule;         ///< axes
  Letters title, words, numbers;
  double unit = 1.0;  ///< length of a design point, the unit of gaps and marks
  double curve = 1.2, rule_width = 0.8, grid_width = 0.6;  ///< widths of curves, axes and grid
  double column = 0.25;  ///< width of a column in which a series has at most four points
  double axis = 46.0;    ///< smallest width of a y axis with its numbers
  /// True, for panels: title and legend share a line, name and numbers of the x axis share a line,
  /// and the legend shows hidden series struck out. False, for pages: each has its own line, and
  /// the legend shows only visible series.
  bool compact = false;
};

}  // namespace lab
