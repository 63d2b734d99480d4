#pragma once

#include <vector>

namespace lab {

/// The passes over an axis of a grid. Pass p visits the multiples of stride(p) that no earlier pass
/// has visited; the last pass has stride 1.
class Passes {
 public:
  explicit Passes(int count);
  int count() const { return count_; }  ///< how many passes there are
  int stride(int pass) const;
  /// The pass that visits index i.
  int of(int i) const;

 private:
  int top_ = 1, count_ = 1;
};

/// Every cell of a grid once, row by row within a pass, from coarse to fine: first a few cells
/// across the grid, then in each pass the cells halfway between, so that a picture of the whole
/// grid appears early. cell = row columns + column.
std::vector<int> coarse_to_fine(int rows, int columns);

}  // namespace lab
