#pragma once

#include <vector>

#include "lab/track/tracker.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// What the settings panel remembers: the numbers that come back when a limit is switched on again.
struct SettingsPanel {
  std::vector<double> last_on;
};

/// The value in force, in the outside's unit: the setting's, or where it is not set the method's.
double value_in_force(const lab::SettingInfo& setting, const lab::Settings& settings,
                      const lab::Tracker& tracker);

/// A control for every setting of lab::settings().
void settings_panel(const Theme& theme, const lab::Tracker& tracker, SettingsPanel& panel,
                    Edit& edit);

/// Turns a switch or a choice of two round; switches a limit off, or on again with the number it
/// had.
void toggle(const lab::SettingInfo& setting, const lab::Tracker& tracker, SettingsPanel& panel,
            Edit& edit);

}  // namespace ui
