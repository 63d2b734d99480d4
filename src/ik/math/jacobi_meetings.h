#pragma once

#include <array>
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

}  // namespace ik
