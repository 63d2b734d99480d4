#pragma once

#include <optional>
#include <string_view>

#include "iklab/method.h"
#include "ui/kit/theme.h"

namespace ui {

/// Range and look of a number slider.
struct NumberRow {
  const char* id;    ///< unique in the panel
  const char* unit;  ///< "" for a pure number
  double min, max;   ///< the slider's
  /// Row with the range of typed numbers, see ik::Knob::accepts; null: the range of the slider.
  const ik::Knob* accepted = nullptr;
  bool logarithmic = false;
  bool whole = false;     ///< shown without decimals
  bool resets = true;     ///< room for a reset_button() behind the slider
  std::string_view word;  ///< shown instead of the number, such as "off"
};

/// A slider that is filled up to its value. A double click, a click with Ctrl, or Enter while it
/// has the keyboard's focus opens a text field. A typed text that is no accepted number changes
/// nothing, and a sentence below the field says what is expected. A drag with Shift moves a tenth
/// of the pointer's way. While the slider has the focus, arrows step a hundredth of the range; the
/// keys up and down also while the pointer is over it. \returns the new value in the frame in which
/// it changed
std::optional<double> number_slider(const Theme& theme, const NumberRow& row, double value);

/// Any finite number, which is dragged, or typed as in number_slider().
struct NumberField {
  const char* id;       ///< unique in the panel
  float speed;          ///< what a pixel of a drag adds, and an arrow key; a tenth of it with Shift
  const char* pattern;  ///< for std::printf
};
/// Draws the field in the width of ImGui::SetNextItemWidth.
/// \returns the new value in the frame in which it changed
std::optional<double> number_field(const Theme& theme, const NumberField& row, double value);

/// row_label() and number_slider(), marked as "group/id".
std::optional<double> number_row(const Theme& theme, std::string_view label, std::string_view help,
                                 std::string_view group, const NumberRow& row, double value);

}  // namespace ui
