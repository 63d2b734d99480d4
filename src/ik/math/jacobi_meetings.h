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

/// Everyone meets everyone, in rounds of places / kVectors meetings (rounded down) that share no
/// vector. Meetings that follow one another share none where there is a choice, either, so that
/// they can be computed side by side.
/// \param places even
/// \param vectors in a meeting, 2 or 4
std::vector<JacobiMeeting> jacobi_meetings(int places, int vectors);

}  // namespace ik
