#include "lab/scene/knob_text.h"

#include <utility>

#include "lab/scene/number_text.h"

namespace lab {
namespace {

using ik::KnobKind;

/// The word for a value that is no number; empty for a number.
std::string word_of(const ik::Knob& knob, double value, std::span<const char* const> choices,
                    const char* on, const char* off) {
  if (value == kOff) return "off";
  if (knob.kind == KnobKind::kSwitch) return value != 0.0 ? on : off;
  return knob.kind == KnobKind::kChoice ? choices[static_cast<std::size_t>(value)] : "";
}

}  // namespace

std::optional<double> parse_value(const ik::Knob& knob, std::string_view text) {
  std::optional<double> value;
  if (knob.kind == KnobKind::kChoice) {
    for (std::size_t i = 0; i < knob.choices.size(); ++i) {
      if (text == knob.choices[i]) value = static_cast<double>(i);
    }
  } else if (knob.kind == KnobKind::kSwitch && (text == "true" || text == "false")) {
    value = text == "true" ? 1.0 : 0.0;
  } else {
    value = text == "off" ? std::optional(kOff) : parse_number(text);
  }
  return value && knob.accepts(*value) ? value : std::nullopt;
}

std::string option_text(const ik::Knob& knob, double value, int digits) {
  std::string word = word_of(knob, value, knob.choices, "true", "false");
  if (!word.empty()) return word;
  return digits == 0 ? exact_number(value) : number_text(value, digits);
}

std::string control_text(const ik::Knob& knob, double value, int digits) {
  std::string word = word_of(knob, value, choice_labels(knob), "on", "off");
  return word.empty() ? number_text(value, digits) : word;
}

std::string with_unit_behind(std::string value, const char* unit) {
  if (*unit == '\0' || value == "off") return value;
  return std::move(value) + " " + unit;
}

std::span<const char* const> choice_labels(const ik::Knob& knob) {
  return knob.labels.empty() ? knob.choices : knob.labels;
}

std::string within_sentence(std::string_view label) {
  std::string text(label);
  const auto is_between = [](char c, char first, char last) { return c >= first && c <= last; };
  if (text.size() > 1 && is_between(text[0], 'A', 'Z') && is_between(text[1], 'a', 'z')) {
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
  }
  return text;
}

std::string describe(const ik::MethodInfo& method, const Settings& settings) {
  std::string text = method.label;
  for (const Knob& knob : knobs(method)) {
    const std::optional<double> value = knob.given(settings);
    if (!knob.usual || !value || !knob.why_no_effect({method, settings}).empty()) continue;
    std::string words;
    if (knob.words != nullptr) {
      words = knob.words(settings);
    } else if (knob.is_own && value != knob.usual) {
      words = within_sentence(knob.label) + " " +
              with_unit_behind(control_text(knob, *value), knob.unit);
    }
    if (!words.empty()) text += ", " + words;
  }
  return text;
}

}  // namespace lab
