#include "ik/math/tree_matrix.h"

#include <algorithm>

#include "ik/simd/lanes.h"

namespace ik {

void TreeMatrix::resize(std::span<const int> parents) {
  nodes_.clear();
  path_.clear();
  int deepest = 0;
  for (const int parent : parents) {
    const int i = size(), row = static_cast<int>(path_.size());
    const int depth = parent < 0 ? 0 : node(parent).depth + 1;
    nodes_.push_back({depth, row});
    path_.resize(path_.size() + static_cast<std::size_t>(padded(depth + 2)), i);
    if (parent >= 0) std::copy_n(path(parent), depth, path_.begin() + row + 1);
    deepest = std::max(deepest, depth);
  }
  entries_.assign(path_.size(), 0.0);
  above_.assign(static_cast<std::size_t>(padded(deepest + 2)), 0.0);
}

void TreeMatrix::isolate(int i) {
  const int own = depth(i);
  std::fill_n(row(i), own, 0.0);
  row(i)[own] = 1.0;
  for (int below = i + 1; below < size() && depth(below) > own; ++below) row(below)[own] = 0.0;
}

namespace {

/// Subtracts from the row of an ancestor its parts along the rows of kRows unknowns. Nothing is
/// written to those rows: a load of lanes would have to wait for a number stored among them.
/// \param inverse (kRows) 1/D of the unknowns \param place of the ancestor's diagonal in `above`
template <int kRows>
IK_INLINE void eliminate_rows(double* const* rows, const double* inverse, int place,
                              double* above) {
  double factor[kRows];
  for (int k = 0; k < kRows; ++k) factor[k] = rows[k][place] * inverse[k];
  for (int c = 0; c <= place; c += kLanes) {
    Lanes entry;
    load(above + c, entry);
    for (int k = 0; k < kRows; ++k) {
      Lanes part;
      load(rows[k] + c, part);
      entry -= factor[k] * part;
    }
    store(entry, above + c);
  }
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
    const double pivot = rows[k][own.depth + 1];
    if (!(pivot > 0.0)) return false;
    inverse[k] = 1.0 / pivot;
    for (int a = k; a-- > 0;) {
      const Node& above = nodes[from + a];
      eliminate_rows<1>(rows + k, inverse + k, above.depth + 1, entries + above.row);
    }
  }
  const int* const above = path + nodes[from].row + 1;
  for (int d = nodes[from].depth; d-- > 0;) {
    eliminate_rows<kRows>(rows, inverse, d + 1, entries + nodes[above[d]].row);
  }
  for (int k = 0; k < kRows; ++k) rows[k][nodes[from + k].depth + 1] = inverse[k];
  return true;
}

template <class Node>
IK_MULTIVERSION bool eliminate(const Node* nodes, const int* path, int count, double* entries) {
  constexpr int kAtOnce = 4;
  const auto follows = [&](int i) __attribute__((always_inline)) {
    return nodes[i].depth > 0 && path[nodes[i].row + nodes[i].depth] == i - 1;
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

/// The lanes before a place, by its remainder.
constexpr LaneBits kBefore[kLanes] = {{0, 0, 0, 0}, {-1, 0, 0, 0}, {-1, -1, 0, 0}, {-1, -1, -1, 0}};
/// The lane of a place, by its remainder.
constexpr LaneBits kAt[kLanes] = {{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, -1}};

/// Back substitution from the roots to the leaves, with the rows of D L and 1/D on their diagonal.
/// \param above as a row: -1 in place of the right side, then the ancestors' solution by depth.
///   Since subtrees are contiguous, it holds the ancestors of every unknown when its turn comes
template <class Node>
IK_MULTIVERSION void substitute(const Node* nodes, int count, const double* entries, double* above,
                                double* x) {
  store(Lanes{-1.0, 0.0, 0.0, 0.0}, above);
  for (int i = 0; i < count; ++i) {
    const double* const row = entries + nodes[i].row;
    const int place = nodes[i].depth + 1, rest = place % kLanes, whole = place - rest;
    Lanes sum = {0.0, 0.0, 0.0, 0.0}, known, entry;
    for (int c = 0; c < whole; c += kLanes) {
      load(above + c, known);
      load(row + c, entry);
      sum -= known * entry;
    }
    load(above + whole, known);
    load(row + whole, entry);
    known = (Lanes)((LaneBits)known & kBefore[rest]);
    sum -= known * entry;
    x[i] = row[place] * ((sum[0] + sum[2]) + (sum[1] + sum[3]));
    const Lanes own = x[i] - Lanes{};
    store((Lanes)((LaneBits)known | ((LaneBits)own & kAt[rest])), above + whole);
  }
}

}  // namespace

bool TreeMatrix::solve(VectorX& x) {
  for (int i = 0; i < size(); ++i) entries_[static_cast<std::size_t>(node(i).row)] = x[i];
  if (!eliminate(nodes_.data(), path_.data(), size(), entries_.data())) return false;
  substitute(nodes_.data(), size(), entries_.data(), above_.data(), x.data());
  return true;
}

}  // namespace ik
