#include <array>
#include <charconv>

#include "lab/scene/number_text.h"

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

bool read_number(std::string_view text, double& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  return problem == std::errc() && stop == end;
}

}  // namespace lab
