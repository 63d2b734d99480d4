#include "ui/panels/column.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/scene/settings.h"
#include "ui/kit/number_slider.h"

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

std::string why_unused(const lab::Knob& knob, const lab::Tracker& tracker) {
  return knob.why_unused({tracker.method_info(), tracker.settings(), &tracker.scene().multibody});
}

void say_if_unused(const lab::Knob& knob, const lab::Tracker& tracker, Edit& edit) {
  const std::string reason = why_unused(knob, tracker);
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
  const std::string reason = why_unused(knob, tracker);
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

namespace {

constexpr double kMaxWeight = 100.0;  ///< a larger weight has hardly any further effect
constexpr ik::Knob kWeight{.name = "weight", .label = "Weight"};  // at least 0

/// "hand" for a position goal, "hand, aim" for an aim.
std::string goal_name(const ik::Multibody& body, int g) {
  const std::string& effector = body.goal_effector(g).name;
  return g < body.effector_count() ? effector : effector + ", aim";
}

NumberRow weight_row(const std::string& name, const char* word) {
  return {.id = name.c_str(),
          .unit = "×",
          .min = 0.01,
          .max = kMaxWeight,
          .accepted = &kWeight,
          .logarithmic = true,
          .word = word};
}

void goal_weights(const Theme& theme, const lab::Tracker& tracker, Edit& edit) {
  const ik::Multibody& body = tracker.multibody();
  for (int g = 0; g < body.goal_count(); ++g) {
    const std::string name = goal_name(body, g);
    const double weight = tracker.goal_weight(g);
    const NumberRow row = weight_row(name, weight == 0.0 ? "ignored" : "");
    auto wanted = number_row(
        theme, name,
        "Weight of this goal's squared error relative to the others; 0 ignores the goal. "
        "A radian of an aim counts as the length of its lever (Buss 2009, section 1).",
        "goal-weight", row, weight);
    const auto& scene = tracker.scene().weights;
    const double usual = scene.empty() ? 1.0 : scene[static_cast<std::size_t>(g)];
    if (reset_button(theme, "reset-goal", name, weight != usual, "Reset to the scene's weight.")) {
      wanted = usual;
    }
    if (wanted) {
      edit.change("weight of a goal").goal_weights[static_cast<std::size_t>(g)] = *wanted;
    }
  }
}

void groups(const Theme& theme, const lab::Tracker& tracker, Edit& edit) {
  const auto& groups = tracker.scene().groups;
  if (groups.empty()) return;
  row_label(theme, "Moves",
            "The joints that may move. The others are frozen in their present positions.");
  const std::optional<std::size_t> chosen = tracker.group();
  const bool open =
      begin_combo("##group", chosen ? groups[*chosen].name : "every joint", to_reset_column(theme));
  mark("group");
  if (!open) return;
  if (list_row(theme, "every joint", !chosen)) choose_group(std::nullopt, edit);
  mark("group", "every joint");
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (list_row(theme, groups[i].name.c_str(), chosen == i)) choose_group(i, edit);
    mark("group", groups[i].name);
  }
  ImGui::EndCombo();
}

/// A bar below a label, from the lower to the upper limit, with a mark at the joint's position.
void limit_bar(const Theme& theme, const ik::Joint& joint, double theta) {
  if (joint.lower == -ik::kUnlimited || joint.upper == ik::kUnlimited) return;
  const ImVec2 a = item_rect().min;
  const ImVec2 b{a.x + theme.px(kLabelWidth - 12.0F), item_rect().max.y};
  const double width = joint.upper - joint.lower;
  const double share = width > 0.0 ? std::clamp((theta - joint.lower) / width, 0.0, 1.0) : 0.5;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fill_rect(list, {{a.x, b.y}, {b.x, b.y + theme.px(2)}}, theme.color.active);
  const bool at_end = share < 1e-6 || share > 1.0 - 1e-6;
  const float x = a.x + static_cast<float>(share) * (b.x - a.x);
  list.AddCircleFilled({x, b.y + theme.px(1)}, theme.px(2.5F),
                       packed(at_end ? theme.color.record : theme.color.accent), 12);
}

void joint_weights(const Theme& theme, const lab::Tracker& tracker, Edit& edit) {
  const ik::Multibody& body = tracker.multibody();
  for (int given = 0; given < body.joint_count(); ++given) {
    const int j = body.solver_index(given);
    const ik::Joint& joint = body.joint(j);
    const double theta = tracker.pose().theta[j];
    const double weight = tracker.joint_weight(j);
    std::optional<double> wanted;
    const std::string position = ik::is_angular(joint.type) ? format("%.1f°", lab::kDegrees * theta)
                                                            : lab::reading_number(theta, 3) + " m";
    row_label(theme, joint.name,
              joint.name + " stands at " + position +
                  ".\nHow easily the joint moves relative to the others. The switch freezes it. "
                  "Methods use J diag(√w).");
    // the scene's limits, even while they are off
    limit_bar(theme, tracker.scene().multibody.joint(j), theta);
    if (switch_button(theme, joint.name.c_str(), weight > 0.0)) {
      const double again = joint.weight > 0.0 ? joint.weight : 1.0;
      wanted = weight > 0.0 ? 0.0 : again;
    }
    describe(theme, "freeze", joint.name,
             weight > 0.0 ? "Free: press to freeze the joint in its present position."
                          : "Frozen: press to free the joint.");
    ImGui::SameLine(0.0F, ImGui::GetStyle().ItemInnerSpacing.x);
    const bool frozen = !tracker.may_move(j);
    const NumberRow row = weight_row(joint.name, frozen ? "frozen" : "");
    ImGui::BeginDisabled(frozen);
    const auto moved = number_slider(theme, row, weight > 0.0 ? weight : 1.0);
    ImGui::EndDisabled();
    if (moved) wanted = moved;
    mark("joint-weight", joint.name);
    if (reset_button(theme, "reset-joint", joint.name, weight != joint.weight,
                     "Reset to the scene's weight.")) {
      wanted = joint.weight;
    }
    if (wanted) {
      edit.change("weight of a joint").joint_weights[static_cast<std::size_t>(j)] = *wanted;
    }
  }
}

}  // namespace

void weights_panel(const Theme& theme, const lab::Tracker& tracker, Edit& edit) {
  colored(theme.color.muted, "Weights of the effectors' goals", theme.font.small);
  goal_weights(theme, tracker, edit);
  colored(theme.color.muted, "Joints: free or frozen, and their weights", theme.font.small);
  groups(theme, tracker, edit);
  joint_weights(theme, tracker, edit);
}

}  // namespace ui
