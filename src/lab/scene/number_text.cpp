#include "lab/scene/number_text.h"

#include <charconv>
#include <cmath>

namespace lab {
namespace {

std::string number(double value, int digits) {
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits).ptr;
  return std::string(buffer, end);
}

}  // namespace

std::string short_number(double value) { return number(value, 12); }

std::string brief_number(double value) { return number(value, 3); }

std::string percent(double share) { return number(std::round(100.0 * share), 3) + " %"; }

}  // namespace lab
