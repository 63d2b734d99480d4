#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "iklab/body.h"
#include "iklab/method.h"
#include "ui/kit/theme.h"

namespace ui {

struct NumberRow {
  const char* id;    ///< unique in the panel
  const char* unit;  ///< "" for a pure number
  double min, max;
  /// Row with the range of typed numbers, see ik::Knob::accepts; null: the range of the slider.
  const ik::Knob* accepted = nullptr;
  bool logarithmic = false;
  bool whole = false;     ///< shown without decimals
  bool resets = true;     ///< room for a reset_button() behind the slider
  std::string_view word;  ///< shown instead of the number, such as "off"
};

/// A slider that is filled up to its value. A double click, a click with Ctrl, or Enter opens a
/// text field; text that is no accepted number changes nothing, and a sentence says what is
/// expected. Arrows step a hundredth of the range, up and down also under the pointer. Shift makes
/// drags and steps ten times finer. \returns the new value in the frame in which it changed
std::optional<double> number_slider(const Theme& theme, const NumberRow& row, double value);

/// Any finite number, which is dragged, or typed as in number_slider().
struct NumberField {
  const char* id;       ///< unique in the panel
  float speed;          ///< what a pixel of a drag adds, and an arrow key; a tenth of it with Shift
  const char* pattern;  ///< for std::printf
};
/// In the width of ImGui::SetNextItemWidth. \returns the new value in the frame of its change
std::optional<double> number_field(const Theme& theme, const NumberField& row, double value);

/// row_label() and number_slider(), marked as "group/id".
std::optional<double> number_row(const Theme& theme, std::string_view label, std::string_view help,
                                 std::string_view group, const NumberRow& row, double value);

struct NumberLook {
  float speed;          ///< what a pixel of a drag adds
  const char* pattern;  ///< for std::printf
};
inline constexpr NumberLook kDirectionLook{0.005F, "%.3f"}, kDegreeLook{0.5F, "%.1f"};
/// The look of lengths in the scale of a body: a pixel is about a hundredth of a link.
NumberLook length_look(const ik::Multibody& body);

/// Numbers to drag or type in one row, marked as "group/label". A typed number must be finite.
/// \param values at most three
/// \returns whether they changed
bool numbers_row(const Theme& theme, std::string_view group, const std::string& label,
                 std::string_view help, NumberLook look, std::span<double> values);

}  // namespace ui
