#include "io/json/settings.h"

#include <cmath>
#include <limits>
#include <set>

#include "io/files/text.h"
#include "lab/scene/number_text.h"

namespace io {
namespace {

using nlohmann::json;

/// The setting's value, or nothing if the setting does not accept it.
std::optional<double> value_of(const lab::SettingInfo& info, const json& value) {
  using Kind = lab::SettingKind;
  const bool is_word = info.kind == Kind::kChoice ? value.is_string() : value == "off";
  if (is_word) return lab::parse_setting(info, value.get<std::string>());
  if (info.kind == Kind::kSwitch && value.is_boolean()) return value.get<bool>() ? 1.0 : 0.0;
  const bool is_numeric = info.kind == Kind::kNumber || info.kind == Kind::kCount;
  if (!is_numeric || !value.is_number()) return std::nullopt;
  const double number = value.get<double>();
  return lab::accepts(info, number) ? std::optional(number) : std::nullopt;
}

/// The shortest value in the outside's unit that sets the same bits. The conversion from degrees
/// and back may end at a neighbouring number: pi / 6 would be written as 29.999999999999996.
double exact_value(const lab::SettingInfo& info, const lab::Settings& settings) {
  const double value = info.get(settings);
  for (const double candidate : {lab::rounded_to_digits(value, 15), value,
                                 std::nextafter(value, 0.0), std::nextafter(value, lab::kOff)}) {
    lab::Settings copy = settings;
    info.set(copy, candidate);
    if (copy == settings) return candidate;
  }
  return value;
}

/// Value of a setting that is not set: the method's own holds.
constexpr double kUnset = std::numeric_limits<double>::quiet_NaN();

bool may_be_unset(const lab::SettingInfo& info) {
  lab::Settings settings;
  info.set(settings, kUnset);
  return std::isnan(info.get(settings)) && std::isnan(info.get(lab::Settings()));
}

}  // namespace

void read_settings(const JsonNode& node, lab::Settings& settings, NullSetting null) {
  std::set<const lab::SettingInfo*> seen;
  for (const auto& [name, field] : node.fields()) {
    const lab::SettingInfo* info = lab::find_setting(name);
    if (info == nullptr) field.fail("unknown setting");
    if (!seen.insert(info).second) field.fail("the setting appears twice");
    std::optional<double> value = value_of(*info, field.value());
    if (null == NullSetting::kUnsets && field.is_null() && may_be_unset(*info)) value = kUnset;
    if (!value) field.fail("expected " + lab::expectation(*info));
    info->set(settings, *value);
  }
}

json setting_value(const lab::SettingInfo& info, const lab::Settings& settings) {
  const double value = info.get(settings);
  if (std::isnan(value)) return nullptr;
  if (value == lab::kOff) return "off";
  if (info.kind == lab::SettingKind::kSwitch) return value != 0.0;
  if (info.kind == lab::SettingKind::kChoice) return info.choices[static_cast<std::size_t>(value)];
  if (info.kind == lab::SettingKind::kCount) return static_cast<long>(value);
  return exact_value(info, settings);
}

nlohmann::ordered_json settings_difference(const lab::Settings& settings,
                                           const lab::Settings& others) {
  auto object = nlohmann::ordered_json::object();
  for (const lab::SettingInfo& info : lab::settings()) {
    const json value = setting_value(info, settings);
    if (value != setting_value(info, others)) object[info.name] = value;
  }
  return object;
}

nlohmann::ordered_json settings_object(const lab::Settings& settings) {
  auto object = nlohmann::ordered_json::object();
  for (const lab::SettingInfo& info : lab::settings()) {
    const json value = setting_value(info, settings);
    if (!value.is_null()) object[info.name] = value;
  }
  return object;
}

}  // namespace io
