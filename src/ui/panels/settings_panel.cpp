#include "ui/panels/settings_panel.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/settings.h"
#include "lab/track/reach.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

/// The value with which a limit is switched on for the first time.
double first_number(const lab::SettingInfo& setting, const lab::Tracker& tracker) {
  const double of_scene =
      lab::value_in_force(setting, tracker.scene().settings, tracker.method_info());
  if (std::isfinite(of_scene)) return of_scene;
  const double half = lab::half_link(tracker.multibody());
  if (setting.half_link && half > 0.0) {
    return std::clamp(half, setting.min, setting.max);
  }
  return std::sqrt(setting.min * setting.max);
}

/// The value of a limit after its switch is pressed.
double switched(const lab::SettingInfo& setting, const lab::Tracker& tracker,
                SettingsPanel& panel) {
  panel.last_on.resize(lab::settings().size(), lab::kOff);
  double& last = panel.last_on[static_cast<std::size_t>(&setting - lab::settings().data())];
  const double value = lab::value_in_force(setting, tracker.settings(), tracker.method_info());
  if (value == lab::kOff) return last == lab::kOff ? first_number(setting, tracker) : last;
  last = value;
  return lab::kOff;
}

std::optional<double> number_control(const Theme& theme, const lab::SettingInfo& setting,
                                     const lab::Tracker& tracker, double value, bool used,
                                     SettingsPanel& panel) {
  std::optional<double> result;
  const bool off = value == lab::kOff;
  if (setting.can_be_off) {
    if (switch_button(theme, setting.name, !off)) result = switched(setting, tracker, panel);
    describe(theme, "switch", setting.name,
             off ? "Off: press to switch this limit on." : "On: press to switch this limit off.");
    ImGui::SameLine(0.0F, ImGui::GetStyle().ItemInnerSpacing.x);
  }
  const NumberRow row{.id = setting.name,
                      .unit = setting.unit,
                      .min = setting.min,
                      .max = setting.max,
                      .logarithmic = setting.logarithmic,
                      .whole = setting.kind == lab::SettingKind::kCount,
                      .word = off ? "off" : (used ? "" : "—")};
  ImGui::BeginDisabled(off);
  std::optional<double> moved =
      number_slider(theme, row, off ? first_number(setting, tracker) : value);
  ImGui::EndDisabled();
  mark("setting", setting.name);
  if (moved && row.whole) moved = std::round(*moved);
  if (moved && *moved != value) result = moved;
  return result;
}

std::optional<double> control(const Theme& theme, const lab::SettingInfo& setting,
                              const lab::Tracker& tracker, double value, bool used,
                              SettingsPanel& panel) {
  const float room = ImGui::GetContentRegionAvail().x - theme.px(kResetWidth) -
                     ImGui::GetStyle().ItemInnerSpacing.x;
  if (setting.kind == lab::SettingKind::kSwitch) {
    const bool pressed = switch_button(theme, setting.name, value != 0.0);
    mark("setting", setting.name);
    // fill the row, so that the reset buttons of all rows are in one column
    const float gap = room - ImGui::GetItemRectSize().x - ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SameLine(0.0F, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::Dummy({gap, ImGui::GetFrameHeight()});
    return pressed ? std::optional<double>(value != 0.0 ? 0.0 : 1.0) : std::nullopt;
  }
  if (setting.kind == lab::SettingKind::kChoice) {
    const auto chosen = segments(theme, setting.name, lab::choice_labels(setting),
                                 static_cast<std::size_t>(value), room);
    return chosen ? std::optional<double>(static_cast<double>(*chosen)) : std::nullopt;
  }
  return number_control(theme, setting, tracker, value, used, panel);
}

}  // namespace

void toggle(const lab::SettingInfo& setting, const lab::Tracker& tracker, SettingsPanel& panel,
            Edit& edit) {
  const double value = setting.can_be_off ? switched(setting, tracker, panel)
                                          : 1.0 - setting.get(tracker.settings());
  set(setting, value, edit);
}

void setting_row(const Theme& theme, const lab::SettingInfo& setting, const lab::Tracker& tracker,
                 SettingsPanel& panel, Edit& edit) {
  const std::string reason =
      lab::why_unused(setting, {tracker.method_info(), tracker.settings(), tracker.multibody()});
  const double value = lab::value_in_force(setting, tracker.settings(), tracker.method_info());
  const double usual =
      lab::value_in_force(setting, tracker.scene().settings, tracker.method_info());

  ImGui::BeginDisabled(!reason.empty());
  row_label(theme, setting.label, reason.empty() ? setting.help : reason + "\n" + setting.help);
  auto changed = control(theme, setting, tracker, value, reason.empty(), panel);
  if (reason.empty() && reset_button(theme, "reset", setting.name, value != usual,
                                     "Reset to the value of the scene and the method.")) {
    changed = setting.get(tracker.scene().settings);
  }
  if (changed) set(setting, *changed, edit);
  ImGui::EndDisabled();
}

void settings_panel(const Theme& theme, const lab::Tracker& tracker, SettingsPanel& panel,
                    Edit& edit) {
  for (const lab::SettingInfo& setting : lab::settings()) {
    setting_row(theme, setting, tracker, panel, edit);
  }
}

}  // namespace ui
