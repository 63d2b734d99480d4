#include "lab/scene/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace lab {
namespace {

template <class... Format>
std::string written(double value, Format... format) {
  std::array<char, 40> text;
  char* const begin = text.data();
  return {begin, std::to_chars(begin, begin + text.size(), value, format...).ptr};
}

}  // namespace

std::string number_text(double value, int digits) {
  return written(value, std::chars_format::general, digits);
}

std::string exact_number(double value) { return written(value); }

std::string short_number(double value) { return number_text(value, 12); }

std::string brief_number(double value) { return number_text(value, 3); }

std::string percent(double share) { return number_text(std::round(100.0 * share), 3) + " %"; }

std::optional<double> parse_number(std::string_view text) {
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

double rounded_to_digits(double value, int digits) {
  const std::string text = number_text(value, digits);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace lab
