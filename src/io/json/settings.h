#pragma once

#include <nlohmann/json.hpp>

#include "io/json/node.h"
#include "lab/scene/settings.h"

namespace io {

/// What a null says of a setting.
enum class NullSetting {
  kIsWrong,
  kUnsets,  ///< that it is not set, where it may be
};

/// Reads the fields of an object, by the names of lab::settings(), into the settings.
void read_settings(const JsonNode& node, lab::Settings& settings,
                   NullSetting null = NullSetting::kIsWrong);

/// What the outside calls a setting's value: 0.4, "off", true, "target"; null is "not set here".
nlohmann::json setting_value(const lab::SettingInfo& info, const lab::Settings& settings);

/// All settings that have a value, by name.
nlohmann::ordered_json settings_object(const lab::Settings& settings);

}  // namespace io
