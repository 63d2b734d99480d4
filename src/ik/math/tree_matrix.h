#pragma once

#include "iklab/body.h"

#include <span>
#include <vector>

namespace ik {

/// A symmetric matrix (m x m) with unknowns that form a tree: an entry is zero unless one of its
/// two unknowns is an ancestor of the other. Elimination from the leaves to the root makes no zero
/// entry nonzero (Featherstone 2005), so the zeros are neither stored nor computed. A tree without
/// branches has a full matrix.
class TreeMatrix {
 public:
  /// Sets the tree; all entries are then zero.
  /// \param parents (m) the parent of each unknown, before it; -1: none. Subtrees are contiguous
  void resize(std::span<const int> parents);
  int size() const { return static_cast<int>(nodes_.size()); }  ///< m

  int depth(int i) const { return node(i).depth; }  ///< number of ancestors of unknown i
  /// The ancestors of unknown i by depth, and i itself.
  const int* path(int i) const { return path_.data() + node(i).row + 1; }
  /// The entries of unknown i with its ancestors, by depth, and its diagonal entry at depth(i).
  double* row(int i) { return entries_.data() + node(i).row + 1; }
  double& diagonal(int i) { return row(i)[depth(i)]; }
  /// Makes row and column i a row and column of the identity.
  void isolate(int i);

  /// Solves A x = b by the factorisation A = L^T D L, which overwrites the matrix. The right side
  /// is an entry more of every row, so that the elimination includes it.
  /// \param[in,out] x (m) b on entry, the solution on return
  /// \returns false if the matrix is not positive definite to working precision; x is then as
  /// before
  bool solve(VectorX& x);

 private:
  struct Node {
    int depth;
    int row;  // start in entries_ and path_: the right side; the entries by depth follow
  };
  const Node& node(int i) const { return nodes_[static_cast<std::size_t>(i)]; }

  std::vector<Node> nodes_;
  std::vector<double> entries_;  // rows padded to whole SIMD lanes
  std::vector<int> path_;        // the columns of the entries
  std::vector<double> above_;    // scratch: the solution of an unknown's ancestors, as a row
};

}  // namespace ik
