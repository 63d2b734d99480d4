#include "lab/number_text.h"

#include <charconv>

namespace lab {

std::string short_number(double value) {
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 12).ptr;
  return std::string(buffer, end);
}

}  // namespace lab
