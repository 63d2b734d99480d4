#pragma once

#include "ik/simd/lanes.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace ik {

/// Vectors that meet: a pair, or two couples. Each of the first couple meets each of the second,
/// and where `inside` says so the couples' own two meet, too.
struct JacobiMeeting {
  std::array<int, 4> vectors;  ///< of a pair the first two count
  bool inside = false;
};

/// Places for so many vectors: an odd one out plays against a zero vector.
constexpr int jacobi_places(int vectors) { return vectors + vectors % 2; }
/// How many of them meet at a time. From twelve on four of them keep one body's lanes busy; a
/// batch's lanes, which would not mind, turn the same.
constexpr int jacobi_width(int places) { return places >= 12 ? 4 : 2; }

/// Everyone meets everyone, in rounds of places / kVectors meetings (rounded down) that share no
/// vector. Meetings that follow one another share none where there is a choice, either, so that
/// they can be computed side by side.
/// \param places even
/// \param vectors in a meeting, 2 or 4
std::vector<JacobiMeeting> jacobi_meetings(int places, int vectors);

/// Columns that one-sided Jacobi rotations make orthogonal. Column a starts at data + a * height.
/// While they are turned each is longer by a factor of its own, see JacobiTurn.
struct JacobiColumns {
  double* data;
  std::ptrdiff_t height;  ///< entries of a column that are turned, a multiple of 4
  std::ptrdiff_t length;  ///< the first so many are what becomes orthogonal, a multiple of 4
  int count;              ///< of columns, even
  int at_a_time;          ///< columns that meet: 2 or 4
  double* square;         ///< (count + 1) scratch: squared lengths
  double* shrunk;  ///< (count + 1) squares of what brings columns to their lengths; at first 1
  /// jacobi_meetings in fours that share no column, filled up with meetings of column `count`,
  /// which there is not.
  std::span<const JacobiMeeting> meetings;
};

/// So many meetings go side by side, one in every lane.
inline constexpr std::size_t kSideBySide = kLanes;

/// Lets every pair of columns meet once and turns it orthogonal. Same bits on every machine.
/// \returns true if another sweep is needed, false once what is left is below working precision
bool jacobi_sweep(const JacobiColumns& columns);

/// Fills the squared lengths of all columns.
void jacobi_measure(const JacobiColumns& columns);

/// Makes nearly orthogonal columns orthonormal: Gram and Schmidt.
/// \param length entries of each, a multiple of 4
void jacobi_orthonormalise(double* data, std::ptrdiff_t height, std::ptrdiff_t length, int count);

}  // namespace ik
