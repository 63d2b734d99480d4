#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/scene/settings.h"

namespace lab {

/// What a sweep varies, and over which values: a setting, or a parameter of the method.
struct SweepAxis {
  std::string name;                      ///< as in `--NAME` or `--param NAME=VALUE`
  std::string label, unit;               ///< of a setting as in the window; values are in the unit
  const SettingInfo* setting = nullptr;  ///< null: a parameter of the method
  SettingKind kind = SettingKind::kNumber;
  double low = 0.0, high = 1.0;  ///< the first value and the last
  int count = 2;                 ///< how many values
  bool logarithmic = false;      ///< even ratios between values, otherwise even differences

  bool operator==(const SweepAxis&) const = default;
};

/// So many cells a sweep has at most: beyond that a typing error looks like a hang.
inline constexpr long kMostCells = 1000000;

/// The axis of that setting or parameter over the range of its slider, logarithmic where that is;
/// a word of several or a switch takes each of its values once. Settings come first.
/// \returns nothing if neither the table of settings nor the method has it, or the method makes no
///   use of it (lambda)
std::optional<SweepAxis> find_axis(const ik::MethodInfo& method, std::string_view name);
/// All names that find_axis knows.
std::vector<std::string> axis_names(const ik::MethodInfo& method);

/// Why the axis cannot be swept: "LO must be below HI". Empty if it can.
std::string fault(const SweepAxis& axis);

/// The i-th value, 0 <= i < count:
///   even differences  low + (high - low) i / (count - 1)
///   even ratios       low (high / low)^(i / (count - 1))
/// Between the ends it is rounded to a thousandth of a step, so that it reads well (0.2046) and
/// does not depend on a system's pow.
double value_of(const SweepAxis& axis, int i);

/// A value as the command line takes it: "0.4", "effector", "true". It reads back bit for bit.
std::string text_of(const SweepAxis& axis, double value);
/// The way back, for the ends of a range; "off" is none.
std::optional<double> parse_value(const SweepAxis& axis, std::string_view text);

}  // namespace lab
