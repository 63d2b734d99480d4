#pragma once

#include <nlohmann/json.hpp>

#include "io/json/node.h"
#include "lab/scene/settings.h"

namespace io {

/// The meaning of null as a setting's value.
enum class NullSetting {
  kIsWrong,
  kUnsets,  ///< "not set here", for settings that may be unset
};

/// Reads the fields of an object, with the names of lab::settings(), into the settings.
void read_settings(const JsonNode& node, lab::Settings& settings,
                   NullSetting null = NullSetting::kIsWrong);

/// A setting's value in the outside's unit: 0.4, "off", true, "target"; null is "not set here".
nlohmann::json setting_value(const lab::SettingInfo& info, const lab::Settings& settings);

/// The settings that differ from others, by name; null for one that only the others have.
nlohmann::ordered_json settings_difference(const lab::Settings& settings,
                                           const lab::Settings& others);

/// All settings that have a value, by name.
nlohmann::ordered_json settings_object(const lab::Settings& settings);

}  // namespace io
