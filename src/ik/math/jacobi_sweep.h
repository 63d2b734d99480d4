#pragma once

#include "ik/simd/lanes.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace ik {

/// A meeting: the vectors that are made orthogonal at a time, a pair or two couples. Of couples,
/// each vector of the first is paired with each of the second, and with `inside` also with its own
/// partner.
struct JacobiMeeting {
  std::array<int, 4> vectors;  ///< a pair uses the first two
  bool inside = false;
};

/// The number of vectors rounded up to an even one: an odd number gets a zero vector.
constexpr int jacobi_places(int vectors) { return vectors + vectors % 2; }
/// Vectors in a meeting. Twelve or more vectors meet in fours, which keeps the lanes of one body
/// busy; a batch does the same for the sake of equal bits.
constexpr int jacobi_width(int places) { return places >= 12 ? 4 : 2; }

/// The round-robin order: every two vectors meet once, in rounds of places / vectors meetings
/// (rounded down) that share no vector. Where possible, successive meetings of different rounds
/// share none either, so that they can be computed side by side.
/// \param places even
/// \param vectors in a meeting, 2 or 4
std::vector<JacobiMeeting> jacobi_meetings(int places, int vectors);

/// Columns that one-sided Jacobi rotations make orthogonal. Column a starts at data + a * height.
/// Meanwhile each is stored with a scale factor, see JacobiTurn.
struct JacobiColumns {
  double* data;
  std::ptrdiff_t height;  ///< entries of a column that are rotated, a multiple of 4
  std::ptrdiff_t length;  ///< how many of them, the first, become orthogonal, a multiple of 4
  int count;              ///< columns, even
  int at_a_time;          ///< columns in a meeting: 2 or 4
  double* square;         ///< (count + 1) scratch: squared lengths
  double* shrunk;         ///< (count + 1) squared scale factors; initially 1
  /// jacobi_meetings in groups of kSideBySide that share no column, padded with meetings of the
  /// nonexistent column `count`.
  std::span<const JacobiMeeting> meetings;
};

/// Meetings that are computed side by side, one in each lane.
inline constexpr std::size_t kSideBySide = kLanes;

/// One sweep: makes every pair of columns orthogonal once. Same bits on every machine.
/// \returns true if another sweep is needed, false once all are orthogonal to working precision
bool jacobi_sweep(const JacobiColumns& columns);

/// Fills the squared lengths of all columns.
void jacobi_measure(const JacobiColumns& columns);

/// Makes nearly orthogonal columns orthonormal, by Gram-Schmidt.
/// \param length entries of each column, a multiple of 4
void jacobi_orthonormalise(double* data, std::ptrdiff_t height, std::ptrdiff_t length, int count);

}  // namespace ik
