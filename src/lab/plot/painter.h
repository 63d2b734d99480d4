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
  /// The box that is larger by so much on every side.
  Box grown(double by) const { return {left - by, top - by, width + 2.0 * by, height + 2.0 * by}; }
};

struct Pen {
  Color color;
  double width;
  double dash = 0.0;  ///< length of a dash and of the gap behind it; 0: a solid line
};

enum class Face { kWords, kBold, kNumbers };

struct Letters {
  Face face;
  double size;  ///< from one line to the next; 1.2 times the size of the font
  Color color;
};

/// Where a text stands: it begins at its point, is centred there or ends there.
enum class Align { kLeft, kMiddle, kRight };

/// A surface on which plots and maps are drawn: the window, or a file. It knows nothing of plots.
class Painter {
 public:
  virtual ~Painter() = default;

  /// A line through the points with round joins, closed where it ends at its first point.
  virtual void line(std::span<const Point> points, const Pen& pen) = 0;
  virtual void rectangle(const Box& box, Color color) = 0;
  virtual void disc(Point center, double radius, Color color) = 0;
  /// A grid of rectangles without seams, row by row from the bottom.
  /// \param colors (rows * columns)
  virtual void cells(const Box& box, int columns, std::span<const Color> colors) = 0;
  /// One line of text. \param at its end or middle, by `align`; y halfway up its digits
  virtual void text(Point at, const std::string& words, const Letters& letters, Align align) = 0;
  virtual double text_width(const std::string& words, const Letters& letters) const = 0;
  /// What is drawn until unclip() shows inside the box alone. Clips do not nest.
  virtual void clip(const Box& box) = 0;
  virtual void unclip() = 0;
};

/// How plots and maps look on a surface: its colours, letters and lengths.
struct PlotStyle {
  Color ground;  ///< behind the curves
  Color grid;    ///< lines at the ticks, and cells of a map without a value
  Color rule;    ///< axes
  Letters title, words, numbers;
  double unit = 1.0;  ///< a point of the design; gaps and marks are so many
  double curve = 1.2, rule_width = 0.8, grid_width = 0.6;  ///< of curves, axes and grid
  double column = 0.25;  ///< a series has four points at most in each column of that width
  double axis = 46.0;    ///< least room left of a frame, for the numbers of its y axis
  /// For panels: title and legend share a line, the x axis is named beside its numbers, and series
  /// that are not visible are struck out in the legend. Else, for pages: a line for each of these.
  bool compact = false;
};

}  // namespace lab
