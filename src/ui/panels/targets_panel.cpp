#include "ui/panels/targets_panel.h"

#include <cstdio>

#include "ui/kit/items.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

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

void target_rows(const Theme& theme, const Shown& shown, int i, Edit& edit) {
  const lab::Setup& setup = shown.timeline.setup();
  const lab::TargetSetup& target = setup.targets[static_cast<std::size_t>(i)];
  const std::string& name = shown.tracker.multibody().effector(i).name;
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
    set_target(i, lab::jumped(setup, i, shown.timeline.now()), edit);
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
void link_row(const Theme& theme, const Shown& shown, const lab::Pull& pull, Edit& edit) {
  const std::string& name = shown.tracker.multibody().joint(pull.joint).name;
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

}  // namespace

void targets_panel(const Theme& theme, const Shown& shown, TargetsPanel& panel, Edit& edit) {
  const bool frozen = shown.timeline.setup().frozen;
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
  for (int i = 0; i < shown.tracker.multibody().effector_count(); ++i) {
    target_rows(theme, shown, i, edit);
  }
  if (const auto& pull = shown.timeline.setup().pull) link_row(theme, shown, *pull, edit);
}

}  // namespace ui
