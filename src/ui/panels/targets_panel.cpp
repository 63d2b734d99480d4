#include "ui/panels/column.h"

#include <algorithm>
#include <iterator>

#include "lab/body/goals.h"
#include "ui/kit/number_slider.h"

namespace ui {
namespace {

/// "x", "y" and "z" over the columns of numbers_row(), with their unit.
void axes_row(const Theme& theme) {
  row_label(theme, "", "");
  const float left = ImGui::GetCursorPosX() + ImGui::GetStyle().FramePadding.x;
  float column = 0.0F;
  for (const char* axis : {"x [m]", "y [m]", "z [m]"}) {
    if (column > 0.0F) ImGui::SameLine();
    ImGui::SetCursorPosX(left + column++ * (ImGui::GetContentRegionMax().x - left) / 3.0F);
    colored(theme.color.muted, axis, theme.font.small);
  }
}

bool vector_row(const Theme& theme, const std::string& label, const char* help, NumberLook look,
                Eigen::Vector3d& v) {
  return numbers_row(theme, "curve", label, help, look, {v.data(), 3});
}

bool curve_number(const Theme& theme, const std::string& label, const char* help, NumberRow row,
                  double& value) {
  row.id = label.c_str();
  row.resets = false;
  const auto moved = number_row(theme, label, help, "curve", row, value);
  value = moved.value_or(value);
  return moved.has_value();
}

bool edit_wave(const Theme& theme, int number, NumberLook look, lab::Wave& wave) {
  const std::string suffix = format(" %d", number);
  bool changed = vector_row(theme, "Amplitude" + suffix, "Of this sinusoid along each axis.", look,
                            wave.amplitude);
  changed |=
      curve_number(theme, "Frequency" + suffix,
                   "Of this sinusoid. A change makes the target jump: its position is the "
                   "sinusoid with the new frequency at the present time.",
                   {.unit = "rad/s", .min = 0.1, .max = 50.0, .logarithmic = true}, wave.frequency);
  changed |= curve_number(theme, "Phase" + suffix, "Of this sinusoid at time 0.",
                          {.unit = "rad", .min = -3.1416, .max = 3.1416}, wave.phase);
  return changed;
}

/// \returns the new curve if it was changed
std::optional<lab::TargetCurve> edit_curve(const Theme& theme, const ik::Multibody& body,
                                           const lab::TargetCurve& curve) {
  const NumberLook look = length_look(body);
  lab::TargetCurve::Shape shape = curve.shape();
  bool changed = false;
  axes_row(theme);
  if (auto* waves = std::get_if<lab::WaveCurve>(&shape)) {
    changed |= vector_row(theme, "Centre", "Of the curve.", look, waves->center);
    int number = 0;
    for (lab::Wave& wave : waves->waves) changed |= edit_wave(theme, ++number, look, wave);
    if (ImGui::Button("Add a sinusoid")) {
      constexpr double kUsualRadius = 0.2;  // m, of a body without links
      const double half = lab::half_link(body);
      waves->waves.push_back({{half > 0.0 ? half : kUsualRadius, 0.0, 0.0}, 2.0, 0.0});
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
      changed |=
          curve_number(theme, "Period", "Time for one round through all points.",
                       {.unit = "s", .min = 0.2, .max = 60.0, .logarithmic = true}, points.period);
      int number = 0;
      for (Eigen::Vector3d& point : points.points) {
        changed |= vector_row(theme, format("Point %d", ++number), "Of the curve.", look, point);
      }
    };
    if (auto* spline = std::get_if<lab::SplineCurve>(&shape)) edit_points(*spline);
    if (auto* jumps = std::get_if<lab::JumpCurve>(&shape)) edit_points(*jumps);
  }
  if (!changed) return std::nullopt;
  return lab::TargetCurve(std::move(shape));
}

/// A fitted curve for a target, and the button that removes its effector.
void goal_rows(const Theme& theme, const lab::Setup& setup, int i, Edit& edit) {
  const ik::Multibody& body = setup.scene->multibody;
  const std::string& name = body.effector(i).name;
  row_label(
      theme, "New curve",
      "Another curve for this target, fitted to the reach of its effector: all of it in reach, "
      "partly out of reach as in the report, as large as can be reached, or a point.");
  const bool open = begin_combo("##fit", "choose …");
  mark("fit", name);
  if (open) {
    for (std::size_t fit = 0; fit < std::size(kCurveFitWords); ++fit) {
      if (list_row(theme, kCurveFitWords[fit])) {
        fit_curve(i, static_cast<lab::CurveFit>(fit), setup, edit);
      }
      mark("fit", kCurveFitWords[fit]);
    }
    ImGui::EndCombo();
  }
  if (body.effector_count() < 2) return;
  if (ImGui::Button("Remove effector")) {
    edit.change("remove " + name) = lab::without_effector(setup, i);
  }
  describe(theme, "remove-effector", name,
           "Removes the effector and its target. Undo brings it back.");
}

void target_rows(const Theme& theme, const lab::Timeline& timeline, int i, TargetsPanel& panel,
                 Edit& edit) {
  const lab::Setup& setup = timeline.setup();
  const lab::TargetSetup& target = setup.targets[static_cast<std::size_t>(i)];
  const std::string& name = setup.scene->multibody.effector(i).name;
  const auto id = in_id(i);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  row_ground(theme, {at, {at.x + ImGui::GetContentRegionAvail().x, at.y + ImGui::GetFrameHeight()}},
             {.chosen = panel.selected == i});
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID open_id = ImGui::GetID("open");
  bool open = storage.GetBool(open_id);
  const float buttons = theme.px(118), height = ImGui::GetFrameHeight();
  const float room = std::max(ImGui::GetContentRegionAvail().x - buttons, theme.px(40));
  if (press_area("curve", {room, height})) {
    open = !open;
    storage.SetBool(open_id, open);
    choose_target(i, open, panel);
  }
  const float middle = at.y + 0.5F * height;
  swatch(theme, lab::series_color(i), {at.x, middle}, 4);
  chevron(theme, {at.x + theme.px(19), middle}, open);
  const float text = theme.px(30);
  text_within(*ImGui::GetWindowDrawList(), {at.x + text, middle - 0.5F * ImGui::GetFontSize()},
              room - text - theme.px(4), name, theme.color.text);
  describe(
      theme, "target-curve", name,
      "Press to edit its curve, here or by its handles in the picture. A target can also be "
      "dragged in the picture: parallel to the screen, or in the plane in which the joints move "
      "its effector; along an axis while X, Y or Z is held, "
      "horizontally while Shift is held.");
  ImGui::PushFont(theme.font.small);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - buttons);
  if (ImGui::Button("Jump", {theme.px(50), 0.0F})) {
    set_target(i, lab::jumped(setup, i, timeline.now()), edit);
  }
  describe(theme, "jump", name, "Moves the target aside at once, by half its effector's reach.");
  ImGui::SameLine(0.0F, theme.px(4));
  const lab::TargetCurve& loaded = setup.scene->targets[static_cast<std::size_t>(i)];
  const bool changed = target.held || !(target.curve == loaded);
  ImGui::BeginDisabled(!changed);
  if (ImGui::Button(target.held ? "Release" : "Restore", {theme.px(62), 0.0F})) {
    set_target(i, {target.held ? target.curve : loaded, std::nullopt}, edit);
  }
  ImGui::EndDisabled();
  describe(theme, "let-go", name,
           target.held ? "The target is held where it was dragged. Press to return it to its curve."
                       : "Restore the scene's curve.");
  ImGui::PopFont();
  if (open) {
    if (const auto curve = edit_curve(theme, setup.scene->multibody, target.curve)) {
      set_target(i, {*curve, target.held}, edit);
    }
    goal_rows(theme, setup, i, edit);
  }
}

void link_row(const Theme& theme, const lab::Setup& setup, Edit& edit) {
  const std::string& name = setup.scene->multibody.joint(setup.pull->joint).name;
  row_label(theme, "Held link",
            "A point of the link that this joint moves is held in the picture. A click on the link "
            "releases it, too.");
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name.c_str());
  ImGui::PushFont(theme.font.small);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - theme.px(62));
  if (ImGui::Button("Release##link", {theme.px(62), 0.0F})) set_pull(std::nullopt, edit);
  ImGui::PopFont();
  mark("let-go", "link");
  if (ImGui::Button("Make it an effector")) {
    edit.change("add an effector") = lab::with_effector(setup, *setup.pull);
  }
  describe(theme, "add-effector", name,
           "The held point becomes an effector, with a target that moves in and out of its reach. "
           "Undo takes it back.");
}

}  // namespace

void fit_curve(int i, lab::CurveFit fit, const lab::Setup& setup, Edit& edit) {
  set_target(i, {lab::fitted_curve(setup.scene->multibody, i, fit, i), std::nullopt}, edit);
}

void choose_target(int i, bool chosen, TargetsPanel& panel) {
  if (chosen) {
    panel.selected = i;
  } else if (panel.selected == i) {
    panel.selected.reset();
  }
}

void targets_panel(const Theme& theme, const lab::Timeline& timeline, TargetsPanel& panel,
                   Edit& edit) {
  const lab::Setup& setup = timeline.setup();
  const ik::Multibody& body = setup.scene->multibody;
  bool frozen = setup.frozen;
  if (switch_row(theme, "Freeze", "Stops the targets where they are. The body continues to follow.",
                 "targets", "freeze", frozen)) {
    set_frozen(frozen, edit);
  }
  switch_row(theme, "Names",
             "Writes the names of effectors and targets over the picture (L). A ring around both "
             "has the effector's colour in lists and plots.",
             "targets", "names", panel.names);
  switch_row(theme, "Trails",
             "Draws the last positions of effectors and targets as lines in the picture.",
             "targets", "trails", panel.trails);
  switch_row(theme, "Whole curve",
             "Draws all of a selected target's curve. Otherwise the second around its present "
             "place, unless the curve is a simple loop.",
             "targets", "whole", panel.whole);
  row_label(theme, "Once dragged",
            "After a drag in the picture, a target or link stays where it was put, or is released: "
            "a target returns to its curve, and a link is moved by the method again.");
  constexpr const char* kNames[] = {"it stays", "it goes back"};
  if (segments(theme, "snap", kNames, panel.snap_back ? 1 : 0, ImGui::GetContentRegionAvail().x)) {
    panel.snap_back = !panel.snap_back;
  }
  for (int i = 0; i < body.effector_count(); ++i) {
    target_rows(theme, timeline, i, panel, edit);
  }
  if (setup.pull) link_row(theme, setup, edit);
}

}  // namespace ui
