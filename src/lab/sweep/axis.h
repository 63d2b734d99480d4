#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/scene/settings.h"

namespace lab {

/// What a sweep varies, a setting or a parameter of the method, and over which values.
struct SweepAxis {
  std::string name;                      ///< as in `--NAME` or `--param NAME=VALUE`
  std::string label, unit;               ///< as in the window; all values are in the unit
  std::string help;                      ///< a sentence or two
  const SettingInfo* setting = nullptr;  ///< null for a parameter of the method
  SettingKind kind = SettingKind::kNumber;
  double least = 0.0, most = std::numeric_limits<double>::max();  ///< accepted by a parameter
  double low = 0.0, high = 1.0;                                   ///< the first value and the last
  int count = 2;                                                  ///< how many values
  bool logarithmic = false;  ///< even ratios between values, otherwise even differences

  bool operator==(const SweepAxis&) const = default;
};

/// The most cells of a sweep: a larger number is a typing error.
inline constexpr long kMostCells = 1000000;

/// The axis of that setting or parameter over the range of its slider, logarithmic where the slider
/// is; a choice or a switch takes each of its values once. A setting goes before the alias of
/// a parameter.
/// \returns nothing if there is neither, or the method does not use the setting (lambda)
std::optional<SweepAxis> find_axis(const ik::MethodInfo& method, std::string_view name);
/// All names that find_axis knows.
std::vector<std::string> axis_names(const ik::MethodInfo& method);

/// Why the axis cannot be swept: "LO must be below HI". Empty if it can.
std::string fault(const SweepAxis& axis);

/// Value i of the axis, 0 <= i < count:
///   equal differences  low + (high - low) i / (count - 1)
///   equal ratios       low (high / low)^(i / (count - 1))
/// Between the ends it is rounded to a thousandth of a step, so that it is short to read (0.2046)
/// and does not depend on the system's pow.
double value_of(const SweepAxis& axis, int i);

/// Sets what the axis varies; a value in the outside's unit.
void set(const SweepAxis& axis, double value, Settings& settings);
/// Sets it back to its default.
void reset(const SweepAxis& axis, Settings& settings);

/// A value as the command line takes it: "0.4", "effector", "true". It reads back bit for bit.
std::string text_of(const SweepAxis& axis, double value);
/// A value in the window's words, a number with three digits and its unit: "0.316 m/rad", "on".
std::string shown_text(const SweepAxis& axis, double value);
/// The inverse of text_of. Nothing for other texts, "off" among them.
std::optional<double> parse_value(const SweepAxis& axis, std::string_view text);

}  // namespace lab
