#include "ui/panels/pages.h"

#include <algorithm>
#include <cmath>

#include <imgui_stdlib.h>
#include <Eigen/Geometry>

#include "lab/body/build.h"
#include "lab/scene/number_text.h"
#include "lab/scene/settings.h"
#include "lab/track/reach.h"
#include "ui/kit/number_slider.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

constexpr const char* kBuild = "build";  // group of the marked rows

/// Replaces rounding errors by 0 without a sign.
/// \param least smallest number that is not an error
Eigen::Vector3d without_rounding(const Eigen::Vector3d& numbers, double least) {
  return numbers.unaryExpr(
      [least](double number) { return std::abs(number) < least ? 0.0 : number; });
}

bool place_row(const Theme& theme, const char* label, std::string_view help, NumberLook look,
               Eigen::Ref<Eigen::Vector3d> place) {
  constexpr double kRounding = 1e-6;  // a drag rounds to this
  Eigen::Vector3d shown = without_rounding(place, kRounding * static_cast<double>(look.speed));
  if (!numbers_row(theme, kBuild, label, help, look, {shown.data(), 3})) return false;
  place = shown;
  return true;
}

/// The name's text field. \returns a new name after it was typed
std::optional<std::string> name_row(const Theme& theme, const lab::Scene& scene,
                                    const BodyPart& part, BuildPanel& panel) {
  row_label(theme, "Name", "Names of joints, effectors and obstacles are unique.");
  ImGui::SetNextItemWidth(-1.0F);
  const std::string& present = part_name(scene, part);
  if (panel.named != part) panel.name = present;
  ImGui::InputText("##name", &panel.name, ImGuiInputTextFlags_AutoSelectAll);
  mark(kBuild, "Name");
  // while it is edited, the text belongs to the part; otherwise the scene's name is shown
  panel.named = ImGui::IsItemActive() ? std::optional(part) : std::nullopt;
  if (!ImGui::IsItemDeactivatedAfterEdit() || panel.name == present) return std::nullopt;
  return panel.name;
}

/// Roll, pitch and yaw of a rotation, degrees.
Eigen::Vector3d degrees_of(const Eigen::Matrix3d& R) {
  const Eigen::Vector3d rpy(std::atan2(R(2, 1), R(2, 2)),
                            std::atan2(-R(2, 0), std::hypot(R(0, 0), R(1, 0))),
                            std::atan2(R(1, 0), R(0, 0)));
  constexpr double kRounding = 1e-9;  // rad
  return lab::kDegrees * without_rounding(rpy, kRounding);
}

Eigen::Matrix3d rotation_of(const Eigen::Vector3d& degrees) {
  const Eigen::Vector3d rpy = degrees / lab::kDegrees;
  return (Eigen::AngleAxisd(rpy.z(), Eigen::Vector3d::UnitZ()) *
          Eigen::AngleAxisd(rpy.y(), Eigen::Vector3d::UnitY()) *
          Eigen::AngleAxisd(rpy.x(), Eigen::Vector3d::UnitX()))
      .toRotationMatrix();
}

/// A rotation as roll, pitch and yaw. \returns whether it changed
bool turn_row(const Theme& theme, const char* label, std::string_view help,
              Eigen::Ref<Eigen::Matrix3d> R) {
  Eigen::Vector3d turn = degrees_of(R);
  if (!numbers_row(theme, kBuild, label, help, kDegreeLook, {turn.data(), 3})) return false;
  R = rotation_of(turn);
  return true;
}

bool limit_rows(const Theme& theme, const ik::Multibody& body, ik::Joint& joint) {
  const bool angular = ik::is_angular(joint.type);
  const double unit = angular ? lab::kDegrees : 1.0;
  const double link = lab::link_length(body);
  const double usual = angular ? 90.0 : link > 0.0 ? link : 0.5;
  bool limited = joint.lower != -ik::kUnlimited || joint.upper != ik::kUnlimited;
  bool changed = switch_row(theme, "Limits", "Whether the joint has a lower and an upper limit.",
                            "build", "limited", limited);
  if (changed) {
    joint.lower = limited ? -usual / unit : -ik::kUnlimited;
    joint.upper = limited ? usual / unit : ik::kUnlimited;
  }
  if (!limited) return changed;
  const double before[] = {std::isfinite(joint.lower) ? unit * joint.lower : -usual,
                           std::isfinite(joint.upper) ? unit * joint.upper : usual};
  double ends[] = {before[0], before[1]};
  if (numbers_row(theme, kBuild, angular ? "Range [°]" : "Range [m]",
                  "The lower and the upper limit. The initial value is kept within them.",
                  angular ? kDegreeLook : length_look(body), ends)) {
    // each end stops at the other; an unlimited end stays unlimited until it is changed
    if (ends[0] != before[0]) joint.lower = std::min(ends[0] / unit, joint.upper);
    if (ends[1] != before[1]) joint.upper = std::max(ends[1] / unit, joint.lower);
    changed = true;
  }
  return changed;
}

bool initial_row(const Theme& theme, const ik::Multibody& body, ik::Joint& joint) {
  const bool angular = ik::is_angular(joint.type);
  const double unit = angular ? lab::kDegrees : 1.0;
  const char* label = angular ? "Initial [°]" : "Initial [m]";
  if (joint.leader >= 0) {
    row_label(theme, label, "A joint that follows another has no initial value of its own.");
    ImGui::TextUnformatted(("follows " + body.joint(joint.leader).name).c_str());
    mark(kBuild, label);
    return false;
  }
  double initial = unit * joint.initial;
  if (!numbers_row(theme, kBuild, label,
                   "Where the joint stands at the start of a run. At step 0 the body shows it at "
                   "once, later after a restart (R).",
                   angular ? kDegreeLook : length_look(body), {&initial, 1})) {
    return false;
  }
  // within the limits
  joint.initial = std::min(std::max(initial / unit, joint.lower), joint.upper);
  return true;
}

bool joint_rows(const Theme& theme, const ik::Multibody& body, ik::Joint& joint) {
  bool changed = false;
  row_label(theme, "Type", "A hinge turns about its axis, a slide moves along it.");
  constexpr const char* kTypes[] = {"hinge", "slide"};
  constexpr const char* kAllTypes[] = {"hinge", "slide", "screw"};
  const bool screw = joint.type == ik::JointType::kScrew;
  const auto type =
      segments(theme, "type", screw ? std::span<const char* const>(kAllTypes) : kTypes,
               static_cast<std::size_t>(joint.type), ImGui::GetContentRegionAvail().x);
  mark(kBuild, "type", Access::kPointer);
  if (type) {
    joint = lab::retyped(joint, static_cast<ik::JointType>(*type));
    changed = true;
  }
  const std::string parent =
      joint.parent < 0 ? "the world" : "the link of " + body.joint(joint.parent).name;
  changed |= place_row(
      theme, "Offset [m]",
      "Its place, x, y and z, in the axes of " + parent + ". What it carries moves with it.",
      length_look(body), joint.parent_from_joint.translation());
  changed |= turn_row(
      theme, "Turn [°]",
      "Roll, pitch and yaw about x, y and z of " + parent + ". Axis and links turn with it.",
      joint.parent_from_joint.linear());
  changed |= place_row(theme, "Axis",
                       "Direction of its axis, in its own axes; the length does not count. The "
                       "links at angle 0 stay.",
                       kDirectionLook, joint.axis);
  changed |= initial_row(theme, body, joint);
  changed |= limit_rows(theme, body, joint);
  return changed;
}

template <class Make>
void change_body(const lab::Setup& setup, const std::string& what, BuildPanel& panel, Edit& edit,
                 const Make& make) {
  try_change(panel, [&] { edit.change(what) = lab::with_body(setup, make()); });
}

void edit_joint(const Theme& theme, const lab::Setup& setup, const BodyPart& part,
                BuildPanel& panel, Edit& edit) {
  const lab::Scene& scene = *setup.scene;
  ik::Joint joint = scene.multibody.joint(scene.multibody.solver_index(part.index));
  const auto name = name_row(theme, scene, part, panel);
  if (name) joint.name = *name;
  const std::string present = part_name(scene, part);
  if (!joint_rows(theme, scene.multibody, joint) && !name) return;
  change_body(setup, "joint " + present, panel, edit,
              [&] { return lab::with_changed_joint(scene, part.index, joint); });
}

/// The wanted aim in rows, in world axes. \returns whether it changed
bool wanted_aim_row(const Theme& theme, ik::AimKind kind, ik::Aim& wanted) {
  if (kind == ik::AimKind::kDirection) {
    return place_row(theme, "Toward",
                     "Wanted direction of the pointer, world axes x, y and z; its length does not "
                     "count.",
                     kDirectionLook, wanted.direction);
  }
  return turn_row(theme, "Toward [°]",
                  "Wanted orientation of the effector: roll, pitch and yaw about the world axes x, "
                  "y and z.",
                  wanted.orientation);
}

/// The effector's aim: its kind, its pointer, its wanted direction or orientation, and its lever.
void edit_aim(const Theme& theme, const lab::Setup& setup, const ik::Pose& pose, int i,
              BuildPanel& panel, Edit& edit) {
  const lab::Scene& scene = *setup.scene;
  const ik::Effector& effector = scene.multibody.effector(i);
  const auto change = [&](const auto& make) {
    change_body(setup, "aim of " + effector.name, panel, edit, make);
  };
  row_label(theme, "Aim",
            "What the effector does besides reaching its target: a direction of its link points "
            "somewhere, or its axes stand in an orientation.");
  const auto kind = segments(theme, "aim", kAimWords, static_cast<std::size_t>(effector.aim),
                             ImGui::GetContentRegionAvail().x);
  const lab::AimCurve* present = lab::aim_curve(scene, i);
  if (present != nullptr) {
    lab::AimCurve curve = *present;
    Eigen::Vector3d pointer = effector.pointer;
    double lever = effector.lever;
    bool changed = effector.aim == ik::AimKind::kDirection &&
                   place_row(theme, "Pointer",
                             "The direction of the effector that aims, in its own axes; the "
                             "length does not count.",
                             kDirectionLook, pointer);
    changed |= wanted_aim_row(theme, effector.aim, curve.base);
    changed |= numbers_row(theme, kBuild, "Lever [m]", "Metres of error per radian of aim error.",
                           length_look(scene.multibody), {&lever, 1});
    if (changed) {
      change([&] { return lab::with_changed_aim(scene, i, pointer, lever, curve); });
    }
  }
  if (kind) set_aim(i, static_cast<ik::AimKind>(*kind), pose, panel, edit);
}

void edit_effector(const Theme& theme, const lab::Setup& setup, const ik::Pose& pose,
                   const BodyPart& part, BuildPanel& panel, Edit& edit) {
  const lab::Scene& scene = *setup.scene;
  ik::Effector effector = scene.multibody.effector(part.index);
  const std::string present = effector.name;
  const auto name = name_row(theme, scene, part, panel);
  if (name) effector.name = *name;
  bool moved =
      place_row(theme, "Offset [m]", "Its place, x, y and z, in the axes that its joint moves.",
                length_look(scene.multibody), effector.offset);
  moved |= turn_row(theme, "Turn [°]",
                    "Its own axes, which aims turn: roll, pitch and yaw about the axes that its "
                    "joint moves.",
                    effector.rotation);
  edit_aim(theme, setup, pose, part.index, panel, edit);
  if (!moved && !name) return;
  change_body(setup, "effector " + present, panel, edit,
              [&] { return lab::with_changed_effector(scene, part.index, effector); });
}

void edit_obstacle(const Theme& theme, const lab::Setup& setup, const BodyPart& part,
                   BuildPanel& panel, Edit& edit) {
  const lab::Scene& scene = *setup.scene;
  const auto i = static_cast<std::size_t>(part.index);
  ik::Obstacle obstacle = scene.obstacles[i];
  const auto name = name_row(theme, scene, part, panel);
  if (name) obstacle.name = *name;
  const NumberLook look = length_look(scene.multibody);
  bool changed =
      place_row(theme, "From [m]", "One end of its middle line: x, y and z.", look, obstacle.a);
  changed |= place_row(theme, "To [m]", "The other end. An obstacle whose ends coincide is a ball.",
                       look, obstacle.b);
  changed |=
      numbers_row(theme, kBuild, "Radius [m]", "All within this distance of the middle line.", look,
                  {&obstacle.radius, 1});
  if (!changed && !name) return;
  change_body(setup, "obstacle " + scene.obstacles[i].name, panel, edit,
              [&] { return lab::with_changed_obstacle(scene, i, obstacle); });
}

}  // namespace

void edit_part(const Theme& theme, const lab::Tracker& tracker, const BodyPart& part,
               BuildPanel& panel, Edit& edit) {
  const lab::Setup setup = edit.setup;
  const auto kind = in_id(static_cast<int>(part.kind));
  const auto index = in_id(part.index);
  switch (part.kind) {
    case BodyPart::Kind::kJoint:
      return edit_joint(theme, setup, part, panel, edit);
    case BodyPart::Kind::kEffector:
      return edit_effector(theme, setup, tracker.pose(), part, panel, edit);
    case BodyPart::Kind::kObstacle:
      return edit_obstacle(theme, setup, part, panel, edit);
  }
}

}  // namespace ui
