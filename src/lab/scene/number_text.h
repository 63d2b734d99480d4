#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lab {

/// A number in general notation with at most `digits` significant digits, independent of the
/// locale: "0.2091".
/// \pre 1 to 17 digits
std::string number_text(double value, int digits);
/// The shortest text that reads back as the same number.
std::string exact_number(double value);

/// The shortest text that reads back as the value rounded to 12 digits.
std::string short_number(double value);
/// As short_number() with 3 digits, for sentences.
std::string brief_number(double value);

/// A value that is smaller than this is round-off and is shown as 0.
inline constexpr double kRoundOff = 1e-12;

/// A number of a reading, with a fixed number of decimals: "0.0123". A value that these would show
/// as 0, or one of seven digits before its point, has three significant digits: "1.23e-06".
/// \pre at most 9 decimals
std::string reading_number(double value, int decimals);

/// "1 step", "2 steps".
std::string counted(std::size_t count, std::string_view one);

/// A share as a whole percentage: "83 %".
std::string percent(double share);

/// A short text for a duration: "12 s", "3 min", "2.5 h".
std::string duration_text(double seconds);
/// An estimate of the remaining time of some work, from the share done: "12 s left". Empty at the
/// start, when the estimate is unreliable.
std::string time_left(double elapsed_seconds, double share);

/// Reads a whole text as a number, independent of the locale.
/// \returns true if it is a number
bool read_number(std::string_view text, double& value);
/// Reads a whole text as a finite number, independent of the locale.
std::optional<double> parse_number(std::string_view text);

double rounded_to_digits(double value, int digits);

}  // namespace lab
