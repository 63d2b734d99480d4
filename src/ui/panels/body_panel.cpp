#include "ui/panels/body_panel.h"

#include <algorithm>
#include <cstdio>

#include "lab/scene/settings.h"
#include "lab/track/reach.h"
#include "ui/kit/items.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

constexpr float kOverlayWidth = 290.0F;  ///< design points
constexpr double kMostWeight = 100.0;    ///< a pure number; heavier is as good as absolute

const char* explanation(lab::EffectorStatus status) {
  switch (status) {
    case lab::EffectorStatus::kReached:
      return "Nearer than the tolerance, or than a thousandth of its reach.";
    case lab::EffectorStatus::kOutOfReach:
      return "Its links are too short, or too long, for any pose to bring it there.";
    case lab::EffectorStatus::kAtLimit:
      return "More updates bring it no nearer, because of joints at their limits or frozen ones: "
             "with all of them free it would come nearer by a tenth.";
    case lab::EffectorStatus::kStalled:
      return "If the target stood still, more updates would not bring it nearer by a tenth: other "
             "goals pull as hard against it, the pose is singular that way, or the method is at "
             "its end.";
    case lab::EffectorStatus::kFollowing:
      return "If the target stood still, more updates would bring it nearer by a tenth, and it is "
             "within a tenth of its reach.";
    case lab::EffectorStatus::kBehind:
      return "If the target stood still, more updates would bring it nearer, but it is further "
             "away than a tenth of its reach: the target is too quick for the method.";
    case lab::EffectorStatus::kNotFinite:
      break;
  }
  return "Its target is no number; the body stands still.";
}

/// By how much it matters, whatever its reason: what is far away stands out, what is near is calm.
ImVec4 status_color(const Theme& theme, lab::EffectorStatus status, double share) {
  constexpr double kNearShare = 0.01;  // of the reach: hardly seen in the picture
  const ImVec4& accent = theme.color.accent;
  if (status == lab::EffectorStatus::kReached) {
    return theme.dark ? to_imgui(lab::shaded({accent.x, accent.y, accent.z}, 0.45F)) : accent;
  }
  if (!(share <= lab::kFarShare)) return theme.color.record;
  return share > kNearShare ? theme.color.text : theme.color.muted;
}

/// "0.0123 m · 4.5°", at the right end of the line.
void distances(const Theme& theme, const lab::Tracker& tracker, int i) {
  char text[64];
  const ik::Multibody& body = tracker.multibody();
  int length =
      std::snprintf(text, sizeof text, "%.4f m", tracker.errors()[static_cast<std::size_t>(i)]);
  for (int g = body.effector_count(); g < body.goal_count(); ++g) {
    if (body.effector_of(g) != i) continue;
    const auto aim = static_cast<std::size_t>(g - body.effector_count());
    length += std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length),
                            " · %.1f°", lab::kDegrees * tracker.aim_errors()[aim]);
  }
  ImGui::PushFont(theme.font.small_numbers);
  const float width = ImGui::CalcTextSize(text).x;
  ImGui::SameLine();
  const float left = ImGui::GetCursorPosX();
  ImGui::SetCursorPosX(std::max(left, left + ImGui::GetContentRegionAvail().x - width));
  ImGui::TextUnformatted(text);
  ImGui::PopFont();
}

/// Three numbers that are dragged or typed. \returns whether they changed
bool vector_row(const Theme& theme, const char* label, const char* help, Eigen::Vector3d& v) {
  row_label(theme, label, help);
  ImGui::SetNextItemWidth(-1.0F);
  ImGui::PushID(label);
  ImGui::PushFont(theme.font.small_numbers);
  const bool changed = ImGui::DragScalarN("##xyz", ImGuiDataType_Double, v.data(), 3, 0.005F,
                                          nullptr, nullptr, "%.3f");
  ImGui::PopFont();
  ImGui::PopID();
  mark("curve", label);
  return changed && v.allFinite();
}

bool number_row(const Theme& theme, const char* label, const char* help, const NumberRow& row,
                double& value) {
  row_label(theme, label, help);
  const auto moved = number_slider(theme, row, value);
  mark("curve", label);
  if (moved) value = *moved;
  return moved.has_value();
}

bool edit_wave(const Theme& theme, int number, lab::Wave& wave) {
  char label[32];
  const auto named = [&](const char* what) {
    std::snprintf(label, sizeof label, "%s %d", what, number);
    return label;
  };
  bool changed = vector_row(theme, named("Amplitude"), "Of this sinusoid along x, y and z, m.",
                            wave.amplitude);
  const NumberRow frequency{
      .id = "frequency", .unit = "rad/s", .min = 0.1, .max = 50.0, .logarithmic = true};
  ImGui::PushID(number);
  changed |=
      number_row(theme, named("Frequency"),
                 "Of this sinusoid. The position follows from the phase at the present time, "
                 "so that the target jumps when it changes.",
                 frequency, wave.frequency);
  const NumberRow phase{.id = "phase", .unit = "rad", .min = -3.1416, .max = 3.1416};
  changed |= number_row(theme, named("Phase"), "Of this sinusoid at time 0.", phase, wave.phase);
  ImGui::PopID();
  return changed;
}

/// \returns the curve, if it was changed
std::optional<lab::TargetCurve> edit_curve(const Theme& theme, const lab::TargetCurve& curve) {
  lab::TargetCurve::Shape shape = curve.shape();
  bool changed = false;
  if (auto* waves = std::get_if<lab::WaveCurve>(&shape)) {
    changed |= vector_row(theme, "Center", "Of the curve: x, y and z, m.", waves->center);
    int number = 0;
    for (lab::Wave& wave : waves->waves) changed |= edit_wave(theme, ++number, wave);
    if (ImGui::Button("Add a sinusoid")) {
      waves->waves.push_back({Eigen::Vector3d(0.2, 0.0, 0.0), 2.0, 0.0});
      changed = true;
    }
    mark("curve", "add");
    if (!waves->waves.empty()) {
      ImGui::SameLine();
      if (ImGui::Button("Remove the last")) {
        waves->waves.pop_back();
        changed = true;
      }
      mark("curve", "remove");
    }
  } else {
    const auto edit_points = [&](auto& points) {
      const NumberRow period{
          .id = "period", .unit = "s", .min = 0.2, .max = 60.0, .logarithmic = true};
      changed |= number_row(theme, "Period", "Once round all points.", period, points.period);
      int number = 0;
      for (Eigen::Vector3d& point : points.points) {
        char label[32];
        std::snprintf(label, sizeof label, "Point %d", ++number);
        changed |= vector_row(theme, label, "x, y and z, m.", point);
      }
    };
    if (auto* spline = std::get_if<lab::SplineCurve>(&shape)) edit_points(*spline);
    if (auto* jumps = std::get_if<lab::JumpCurve>(&shape)) edit_points(*jumps);
  }
  if (!changed) return std::nullopt;
  return lab::TargetCurve(std::move(shape));
}

void target_rows(const Theme& theme, const lab::Timeline& timeline, int i, Edit& edit) {
  const lab::Setup& setup = timeline.setup();
  const lab::TargetSetup& target = setup.targets[static_cast<std::size_t>(i)];
  const std::string& name = setup.scene->multibody.effector(i).name;
  ImGui::PushID(i);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float r = theme.px(4), middle = at.y + 0.5F * ImGui::GetFrameHeight();
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, middle - r}, {at.x + 2.0F * r, middle + r},
                                            packed(to_imgui(lab::series_color(i))), theme.px(2));
  ImGui::SetCursorScreenPos({at.x + theme.px(14), at.y});
  const bool open = ImGui::TreeNodeEx(
      "curve", ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_AllowItemOverlap, "%s",
      name.c_str());
  mark("target-curve", name);
  hint(theme,
       "Its curve, to edit. In the picture a target can be dragged: along the view's plane, "
       "with X, Y or Z held along an axis, with Shift on the level plane.");
  ImGui::PushFont(theme.font.small);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - theme.px(118));
  if (ImGui::Button("Jump", {theme.px(50), 0.0F})) {
    set_target(i, lab::jumped(setup, i, timeline.now()), edit);
  }
  mark("jump", name);
  hint(theme, "Throws the target half its effector's reach aside, all at once.");
  ImGui::SameLine(0.0F, theme.px(4));
  const lab::TargetCurve& loaded = setup.scene->targets[static_cast<std::size_t>(i)];
  const bool changed = target.held || !(target.curve == loaded);
  if (!changed) ImGui::BeginDisabled();
  if (ImGui::Button(target.held ? "Let go" : "Restore", {theme.px(62), 0.0F})) {
    set_target(i, {target.held ? target.curve : loaded, std::nullopt}, edit);
  }
  if (!changed) ImGui::EndDisabled();
  mark("let-go", name);
  hint(theme, target.held ? "It stands where it was put: press to let it go back to its curve."
                          : "Back to the scene's curve.");
  ImGui::PopFont();
  if (open) {
    if (const auto curve = edit_curve(theme, target.curve)) {
      set_target(i, {*curve, target.held}, edit);
    }
  }
  ImGui::PopID();
}

/// The link that is held.
void link_row(const Theme& theme, const std::string& name, Edit& edit) {
  row_label(theme, "Held link",
            "A point of the link that this joint moves is held in the picture. A click on the link "
            "lets it go, too.");
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name.c_str());
  ImGui::PushFont(theme.font.small);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - theme.px(62));
  if (ImGui::Button("Let go##link", {theme.px(62), 0.0F})) set_pull(std::nullopt, edit);
  ImGui::PopFont();
  mark("let-go", "link");
}

constexpr const char* kGoalWeight = "weight of a goal";
constexpr const char* kGroup = "group of joints";

/// What a goal is called: the effector's name, or what of it aims.
std::string goal_name(const ik::Multibody& body, int g) {
  const std::string& effector = body.goal_effector(g).name;
  return g < body.effector_count() ? effector : effector + ", aim";
}

void goal_weights(const Theme& theme, const lab::Tracker& tracker, Edit& edit) {
  const ik::Multibody& body = tracker.multibody();
  for (int g = 0; g < body.goal_count(); ++g) {
    const std::string name = goal_name(body, g);
    row_label(theme, name.c_str(),
              "How much this goal's squared error counts beside the others': 0 gives it up. A "
              "radian of an aim counts as much as its lever is long (Buss 2009, section 1).");
    const double weight = tracker.goal_weight(g);
    const NumberRow row{.id = name.c_str(),
                        .unit = "×",
                        .min = 0.01,
                        .max = kMostWeight,
                        .logarithmic = true,
                        .word = weight == 0.0 ? "given up" : ""};
    if (const auto moved = number_slider(theme, row, weight)) {
      edit.change(kGoalWeight).goal_weights[static_cast<std::size_t>(g)] = *moved;
    }
    mark("goal-weight", name);
    const auto& scene = tracker.scene().weights;
    const double usual = scene.empty() ? 1.0 : scene[static_cast<std::size_t>(g)];
    if (reset_button(theme, name.c_str(), weight != usual, "Back to the scene's weight.")) {
      edit.change(kGoalWeight).goal_weights[static_cast<std::size_t>(g)] = usual;
    }
    mark("reset-goal", name);
  }
}

void groups(const Theme& theme, const lab::Tracker& tracker, Edit& edit) {
  const auto& groups = tracker.scene().groups;
  if (groups.empty()) return;
  row_label(theme, "Moves", "Which joints may move; the others are frozen where they are.");
  const std::optional<std::size_t> chosen = tracker.group();
  ImGui::SetNextItemWidth(-1.0F);
  const char* preview = chosen ? groups[*chosen].name.c_str() : "every joint";
  const bool open = ImGui::BeginCombo("##group", preview, ImGuiComboFlags_NoArrowButton);
  mark("group");
  if (!open) return;
  if (ImGui::Selectable("every joint", !chosen)) edit.change(kGroup).group.reset();
  mark("group", "every joint");
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (ImGui::Selectable(groups[i].name.c_str(), chosen == i)) edit.change(kGroup).group = i;
    mark("group", groups[i].name);
  }
  ImGui::EndCombo();
}

/// A bar from the lower limit to the upper one with a mark where the joint stands, below a label.
void limit_bar(const Theme& theme, const ik::Joint& joint, double theta) {
  if (joint.lower == -ik::kUnlimited || joint.upper == ik::kUnlimited) return;
  const ImVec2 a = ImGui::GetItemRectMin();
  const ImVec2 b{a.x + theme.px(kLabelWidth - 12.0F), ImGui::GetItemRectMax().y};
  const double width = joint.upper - joint.lower;
  const double share = width > 0.0 ? std::clamp((theta - joint.lower) / width, 0.0, 1.0) : 0.5;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({a.x, b.y}, {b.x, b.y + theme.px(2)}, packed(theme.color.active));
  const bool at_end = share < 1e-6 || share > 1.0 - 1e-6;
  const float x = a.x + static_cast<float>(share) * (b.x - a.x);
  list.AddCircleFilled({x, b.y + theme.px(1)}, theme.px(2.5F),
                       packed(at_end ? theme.color.record : theme.color.accent), 12);
}

void set_joint_weight(int j, double weight, Edit& edit) {
  edit.change("weight of a joint").joint_weights[static_cast<std::size_t>(j)] = weight;
}

void joint_weights(const Theme& theme, const lab::Tracker& tracker, Edit& edit) {
  const ik::Multibody& body = tracker.multibody();
  for (int given = 0; given < body.joint_count(); ++given) {
    const int j = body.solver_index(given);
    const ik::Joint& joint = body.joint(j);
    const double theta = tracker.pose().theta[j];
    const double weight = tracker.joint_weight(j);
    char help[200];
    if (ik::is_angular(joint.type)) {
      std::snprintf(help, sizeof help, "%s stands at %.1f°.\n", joint.name.c_str(),
                    lab::kDegrees * theta);
    } else {
      std::snprintf(help, sizeof help, "%s stands at %.3f m.\n", joint.name.c_str(), theta);
    }
    row_label(theme, joint.name.c_str(),
              (std::string(help) +
               "How easily it moves beside the others: a stiff trunk, free hands. Off is frozen. "
               "Methods see J diag(√w).")
                  .c_str());
    limit_bar(theme, joint, theta);
    if (switch_button(theme, joint.name.c_str(), weight > 0.0)) {
      const double again = joint.weight > 0.0 ? joint.weight : 1.0;
      set_joint_weight(j, weight > 0.0 ? 0.0 : again, edit);
    }
    mark("freeze", joint.name);
    hint(theme,
         weight > 0.0 ? "Free: press to freeze it where it is." : "Frozen: press to free it.");
    ImGui::SameLine(0.0F, ImGui::GetStyle().ItemInnerSpacing.x);
    const bool frozen = !tracker.may_move(j);
    const NumberRow row{.id = joint.name.c_str(),
                        .unit = "×",
                        .min = 0.01,
                        .max = kMostWeight,
                        .logarithmic = true,
                        .word = frozen ? "frozen" : ""};
    if (frozen) ImGui::BeginDisabled();
    const auto moved = number_slider(theme, row, weight > 0.0 ? weight : 1.0);
    if (frozen) ImGui::EndDisabled();
    if (moved) set_joint_weight(j, *moved, edit);
    mark("joint-weight", joint.name);
    if (reset_button(theme, joint.name.c_str(), weight != joint.weight, "Back to the scene's.")) {
      set_joint_weight(j, joint.weight, edit);
    }
    mark("reset-joint", joint.name);
  }
}

}  // namespace

void targets_overlay(const Theme& theme, const Area& view, const lab::Tracker& tracker,
                     std::span<const std::optional<lab::EffectorStatus>> statuses) {
  const ik::Multibody& body = tracker.multibody();
  const float width = theme.px(kOverlayWidth);
  const float line = ImGui::GetFontSize() + ImGui::GetStyle().ItemSpacing.y;
  const float height = line * static_cast<float>(body.effector_count()) + theme.px(12);
  if (view.size.x < 2.0F * width || view.size.y < 2.0F * height) return;
  const float gap = theme.px(12);
  ImGui::SetNextWindowPos({view.corner.x + view.size.x - width - gap, view.corner.y + gap});
  ImGui::SetNextWindowSize({width, height});
  ImGui::SetNextWindowBgAlpha(0.72F);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(10), theme.px(8)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, theme.px(6));
  ImGui::Begin(
      "targets", nullptr,
      kPlainWindow | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleVar(2);
  for (int i = 0; i < body.effector_count(); ++i) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float r = theme.px(4);
    ImGui::GetWindowDrawList()->AddRectFilled(
        {at.x, at.y + 0.5F * ImGui::GetFontSize() - r},
        {at.x + 2.0F * r, at.y + 0.5F * ImGui::GetFontSize() + r},
        packed(to_imgui(lab::series_color(i))), theme.px(2));
    ImGui::BeginGroup();
    ImGui::Dummy({2.0F * r, ImGui::GetFontSize()});
    ImGui::SameLine(0.0F, theme.px(7));
    ImGui::TextUnformatted(body.effector(i).name.c_str());
    ImGui::SameLine(theme.px(kLabelWidth));
    const auto at_i = static_cast<std::size_t>(i);
    const auto status = at_i < statuses.size() ? statuses[at_i] : std::nullopt;
    ImGui::PushFont(theme.font.small);
    if (status) {
      const double share = lab::error_share(tracker, i);
      ImGui::TextColored(status_color(theme, *status, share), "%s", lab::name(*status));
    } else {
      ImGui::TextColored(theme.color.muted, "…");
    }
    ImGui::PopFont();
    distances(theme, tracker, i);
    ImGui::EndGroup();
    mark("target", body.effector(i).name);
    hint(theme, status ? explanation(*status)
                       : "Being found out: a copy of the body goes on with its targets standing.");
  }
  ImGui::End();
}

void targets_panel(const Theme& theme, const lab::Timeline& timeline, TargetsPanel& panel,
                   Edit& edit) {
  const lab::Setup& setup = timeline.setup();
  const ik::Multibody& body = setup.scene->multibody;
  const bool frozen = setup.frozen;
  row_label(theme, "Freeze", "Stops the targets where they are; the body goes on to follow.");
  if (switch_button(theme, "freeze", frozen)) set_frozen(!frozen, edit);
  mark("targets", "freeze");
  row_label(theme, "Once dragged",
            "What becomes of a target or a link that was dragged in the picture: it is held there, "
            "or goes back, a target to its curve and a link to where the method takes it.");
  constexpr const char* kNames[] = {"it stays", "it goes back"};
  if (segments(theme, "snap", kNames, panel.snap_back ? 1 : 0, ImGui::GetContentRegionAvail().x)) {
    panel.snap_back = !panel.snap_back;
  }
  mark("targets", "snap");
  for (int i = 0; i < body.effector_count(); ++i) {
    target_rows(theme, timeline, i, edit);
  }
  if (setup.pull) link_row(theme, body.joint(setup.pull->joint).name, edit);
}

void weights_panel(const Theme& theme, const lab::Tracker& tracker, Edit& edit) {
  goal_weights(theme, tracker, edit);
  groups(theme, tracker, edit);
  joint_weights(theme, tracker, edit);
}

}  // namespace ui
