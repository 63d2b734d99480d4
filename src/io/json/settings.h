#pragma once

#include <nlohmann/json.hpp>

#include "io/json/node.h"
#include "lab/scene/knobs.h"

namespace io {

/// The meaning of null as a setting's value.
enum class NullSetting {
  kIsWrong,
  kUnsets,  ///< "not set here", for settings that may be unset
};

/// Reads the fields of an object, with the names of lab::shared_knobs(), into the settings.
void read_settings(const JsonNode& node, lab::Settings& settings,
                   NullSetting null = NullSetting::kIsWrong);

/// A knob's value: 0.4, "off", true, "target"; null is "not set here".
nlohmann::json knob_value(const lab::Knob& knob, const lab::Settings& settings);

/// The settings that differ from others, by name; null for one that only the others have.
nlohmann::ordered_json settings_difference(const lab::Settings& settings,
                                           const lab::Settings& others);

/// All settings that have a value, by name.
nlohmann::ordered_json settings_object(const lab::Settings& settings);

}  // namespace io
