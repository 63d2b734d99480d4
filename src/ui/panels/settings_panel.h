#pragma once

#include <functional>
#include <map>
#include <string>

#include "lab/track/tracker.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// State of the settings panel.
struct SettingsPanel {
  /// By name of a knob: the value to restore when it is switched on again.
  std::map<std::string, double, std::less<>> last_on;
};

/// A knob's label, control and reset button, as wide as the window's line.
/// \param knob of the lane's method, see lab::knobs()
void knob_row(const Theme& theme, const lab::Knob& knob, const lab::Tracker& tracker,
              SettingsPanel& panel, Edit& edit);

/// A control for every shared knob.
void settings_panel(const Theme& theme, const lab::Tracker& tracker, SettingsPanel& panel,
                    Edit& edit);

/// Shows a message if the knob has no effect in the present lane.
void say_if_unused(const lab::Knob& knob, const lab::Tracker& tracker, Edit& edit);

/// Toggles a switch or a choice of two; switches a limit off, or on with its last value.
/// \param name of a knob of the lane
void toggle(const char* name, const lab::Tracker& tracker, SettingsPanel& panel, Edit& edit);

}  // namespace ui
