#include "lab/sweep/axis.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

using ik::KnobKind;

/// How many significant digits round every value by a thousandth of a step at most.
int digits_of(const SweepAxis& axis) {
  constexpr int kOfAStep = 4, kMaxDigits = 17;
  const double steps = axis.count - 1;
  const double relative_step = axis.logarithmic ? std::expm1(std::log(axis.high / axis.low) / steps)
                                                : (axis.high - axis.low) / axis.high / steps;
  const double digits = kOfAStep + std::ceil(-std::log10(relative_step) - 1e-9);
  return static_cast<int>(std::clamp(digits, 1.0 * kOfAStep, static_cast<double>(kMaxDigits)));
}

/// The number of values of a switch or a choice; 0 for numbers.
int word_count(const SweepAxis& axis) {
  if (axis.kind == KnobKind::kSwitch) return 2;
  return axis.kind == KnobKind::kChoice ? static_cast<int>(axis.choices.size()) : 0;
}

constexpr int kUsualCount = 11;

}  // namespace

bool SweepAxis::operator==(const SweepAxis& other) const {
  return std::string_view(name) == other.name && low == other.low && high == other.high &&
         count == other.count && logarithmic == other.logarithmic;
}

std::optional<SweepAxis> find_axis(const ik::MethodInfo& method, std::string_view name) {
  const std::optional<Knob> knob = find_knob(method, name);
  if (!knob || !knob->usual) return std::nullopt;
  SweepAxis axis{*knob, knob->min, knob->max, kUsualCount};
  axis.can_be_off = false;  // infinity is no value of an axis
  if (const int words = word_count(axis)) {
    axis.low = 0.0;
    axis.high = words - 1.0;
    axis.count = words;
  }
  return axis;
}

std::vector<std::string> axis_names(const ik::MethodInfo& method) {
  std::vector<std::string> names;
  for (const Knob& knob : knobs(method)) {
    if (knob.usual) names.emplace_back(knob.name);
  }
  return names;
}

std::string fault(const SweepAxis& axis) {
  if (axis.count < 2) return "COUNT is a whole number of at least 2";
  if (axis.count > kMaxCells) return "at most " + std::to_string(kMaxCells) + " values";
  for (const double end : {axis.low, axis.high}) {
    if (!axis.accepts(end)) return "LO and HI are each " + axis.expectation();
  }
  if (!(axis.low < axis.high)) return "LO must be below HI";
  if (axis.logarithmic && !(axis.low > 0.0)) {
    return "even ratios need LO above 0; with :lin the steps are even";
  }
  double before = axis.low;
  for (int i = 1; i < axis.count; ++i) {
    const double value = value_of(axis, i);
    if (!(value > std::exchange(before, value))) return "too many values between LO and HI";
    if (axis.kind != KnobKind::kNumber && value != std::floor(value)) {
      return "COUNT must step by whole numbers";
    }
  }
  return "";
}

double value_of(const SweepAxis& axis, int i) {
  if (i <= 0) return axis.low;
  if (i >= axis.count - 1) return axis.high;
  const double share = static_cast<double>(i) / (axis.count - 1);
  return rounded_to_digits(axis.logarithmic ? axis.low * std::pow(axis.high / axis.low, share)
                                            : axis.low + (axis.high - axis.low) * share,
                           digits_of(axis));
}

std::string shown_text(const SweepAxis& axis, double value) {
  if (word_count(axis) > 0) return control_text(axis, value);
  const bool whole = axis.kind == KnobKind::kCount;
  return with_unit_behind(whole ? exact_number(value) : brief_number(value), axis.unit);
}

std::optional<double> parse_axis_value(const SweepAxis& axis, std::string_view text) {
  for (int word = 0; word < word_count(axis); ++word) {
    if (text == option_text(axis, word)) return word;
  }
  return word_count(axis) > 0 ? std::nullopt : parse_number(text);
}

}  // namespace lab
