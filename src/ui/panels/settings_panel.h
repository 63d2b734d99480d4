#pragma once

#include <vector>

#include "lab/track/tracker.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// State of the settings panel.
struct SettingsPanel {
  std::vector<double> last_on;  ///< by setting, the value to restore when it is switched on again
};

/// A setting's label, control and reset button, as wide as the window's line.
void setting_row(const Theme& theme, const lab::SettingInfo& setting, const lab::Tracker& tracker,
                 SettingsPanel& panel, Edit& edit);

/// A control for every setting of lab::settings().
void settings_panel(const Theme& theme, const lab::Tracker& tracker, SettingsPanel& panel,
                    Edit& edit);

/// Toggles a switch or a choice of two; switches a limit off, or on with its last value.
void toggle(const lab::SettingInfo& setting, const lab::Tracker& tracker, SettingsPanel& panel,
            Edit& edit);

}  // namespace ui
