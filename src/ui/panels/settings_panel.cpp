#include "ui/panels/settings_panel.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/knobs.h"
#include "lab/track/reach.h"
#include "ui/kit/number_slider.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

/// The value with which a limit is switched on for the first time.
double first_number(const lab::Knob& knob, const lab::Tracker& tracker) {
  const double of_scene = knob.in_force(tracker.scene().settings);
  if (std::isfinite(of_scene)) return of_scene;
  const double half = lab::half_link(tracker.multibody());
  if (knob.half_link && half > 0.0) return std::clamp(half, knob.min, knob.max);
  return std::sqrt(knob.min * knob.max);
}

/// The value of a limit after its switch is pressed.
double switched(const lab::Knob& knob, const lab::Tracker& tracker, SettingsPanel& panel) {
  const double value = knob.in_force(tracker.settings());
  if (value == lab::kOff) {
    const auto last = panel.last_on.find(knob.name);
    return last == panel.last_on.end() ? first_number(knob, tracker) : last->second;
  }
  panel.last_on[knob.name] = value;
  return lab::kOff;
}

/// A knob as a row shows it.
struct Shown {
  const lab::Knob& knob;
  const lab::Tracker& tracker;
  double value;
  bool used;

  const char* group() const { return knob.is_own ? "param" : "setting"; }
};

std::optional<double> number_control(const Theme& theme, const Shown& shown, SettingsPanel& panel) {
  const lab::Knob& knob = shown.knob;
  std::optional<double> result;
  const bool off = shown.value == lab::kOff;
  if (knob.can_be_off) {
    if (switch_button(theme, knob.name, !off)) result = switched(knob, shown.tracker, panel);
    describe(theme, "switch", knob.name,
             off ? "Off: press to switch this limit on." : "On: press to switch this limit off.");
    ImGui::SameLine(0.0F, ImGui::GetStyle().ItemInnerSpacing.x);
  }
  const NumberRow row{.id = knob.name,
                      .unit = knob.unit,
                      .min = knob.min,
                      .max = knob.max,
                      .accepted = &knob,
                      .logarithmic = knob.logarithmic,
                      .whole = knob.kind == ik::KnobKind::kCount,
                      .word = off ? "off" : (shown.used ? "" : "—")};
  ImGui::BeginDisabled(off);
  std::optional<double> moved =
      number_slider(theme, row, off ? first_number(knob, shown.tracker) : shown.value);
  ImGui::EndDisabled();
  mark(shown.group(), knob.name);
  if (moved && row.whole) moved = std::round(*moved);
  if (moved && *moved != shown.value) result = moved;
  return result;
}

std::optional<double> control(const Theme& theme, const Shown& shown, SettingsPanel& panel) {
  const lab::Knob& knob = shown.knob;
  const float room =
      ImGui::GetContentRegionAvail().x - reset_width(theme) - ImGui::GetStyle().ItemInnerSpacing.x;
  if (knob.kind == ik::KnobKind::kSwitch) {
    const bool pressed = switch_button(theme, knob.name, shown.value != 0.0);
    mark(shown.group(), knob.name);
    // fill the row, so that the reset buttons of all rows are in one column
    const float gap = room - ImGui::GetItemRectSize().x - ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SameLine(0.0F, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::Dummy({gap, ImGui::GetFrameHeight()});
    return pressed ? std::optional<double>(shown.value != 0.0 ? 0.0 : 1.0) : std::nullopt;
  }
  if (knob.kind == ik::KnobKind::kChoice) {
    const auto chosen = segments(theme, knob.name, lab::choice_labels(knob),
                                 static_cast<std::size_t>(shown.value), room);
    return chosen ? std::optional<double>(static_cast<double>(*chosen)) : std::nullopt;
  }
  return number_control(theme, shown, panel);
}

}  // namespace

void say_if_unused(const lab::Knob& knob, const lab::Tracker& tracker, Edit& edit) {
  const std::string reason =
      knob.why_unused({tracker.method_info(), tracker.settings(), &tracker.scene().multibody});
  if (!reason.empty()) edit.send(Tell{"This setting has no effect here: " + reason});
}

void toggle(const char* name, const lab::Tracker& tracker, SettingsPanel& panel, Edit& edit) {
  const lab::Knob knob = lab::find_knob(tracker.method_info(), name).value();
  say_if_unused(knob, tracker, edit);
  set(knob,
      knob.can_be_off ? switched(knob, tracker, panel) : 1.0 - knob.in_force(tracker.settings()),
      edit);
}

void knob_row(const Theme& theme, const lab::Knob& knob, const lab::Tracker& tracker,
              SettingsPanel& panel, Edit& edit) {
  const std::string reason =
      knob.why_unused({tracker.method_info(), tracker.settings(), &tracker.scene().multibody});
  const lab::Settings& of_scene = tracker.scene().settings;
  const Shown shown{knob, tracker, knob.in_force(tracker.settings()), reason.empty()};

  const std::string help = shown.used ? knob.help : reason + "\n" + knob.help;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float right = corner.x + ImGui::GetContentRegionAvail().x;
  ImGui::BeginDisabled(!shown.used);
  row_label(theme, knob.label, help);
  const std::optional<double> changed = control(theme, shown, panel);
  // many choices take a second line
  const float below = corner.y + ImGui::GetFrameHeight();
  if (item_rect().max.y > below + 1.0F)
    hint_in(theme, {corner.x, below}, {right, item_rect().max.y}, help);
  if (shown.used && reset_button(theme, "reset", knob.name, shown.value != knob.in_force(of_scene),
                                 knob.is_own ? "Reset to the method's default."
                                             : "Reset to the value of the scene and the method.")) {
    set(knob, knob.given(of_scene), edit);
  } else if (changed) {
    set(knob, *changed, edit);
  }
  ImGui::EndDisabled();
}

void settings_panel(const Theme& theme, const lab::Tracker& tracker, SettingsPanel& panel,
                    Edit& edit) {
  for (const lab::Knob& knob : lab::knobs(tracker.method_info())) {
    if (!knob.is_own) knob_row(theme, knob, tracker, panel, edit);
  }
}

}  // namespace ui
