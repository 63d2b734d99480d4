#pragma once

#include <optional>
#include <string_view>

namespace io {

/// The number that the whole text is, whatever the locale; empty if it is none or not finite.
std::optional<double> parse_number(std::string_view text);

/// Likewise a whole number.
std::optional<long> parse_count(std::string_view text);

/// The value rounded to so many significant digits; 17 change nothing.
double rounded_to_digits(double value, int digits);

}  // namespace io
