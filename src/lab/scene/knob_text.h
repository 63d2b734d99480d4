#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lab/scene/knobs.h"

namespace lab {

/// The value of "0.4", "off", "target", "true", ..., independent of the locale.
/// \returns nothing if the knob does not accept it
std::optional<double> parse_value(const ik::Knob& knob, std::string_view text);

/// A value as the command line takes it: "0.4", "off", "effector", "true".
/// \param digits significant digits of a number; 0: as many as read back bit for bit
std::string option_text(const ik::Knob& knob, double value, int digits = 0);
/// A value on a control, without its unit: "0.25", "on", "active set".
std::string control_text(const ik::Knob& knob, double value, int digits = 4);
/// A text of a value with its unit behind it; "off" has none.
std::string with_unit_behind(std::string value, const char* unit);

/// The words of a choice on a control, by value.
std::span<const char* const> choice_labels(const ik::Knob& knob);

/// A label within a sentence: "hard clamp", "damping λ", but "D_max" and "γ_max".
std::string within_sentence(std::string_view label);

/// The method's label, and its knobs that differ from the defaults and have an effect on it:
/// "Damped least squares, λ 0.4", "Jacobian transpose, D_max 0.5 m, gain 0.5".
std::string describe(const ik::MethodInfo& method, const Settings& settings);

}  // namespace lab
