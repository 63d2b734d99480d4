#pragma once

#include <optional>
#include <string_view>

#include "ui/kit/theme.h"

namespace ui {

/// Range and look of a number slider.
struct NumberRow {
  const char* id;    ///< unique in the panel
  const char* unit;  ///< "" for a pure number
  double min, max;
  bool logarithmic = false;
  bool whole = false;     ///< shown without decimals
  bool resets = true;     ///< room for a reset_button() behind the slider
  std::string_view word;  ///< shown instead of the number, such as "off"
};

/// A slider that is filled up to its value. A double click, or a click with Ctrl, opens a text
/// field; a typed number is clamped to the range. A drag with Shift moves a tenth of the pointer's
/// way. While the pointer is over it, the keys up and down step a hundredth of the range.
/// \returns the new value in the frame in which it changed
std::optional<double> number_slider(const Theme& theme, const NumberRow& row, double value);

/// row_label() and number_slider(), marked as "group/id".
std::optional<double> number_row(const Theme& theme, std::string_view label, std::string_view help,
                                 std::string_view group, const NumberRow& row, double value);

}  // namespace ui
