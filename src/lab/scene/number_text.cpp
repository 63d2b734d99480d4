#include "lab/scene/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace lab {

std::string short_number(double value) { return number_text(value, 12); }

std::string brief_number(double value) { return number_text(value, 3); }

std::string reading_number(double value, int decimals) {
  constexpr double kMaxPlain = 1e6;
  const double size = std::abs(value);
  const bool small = size >= kRoundOff && size < 0.5 * std::pow(10.0, -decimals);
  if (small || size >= kMaxPlain) return brief_number(value);
  std::array<char, 24> text;
  std::snprintf(text.data(), text.size(), "%.*f", decimals, size < kRoundOff ? 0.0 : value);
  return text.data();
}

std::string counted(std::size_t count, std::string_view one) {
  const char* const more = one.ends_with("ch") ? "es" : "s";
  return std::to_string(count).append(" ").append(one).append(count == 1 ? "" : more);
}

std::string percent(double share) { return number_text(std::round(100.0 * share), 3) + " %"; }

std::string duration_text(double seconds) {
  constexpr double kMinute = 60.0, kHour = 3600.0;  // s
  if (seconds < kMinute - 0.5) return number_text(std::round(std::max(1.0, seconds)), 3) + " s";
  if (seconds < kHour - 0.5 * kMinute)
    return number_text(std::round(seconds / kMinute), 3) + " min";
  return number_text(std::round(10.0 * seconds / kHour) / 10.0, 6) + " h";
}

std::string time_left(double elapsed_seconds, double share) {
  constexpr double kFirst = 1.0;        // s
  constexpr double kFirstShare = 0.02;  // this much of the work
  if (elapsed_seconds < kFirst || share < kFirstShare) return {};
  return duration_text(elapsed_seconds * (1.0 - share) / share) + " left";
}

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
