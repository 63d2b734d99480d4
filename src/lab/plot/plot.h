#pragma once

#include <string>
#include <vector>

#include "lab/run/recording.h"
#include "lab/scene/colors.h"

namespace lab {

/// A plot as data; lab/plot/draw_plot.h draws it on any surface.
struct Axis {
  std::string label;
  std::string unit;  ///< "" for a pure number
  bool logarithmic = false;
  double min = 0.0, max = 1.0;           ///< what is shown; positive where logarithmic
  std::vector<std::string> levels = {};  ///< names of 0, 1, …; where there are any, the only ticks
};

struct Series {
  std::string label;
  Color color{};
  bool dashed = false;
  bool visible = true;
  bool stepped = false;      ///< holds its value until the next point
  bool dots = false;         ///< a dot at each point instead of a line
  std::vector<double> x, y;  ///< as long as each other; a y that is not finite breaks the line
};

struct Plot {
  std::string title;
  std::string subtitle;  ///< method and settings
  Axis x, y;
  std::vector<Series> series;
  std::string id = {};  ///< in the names of files: "jitter"; may be empty
};

/// A tick of an axis and what it says.
struct Tick {
  double value;
  std::string text;
};

/// At most `most` (and at least one, if the range holds a round number) ticks at round numbers in
/// [axis.min, axis.max]: multiples of 1, 2 or 5 times a power of ten; on a
/// logarithmic axis powers of ten, with 2 and 5 times these, or else even steps, where they are
/// few.
std::vector<Tick> ticks(const Axis& axis, int most);

/// Where a value stands on the axis: 0 at min, 1 at max.
double place(const Axis& axis, double value);
/// The way back.
double value_at(const Axis& axis, double place);

/// Makes the axes hold all visible, finite points; without points: 0 to 1.
void fit(Plot& plot);
/// Makes the y axis hold those that the x axis shows, with a little room above. It starts at 0
/// unless it is logarithmic or something is negative; one with levels shows all of them.
void fit_y(Plot& plot);

/// The error of every effector over time, and the jitter: what a recording is saved as.
Plot error_plot(const Recording& recording);
Plot jitter_plot(const Recording& recording);

/// The mean error over the effectors of several recordings, a line each in its method's colour.
Plot comparison_plot(const std::vector<Recording>& recordings);

}  // namespace lab
