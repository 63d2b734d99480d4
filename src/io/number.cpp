#include "io/number.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace io {
namespace {

template <class Number>
std::optional<Number> parse(std::string_view text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  const auto value = parse<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<long> parse_count(std::string_view text) { return parse<long>(text); }

double rounded_to_digits(double value, int digits) {
  return parse_number(fmt::format("{:.{}g}", value, digits)).value_or(value);
}

}  // namespace io
