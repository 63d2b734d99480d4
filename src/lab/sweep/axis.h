#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/scene/knobs.h"

namespace lab {

/// A knob that a sweep varies, and its values, in the knob's unit. `logarithmic`: even ratios
/// between values, otherwise even differences.
struct SweepAxis : Knob {
  double low = 0.0, high = 1.0;  ///< first and last value
  int count = 2;                 ///< number of values

  bool operator==(const SweepAxis& other) const;
};

/// The most cells of a sweep: a larger number is a typing error.
inline constexpr long kMaxCells = 1000000;

/// The axis of the method's knob of that name over the range of its slider; a choice or a switch
/// takes each of its values once.
/// \returns nothing if the method has no such knob
std::optional<SweepAxis> find_axis(const ik::MethodInfo& method, std::string_view name);
/// The names of all knobs of the method.
std::vector<std::string> axis_names(const ik::MethodInfo& method);

/// Why the axis cannot be swept: "LO must be below HI". Empty if it can.
std::string fault(const SweepAxis& axis);

/// Value i of the axis, 0 <= i < count:
///   equal differences  low + (high - low) i / (count - 1)
///   equal ratios       low (high / low)^(i / (count - 1))
/// Between the ends it is rounded to a thousandth of a step, so that it is short to read (0.2046)
/// and does not depend on the system's pow.
double value_of(const SweepAxis& axis, int i);

/// A value in the window's words, a number with three digits and its unit: "0.316 m/rad", "on".
std::string shown_text(const SweepAxis& axis, double value);
/// The value of a text as option_text() writes it. Nothing for other texts, "off" among them.
std::optional<double> parse_axis_value(const SweepAxis& axis, std::string_view text);

}  // namespace lab
