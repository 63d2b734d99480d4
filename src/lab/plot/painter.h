#pragma once

#include <span>
#include <string>

#include "lab/scene/colors.h"

namespace lab {

/// A point of a surface, x to the right and y downwards, in the surface's units.
struct Point {
  double x, y;
};

/// A rectangle of a surface.
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
  double dash = 0.0;  ///< length of a dash and of the gap behind it; 0: a solid line
};

enum class Face { kWords, kBold, kNumbers };

struct Letters {
  Face face;
  double size;  ///< height of a line: 1.2 times the size of the font
  Color color;
};

/// Whether a text begins at its point, is centred there or ends there.
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
  /// One line of text. \param at x of its begin, middle or end, by `align`; y of its digits' middle
  virtual void text(Point at, const std::string& words, const Letters& letters, Align align) = 0;
  virtual double text_width(const std::string& words, const Letters& letters) const = 0;
  /// Limits what is drawn until unclip() to the box. Clips do not nest.
  virtual void clip(const Box& box) = 0;
  virtual void unclip() = 0;
};

/// The look of plots and maps on a surface: colours, letters and lengths.
struct PlotStyle {
  Color ground;       ///< behind the curves
  bool dark = false;  ///< the ground is dark: see on_ground()
  Color grid;         ///< lines at the ticks, and cells of a map without a value
  Color rule;         ///< axes
  Letters title, words, numbers;
  double unit = 1.0;  ///< length of a design point, in which gaps and marks are given
  double curve = 1.2, rule_width = 0.8, grid_width = 0.6;  ///< of curves, axes and grid
  double column = 0.25;  ///< width of a column in which a series has at most four points
  double axis = 46.0;    ///< least width of a y axis with its numbers
  /// For panels: title and legend share a line, and so do name and numbers of the x axis; the
  /// legend shows invisible series struck out. Otherwise, for pages: a line each, visible series
  /// only.
  bool compact = false;
};

}  // namespace lab
