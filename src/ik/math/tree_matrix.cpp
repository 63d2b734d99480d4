#include "ik/math/tree_matrix.h"

#include <algorithm>

#include "ik/simd/lanes.h"

namespace ik {

void TreeMatrix::resize(std::span<const int> parents) {
  nodes_.clear();
  path_.clear();
  for (const int parent : parents) {
    const int i = size(), row = static_cast<int>(path_.size());
    const int depth = parent < 0 ? 0 : node(parent).depth + 1;
    nodes_.push_back({depth, row});
    path_.resize(path_.size() + static_cast<std::size_t>(padded(depth + 1)), i);
    if (parent >= 0) std::copy_n(path(parent), depth, path_.begin() + row);
  }
  entries_.assign(path_.size(), 0.0);
}

void TreeMatrix::set_zero() { std::fill(entries_.begin(), entries_.end(), 0.0); }

void TreeMatrix::isolate(int i) {
  const int own = depth(i);
  std::fill_n(row(i), own, 0.0);
  row(i)[own] = 1.0;
  for (int below = i + 1; below < size() && depth(below) > own; ++below) row(below)[own] = 0.0;
}

namespace {

/// Subtracts from the row of an ancestor at `depth` its parts along the rows of kRows unknowns, and
/// replaces their entries at `depth` by those of L.
/// \param inverse (kRows) 1/D of the unknowns
template <int kRows>
IK_INLINE void eliminate_rows(double* const* rows, const double* inverse, int depth,
                              double* above) {
  double factor[kRows];
  for (int k = 0; k < kRows; ++k) factor[k] = rows[k][depth] * inverse[k];
  for (int d = 0; d <= depth; d += kLanes) {
    Lanes entry;
    load(above + d, entry);
    for (int k = 0; k < kRows; ++k) {
      Lanes part;
      load(rows[k] + d, part);
      entry -= factor[k] * part;
    }
    store(entry, above + d);
  }
  for (int k = 0; k < kRows; ++k) rows[k][depth] = factor[k];
}

/// Eliminates kRows unknowns, each the child of the one before, leaf first.
/// \param nodes the first of them is nodes[from] \returns false if a pivot is not positive
template <int kRows, class Node>
IK_INLINE bool eliminate_path(const Node* nodes, const int* path, int from, double* entries) {
  double* rows[kRows];
  double inverse[kRows];
  for (int k = kRows; k-- > 0;) {
    const Node& own = nodes[from + k];
    rows[k] = entries + own.row;
    const double pivot = rows[k][own.depth];
    if (!(pivot > 0.0)) return false;
    inverse[k] = rows[k][own.depth] = 1.0 / pivot;
    for (int a = k; a-- > 0;) {
      const Node& above = nodes[from + a];
      eliminate_rows<1>(rows + k, inverse + k, above.depth, entries + above.row);
    }
  }
  const int* const above = path + nodes[from].row;
  for (int d = nodes[from].depth; d-- > 0;) {
    eliminate_rows<kRows>(rows, inverse, d, entries + nodes[above[d]].row);
  }
  return true;
}

template <class Node>
IK_MULTIVERSION bool factor(const Node* nodes, const int* path, int count, double* entries) {
  constexpr int kAtOnce = 4;
  const auto follows = [&](int i) __attribute__((always_inline)) {
    return nodes[i].depth > 0 && path[nodes[i].row + nodes[i].depth - 1] == i - 1;
  };
  for (int end = count; end > 0;) {
    int from = end - 1;
    while (from > 0 && end - from < kAtOnce && follows(from)) --from;
    if (end - from == kAtOnce) {
      if (!eliminate_path<kAtOnce>(nodes, path, from, entries)) return false;
      end = from;
    } else if (end - from >= 2) {
      if (!eliminate_path<2>(nodes, path, end - 2, entries)) return false;
      end -= 2;
    } else {
      if (!eliminate_path<1>(nodes, path, from, entries)) return false;
      end = from;
    }
  }
  return true;
}

}  // namespace

bool TreeMatrix::factor() {
  return ik::factor(nodes_.data(), path_.data(), size(), entries_.data());
}

void TreeMatrix::solve(VectorX& x) const {
  double* const known = x.data();
  for (int i = size(); i-- > 0;) {
    const auto [own_depth, row] = node(i);
    const double* const own = entries_.data() + row;
    const int* const above = path_.data() + row;
    const double entry = known[i];
    for (int d = 0; d < own_depth; ++d) known[above[d]] -= own[d] * entry;
  }
  for (int i = 0; i < size(); ++i) {
    const auto [own_depth, row] = node(i);
    const double* const own = entries_.data() + row;
    const int* const above = path_.data() + row;
    double entry = known[i] * own[own_depth];
    for (int d = 0; d < own_depth; ++d) entry -= own[d] * known[above[d]];
    known[i] = entry;
  }
}

}  // namespace ik
