#pragma once

#include "ik/simd/lanes.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace ik {

/// A group of vectors that are made orthogonal together: one pair, or two blocks of two vectors.
/// With blocks, each vector of the first block is paired with each vector of the second; with
/// `inside`, the two vectors of each block are paired too.
struct JacobiGroup {
  std::array<int, 4> vectors;  ///< a single pair uses the first two
  bool inside = false;
};

/// The number of vectors rounded up to an even number: an odd number is padded with a zero vector.
constexpr int jacobi_padded_count(int vectors) { return vectors + vectors % 2; }
/// Vectors in a group. For twelve or more vectors, groups of four keep the lanes of one body busy;
/// a batch uses the same groups for equal bits.
constexpr int jacobi_group_size(int places) { return places >= 12 ? 4 : 2; }

/// Round-robin order of Brent and Luk (1985): every pair of vectors occurs once. A round has
/// places / vectors groups (rounded down) that share no vector. Where possible, consecutive
/// groups of different rounds share no vector either, so that they can be computed in parallel.
/// \param places even
/// \param vectors vectors in a group, 2 or 4
std::vector<JacobiGroup> jacobi_groups(int places, int vectors);

/// Columns that one-sided Jacobi rotations make orthogonal. Column a starts at data + a * height.
/// During the rotations each column is stored with a scale factor, see JacobiTurn.
struct JacobiColumns {
  double* data;
  std::ptrdiff_t height;  ///< entries of a column that are rotated, a multiple of 4
  std::ptrdiff_t length;  ///< leading entries that become orthogonal vectors, a multiple of 4
  int count;              ///< number of columns, even
  int at_a_time;          ///< columns in a group: 2 or 4
  double* square;         ///< (count + 1) scratch: squared lengths
  double* shrunk;         ///< (count + 1) squared scale factors; initially 1
  /// jacobi_groups in chunks of kParallelGroups groups that share no column, padded with groups of
  /// the nonexistent column `count`.
  std::span<const JacobiGroup> meetings;
};

/// Number of groups that are computed in parallel, one per lane.
inline constexpr std::size_t kParallelGroups = kLanes;

/// One sweep: makes every pair of columns orthogonal once. Same bits on every machine.
/// \returns true if another sweep is needed, false once all are orthogonal to working precision
bool jacobi_sweep(const JacobiColumns& columns);

/// Fills the squared lengths of all columns.
void jacobi_measure(const JacobiColumns& columns);

/// Makes nearly orthogonal columns orthonormal, by Gram-Schmidt.
/// \param length entries of each column, a multiple of 4
void jacobi_orthonormalise(double* data, std::ptrdiff_t height, std::ptrdiff_t length, int count);

}  // namespace ik
