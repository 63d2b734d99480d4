#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "lab/scene/number_text.h"

// The same bytes as on a desktop, without the charconv of double, which emscripten's library lacks.
// The only locale is "C".
namespace lab {
namespace {

std::string printed(const char* format, int digits, double value) {
  std::array<char, 48> text;
  std::snprintf(text.data(), text.size(), format, digits, value);
  return text.data();
}

}  // namespace

std::string number_text(double value, int digits) { return printed("%.*g", digits, value); }

// The fewest digits that read back as the value, in the shorter of the two notations; without an
// exponent if both have the same length.
std::string exact_number(double value) {
  if (!std::isfinite(value)) return number_text(value, 1);
  std::string scientific;
  int digits = 1;
  for (; digits <= 17; ++digits) {
    scientific = printed("%.*e", digits - 1, value);
    if (std::strtod(scientific.c_str(), nullptr) == value) break;
  }
  const int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
  if (exponent > 30 || exponent < -30) return scientific;
  const std::string fixed = printed("%.*f", std::max(0, digits - 1 - exponent), value);
  return fixed.size() <= scientific.size() ? fixed : scientific;
}

bool read_number(std::string_view text, double& value) {
  if (text.empty() || text.find_first_of(" \t\n\r\v\f+") == 0) return false;
  if (text.find_first_of("xXpP") != std::string_view::npos) return false;
  const std::string whole(text);
  char* stop = nullptr;
  const double read = std::strtod(whole.c_str(), &stop);
  if (stop != whole.c_str() + whole.size()) return false;
  value = read;
  return true;
}

}  // namespace lab
