#include "lab/solve/box_dimension.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lab/solve/line_fit.h"

namespace lab {
namespace {

constexpr int kMinSide = 64;  // cells: three scales at least
constexpr int kBoxesAcross =
    16;  // how many of the largest boxes lie side by side: fewer say little

/// Squares of a grid that hold more than one label.
struct MixedBoxes {
  int columns, rows;
  std::vector<char> mixed;

  char at(int column, int row) const {
    if (column >= columns || row >= rows) return 0;
    return mixed[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                 static_cast<std::size_t>(column)];
  }
  long count() const { return std::ranges::count(mixed, 1); }
};

/// Boxes between the middles of neighbouring cells: each has four labels.
MixedBoxes unit_boxes(std::span<const int> labels, int columns, int rows) {
  MixedBoxes boxes{columns - 1, rows - 1, {}};
  for (int row = 0; row + 1 < rows; ++row) {
    for (int column = 0; column + 1 < columns; ++column) {
      const int* lower = labels.data() + static_cast<std::ptrdiff_t>(row) * columns + column;
      const int* upper = lower + columns;
      const bool same = lower[0] == lower[1] && lower[0] == upper[0] && lower[0] == upper[1];
      boxes.mixed.push_back(same ? 0 : 1);
    }
  }
  return boxes;
}

/// Boxes of twice the side: mixed if one of their four is.
MixedBoxes doubled(const MixedBoxes& fine) {
  MixedBoxes boxes{(fine.columns + 1) / 2, (fine.rows + 1) / 2, {}};
  for (int row = 0; row < boxes.rows; ++row) {
    for (int column = 0; column < boxes.columns; ++column) {
      const int x = 2 * column, y = 2 * row;
      const bool mixed =
          fine.at(x, y) || fine.at(x + 1, y) || fine.at(x, y + 1) || fine.at(x + 1, y + 1);
      boxes.mixed.push_back(mixed ? 1 : 0);
    }
  }
  return boxes;
}

}  // namespace

std::optional<BoxDimension> box_dimension(std::span<const int> labels, int columns) {
  const int rows = columns > 0 ? static_cast<int>(labels.size()) / columns : 0;
  if (std::min(rows, columns) < kMinSide) return std::nullopt;
  std::vector<double> x, y;  // log 1/s and log N
  MixedBoxes boxes = unit_boxes(labels, columns, rows);
  if (boxes.count() == 0) return std::nullopt;
  for (int s = 1; s * kBoxesAcross <= std::min(rows, columns); s *= 2) {
    x.push_back(-std::log(static_cast<double>(s)));
    y.push_back(std::log(static_cast<double>(boxes.count())));
    boxes = doubled(boxes);
  }
  const LineFit fit = fit_line(x, y);
  return BoxDimension{fit.slope, fit.slope_error, static_cast<int>(x.size())};
}

}  // namespace lab
