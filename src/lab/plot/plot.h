#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/scene/colors.h"

namespace lab {

// Plots as data; lab/plot/draw_plot.h draws them on any surface.

struct Axis {
  std::string label;
  std::string unit;  ///< "" for a pure number
  bool logarithmic = false;
  double min = 0.0, max = 1.0;           ///< the visible range; positive if logarithmic
  std::vector<std::string> levels = {};  ///< names of the values 0, 1, …; then the only ticks
};

/// Whether a value is finite and, on a logarithmic axis, above zero.
inline bool has_place(const Axis& axis, double value) {
  return std::isfinite(value) && (!axis.logarithmic || value > 0.0);
}

/// A part of the x axis, from < x <= to, with a label such as a method.
struct Stretch {
  double from, to;
  Color color;
  std::string name;
};
/// The stretch at x: the first one that ends at x or later, otherwise the last. \pre not empty
const Stretch& stretch_at(std::span<const Stretch> stretches, double x);

struct PlotMark {
  double x;
  std::string text;  ///< what happened there; may have several lines
};

/// A point above the range of the y axis.
struct Peak {
  double x, y;
};

/// A part of the x axis, from < x <= to.
struct Span {
  double from, to;
};

struct Series {
  std::string label;
  Color color{};  ///< in the legend, and of the line if it has no stretches
  bool dashed = false;
  bool visible = true;
  bool stepped = false;                 ///< holds its value until the next point
  bool dots = false;                    ///< a dot at each point instead of a line
  std::vector<double> x, y;             ///< equally long; a y that is not finite breaks the line
  std::vector<Stretch> stretches = {};  ///< the colours of the line along x, without gaps
};

struct Plot {
  std::string title;
  std::string subtitle;  ///< method and settings
  Axis x, y;
  std::vector<Series> series;
  std::string id = {};                ///< in file names: "jitter"; may be empty
  std::vector<Stretch> band = {};     ///< a thin coloured band below the frame
  std::vector<PlotMark> marks = {};   ///< by ascending x
  std::vector<Span> transients = {};  ///< parts that fit_y() may leave out, by ascending start
  std::vector<Peak> peaks = {};       ///< the transients that fit_y() left out
  std::optional<double> limit = {};   ///< a dashed line across the frame at this y
};

struct Tick {
  double value;
  std::string text;
};

/// Round ticks in [axis.min, axis.max], at most `most`, and at least one if the range holds a round
/// number: multiples of 1, 2 or 5 times a power of ten. On a logarithmic axis: powers of ten; if
/// these are few, also 2 and 5 times powers of ten, or multiples as on a linear axis.
std::vector<Tick> ticks(const Axis& axis, int most);

/// The position of a value on the axis: 0 at min, 1 at max.
double place(const Axis& axis, double value);
/// The inverse of place().
double value_at(const Axis& axis, double place);

struct Range {
  double least = std::numeric_limits<double>::infinity(), most = -least;

  void add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  bool empty() const { return !(least <= most); }
};
/// The range of the finite values.
Range range_of(std::span<const double> values);

/// The smallest range of a linear axis that shows more than rounding: 1e-9 m, m/rad or rad, the
/// same angle in degrees; 0 for other units.
double finest_range(const Axis& axis);
/// Whether positive values suit a logarithmic axis: over more than a decade, and not all rounding.
bool suits_logarithm(const Axis& axis, const Range& values);

/// Multiplies the range of an axis, or of its logarithms, by `factor`; the value at `at`, 0 at min
/// and 1 at max, keeps its place. No effect on named levels, and if nothing could be read any more,
/// as below finest_range().
void zoom(Axis& axis, double at, double factor);
/// Moves the range of an axis, or of its logarithms, by a share of its length.
void pan(Axis& axis, double share);

/// Sets the ranges of both axes to hold all visible, finite points; 0 to 1 without points.
void fit(Plot& plot);
/// Sets the range of the y axis to hold the points in the range of the x axis, with a little room
/// above. It starts at 0 unless the axis is logarithmic or a value is negative, and reaches over
/// finest_range() at least: rounding stays a line at 0. An axis with levels shows all levels.
///
/// A linear axis leaves out the peak of a transient that is 2 to a million times as high as
/// everything outside the transients, because the rest would become a flat line. Below a factor of
/// 2 there is room for both. Above a million the rest is rounding, and only the transient is worth
/// showing. A peak is left out, to plot.peaks, only if the visible part outside the transients is
/// at least as long as the longest transient. The axis shows plot.limit, too: a line far below it
/// does not look high.
void fit_y(Plot& plot);

}  // namespace lab
