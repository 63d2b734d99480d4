#include "io/files/similar.h"

#include <algorithm>
#include <vector>

#include "io/files/text.h"

namespace io {

int edits_between(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  const auto same = [&](std::size_t i, std::size_t j) { return lower(a[i]) == lower(b[j]); };
  // edits[i][j]: distance between the first i letters and the first j
  std::vector<std::vector<int>> edits(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        edits[i][j] = static_cast<int>(i + j);
        continue;
      }
      edits[i][j] = std::min({edits[i - 1][j] + 1, edits[i][j - 1] + 1,
                              edits[i - 1][j - 1] + (same(i - 1, j - 1) ? 0 : 1)});
      if (i > 1 && j > 1 && same(i - 1, j - 2) && same(i - 2, j - 1)) {
        edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
      }
    }
  }
  return edits[a.size()][b.size()];
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
  constexpr std::size_t kLongest = 64;  // longer than any name; bounds the table
  if (word.empty() || word.size() > kLongest) return {};
  int least = static_cast<int>(word.size() + 2) / 3 + 1;
  std::string_view closest;
  for (const std::string& candidate : known) {
    const int edits = edits_between(word, candidate);
    if (edits >= least) continue;
    least = edits;
    closest = candidate;
  }
  return closest.empty() ? std::string() : concat("; did you mean '", closest, "'?");
}

}  // namespace io
