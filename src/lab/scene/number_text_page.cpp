#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "lab/scene/number_text.h"

// As on a desktop, byte for byte, without the charconv of double that emscripten's library lacks.
// There is one locale, "C".
namespace lab {
namespace {

using Digits = std::array<char, 48>;

std::string without_exponent(double value, int decimals) {
  Digits text;
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

}  // namespace

std::string number_text(double value, int digits) {
  Digits text;
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

// The fewest digits that read back as the value, in the shorter of the two notations; without
// exponent if both are as long.
std::string exact_number(double value) {
  if (!std::isfinite(value)) return number_text(value, 1);
  Digits text;
  int digits = 1;
  for (; digits <= 17; ++digits) {
    std::snprintf(text.data(), text.size(), "%.*e", digits - 1, value);
    if (std::strtod(text.data(), nullptr) == value) break;
  }
  const int exponent = std::atoi(std::strchr(text.data(), 'e') + 1);
  const int decimals = std::max(0, digits - 1 - exponent);
  const std::string scientific = text.data();
  if (exponent > 30 || exponent < -30) return scientific;
  const std::string fixed = without_exponent(value, decimals);
  return fixed.size() <= scientific.size() ? fixed : scientific;
}

bool read_number(std::string_view text, double& value) {
  if (text.empty() || text.find_first_of(" \t\n\r\v\f+xXpP") == 0) return false;
  if (text.find_first_of("xXpP") != std::string_view::npos) return false;
  const std::string whole(text);
  char* stop = nullptr;
  const double read = std::strtod(whole.c_str(), &stop);
  if (stop != whole.c_str() + whole.size()) return false;
  value = read;
  return true;
}

}  // namespace lab
