#pragma once

#include <array>

#include "lab/plot/plot.h"
#include "lab/scene/colors.h"
#include "lab/sweep/findings.h"

namespace lab {

/// A map of a quantity over two axes as data. The window and the files draw it with brushes of
/// their own, like a Plot.
struct HeatMap {
  enum class MarkShape { kRing, kDiamond };
  /// A cell that is pointed out, and why.
  struct Mark {
    int column, row;
    MarkShape shape;
    std::string text;
  };
  /// A piece of a line along the edges of cells: x, y, x, y in cells from the lower left corner.
  using Edge = std::array<int, 4>;

  std::string title, subtitle;
  Axis x, y;  ///< from the outer edge of the first cell to that of the last
  std::vector<Tick> x_ticks, y_ticks;
  int columns = 0, rows = 0;   ///< cells stand at even places of the axes
  std::vector<double> values;  ///< (rows * columns) row by row from the bottom; NaN is a hole
  Axis scale;                  ///< what the colours mean
  std::vector<Tick> scale_ticks;
  std::vector<Mark> marks;
  std::vector<Edge> outline;  ///< around the cells that are worth a look
  std::string outline_text;   ///< why they are

  double value(int column, int row) const {
    return values[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                  static_cast<std::size_t>(column)];
  }
};

/// The colour of a cell; nothing for a hole.
std::optional<Color> color_of(const HeatMap& map, int column, int row);

/// Makes the scale hold all finite values: logarithmic where they are positive and span more than a
/// decade.
void fit_scale(HeatMap& map);

/// What becomes of cells that are not computed yet.
enum class Holes { kLeft, kFilled };  ///< kFilled: their stand-ins' values

/// A measure over the two axes of a sweep, the first across, with what was found: a ring at the
/// least mean error, a diamond at the calmest cell near it, and a line around all cells within
/// Findings::kSlack of it.
/// \pre the sweep has two axes
HeatMap heat_map(const Sweep& sweep, const SweepResults& results, const MeasureInfo& measure,
                 Holes holes = Holes::kLeft);

/// The maps of the mean error and of the jitter.
std::vector<HeatMap> sweep_maps(const Sweep& sweep, const SweepResults& results,
                                Holes holes = Holes::kLeft);

}  // namespace lab
