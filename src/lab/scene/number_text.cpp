#include "lab/scene/number_text.h"

#include <cmath>

namespace lab {

std::string short_number(double value) { return number_text(value, 12); }

std::string brief_number(double value) { return number_text(value, 3); }

std::string percent(double share) { return number_text(std::round(100.0 * share), 3) + " %"; }

std::optional<double> parse_number(std::string_view text) {
  double value = 0.0;
  if (!read_number(text, value) || !std::isfinite(value)) return std::nullopt;
  return value;
}

double rounded_to_digits(double value, int digits) {
  read_number(number_text(value, digits), value);
  return value;
}

}  // namespace lab
