#include "lab/sweep/coarse_to_fine.h"

#include <algorithm>
#include <cstddef>

namespace lab {

/// top_ is the largest power of two below the count.
Passes::Passes(int count) {
  for (; 2 * top_ < count; top_ *= 2) ++count_;
}

int Passes::stride(int pass) const { return std::max(1, top_ >> std::min(pass, count_)); }

int Passes::of(int i) const {
  int pass = 0;
  for (int stride = top_; i % stride != 0; stride /= 2) ++pass;
  return pass;
}

std::vector<int> coarse_to_fine(int rows, int columns) {
  const Passes down(rows), across(columns);
  const auto passes = static_cast<std::size_t>(std::max(down.count(), across.count()));
  std::vector<int> of_column;
  of_column.reserve(static_cast<std::size_t>(columns));
  for (int column = 0; column < columns; ++column) of_column.push_back(across.of(column));
  // a counting sort by pass
  std::vector<std::size_t> next(passes + 1, 0);
  const auto pass_at = [&](int row_pass, int column) {
    return static_cast<std::size_t>(
        std::max(row_pass, of_column[static_cast<std::size_t>(column)]));
  };
  for (int row = 0; row < rows; ++row) {
    const int row_pass = down.of(row);
    for (int column = 0; column < columns; ++column) ++next[pass_at(row_pass, column) + 1];
  }
  for (std::size_t pass = 1; pass < next.size(); ++pass) next[pass] += next[pass - 1];
  std::vector<int> cells(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for (int row = 0; row < rows; ++row) {
    const int row_pass = down.of(row);
    for (int column = 0; column < columns; ++column) {
      cells[next[pass_at(row_pass, column)]++] = row * columns + column;
    }
  }
  return cells;
}

}  // namespace lab
