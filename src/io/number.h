#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace io {

/// A number as text that reads back bit for bit: 17 significant digits, '.' in every locale.
std::string exact_text(double value);

/// The number that the whole text is, whatever the locale; empty if it is none or not finite.
std::optional<double> parse_number(std::string_view text);

/// Likewise a whole number.
std::optional<long> parse_count(std::string_view text);

/// The value rounded to so many significant digits; 17 change nothing.
double rounded_to_digits(double value, int digits);

}  // namespace io
