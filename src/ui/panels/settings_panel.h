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

/// A control for every setting of lab::settings().
void settings_panel(const Theme& theme, const lab::Tracker& tracker, SettingsPanel& panel,
                    Edit& edit);

/// Turns a switch or a choice of two round; switches a limit off, or on again with the number it
/// had.
void toggle(const lab::SettingInfo& setting, const lab::Tracker& tracker, SettingsPanel& panel,
            Edit& edit);

}  // namespace ui
