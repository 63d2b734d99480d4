#pragma once

#include <functional>
#include <map>
#include <string>

#include "lab/track/tracker.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

struct SettingsPanel {
  /// By name of a knob: the value to restore when it is switched on again.
  std::map<std::string, double, std::less<>> last_on;
};

/// A knob's label, control and reset button, as wide as the window's line.
/// \param knob of the lane's method, see lab::knobs()
void knob_row(const Theme& theme, const lab::Knob& knob, const lab::Tracker& tracker,
              SettingsPanel& panel, Edit& edit);

void settings_panel(const Theme& theme, const lab::Tracker& tracker, SettingsPanel& panel,
                    Edit& edit);

/// Why the knob has no effect in the present lane; empty if it has one.
std::string why_unused(const lab::Knob& knob, const lab::Tracker& tracker);
void say_if_unused(const lab::Knob& knob, const lab::Tracker& tracker, Edit& edit);

/// Toggles a switch or a choice of two; switches a limit off, or on with its last value.
/// \param name of a knob of the lane
void toggle(const char* name, const lab::Tracker& tracker, SettingsPanel& panel, Edit& edit);

/// Weights of the goals, groups of joints that may move, and weights of the joints.
void weights_panel(const Theme& theme, const lab::Tracker& tracker, Edit& edit);

}  // namespace ui
