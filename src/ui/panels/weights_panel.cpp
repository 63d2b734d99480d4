#include "ui/panels/weights_panel.h"

#include <algorithm>

#include "lab/scene/number_text.h"
#include "lab/scene/settings.h"
#include "ui/kit/number_slider.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

constexpr double kMaxWeight = 100.0;  ///< a larger weight has hardly any further effect
constexpr ik::Knob kWeight{.name = "weight", .label = "Weight"};  // at least 0
constexpr const char* kGroup = "group of joints";

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
  ImGui::SetNextItemWidth(to_reset_column(theme));
  const char* preview = chosen ? groups[*chosen].name.c_str() : "every joint";
  const bool open = ImGui::BeginCombo("##group", preview, ImGuiComboFlags_NoArrowButton);
  mark("group");
  if (!open) return;
  if (list_row(theme, "every joint", !chosen)) edit.change(kGroup).group.reset();
  mark("group", "every joint");
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (list_row(theme, groups[i].name.c_str(), chosen == i)) edit.change(kGroup).group = i;
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
  list.AddRectFilled({a.x, b.y}, {b.x, b.y + theme.px(2)}, packed(theme.color.active));
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
