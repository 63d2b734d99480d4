#include "io/json/settings.h"

#include <cmath>
#include <optional>
#include <set>

#include "lab/scene/number_text.h"

namespace io {
namespace {

using nlohmann::json;

/// The knob's value, or nothing if the knob does not accept it.
std::optional<double> value_of(const lab::Knob& knob, const json& value) {
  using Kind = ik::KnobKind;
  const bool is_word = knob.kind == Kind::kChoice ? value.is_string() : value == "off";
  if (is_word) return lab::parse_value(knob, value.get<std::string>());
  if (knob.kind == Kind::kSwitch && value.is_boolean()) return value.get<bool>() ? 1.0 : 0.0;
  const bool is_numeric = knob.kind == Kind::kNumber || knob.kind == Kind::kCount;
  if (!is_numeric || !value.is_number()) return std::nullopt;
  const double number = value.get<double>();
  return knob.accepts(number) ? std::optional(number) : std::nullopt;
}

/// The shortest value that sets the same bits. The conversion from degrees and back may end at a
/// neighbouring number: pi / 6 would be written as 29.999999999999996.
double exact_value(const lab::Knob& knob, double value, const lab::Settings& settings) {
  for (const double candidate : {lab::rounded_to_digits(value, 15), value,
                                 std::nextafter(value, 0.0), std::nextafter(value, lab::kOff)}) {
    lab::Settings copy = settings;
    knob.set(copy, candidate);
    if (copy == settings) return candidate;
  }
  return value;
}

}  // namespace

void read_settings(const JsonNode& node, lab::Settings& settings, NullSetting null) {
  std::set<const lab::Knob*> seen;
  for (const auto& [name, field] : node.fields()) {
    const lab::Knob* knob = lab::find_shared_knob(name);
    if (knob == nullptr) field.fail("unknown setting");
    if (!seen.insert(knob).second) field.fail("the setting appears twice");
    const std::optional<double> value = value_of(*knob, field.value());
    const bool unset = null == NullSetting::kUnsets && field.is_null() && knob->may_be_unset();
    if (!value && !unset) field.fail("expected " + knob->expectation());
    knob->set(settings, value);
  }
}

json knob_value(const lab::Knob& knob, const lab::Settings& settings) {
  const std::optional<double> value = knob.given(settings);
  if (!value) return nullptr;
  if (value == lab::kOff) return "off";
  if (knob.kind == ik::KnobKind::kSwitch) return *value != 0.0;
  if (knob.kind == ik::KnobKind::kChoice) return lab::option_text(knob, *value);
  if (knob.kind == ik::KnobKind::kCount) return static_cast<long>(*value);
  return exact_value(knob, *value, settings);
}

nlohmann::ordered_json settings_difference(const lab::Settings& settings,
                                           const lab::Settings& others) {
  auto object = nlohmann::ordered_json::object();
  for (const lab::Knob& knob : lab::shared_knobs()) {
    const json value = knob_value(knob, settings);
    if (value != knob_value(knob, others)) object[knob.name] = value;
  }
  return object;
}

nlohmann::ordered_json settings_object(const lab::Settings& settings) {
  auto object = nlohmann::ordered_json::object();
  for (const lab::Knob& knob : lab::shared_knobs()) {
    const json value = knob_value(knob, settings);
    if (!value.is_null()) object[knob.name] = value;
  }
  return object;
}

}  // namespace io
