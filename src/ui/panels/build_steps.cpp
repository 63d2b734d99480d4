#include "ui/panels/build_steps.h"

#include <stdexcept>

#include "lab/body/build.h"
#include "lab/body/build_aims.h"
#include "lab/body/goals.h"
#include "lab/scene/knobs.h"
#include "lab/track/reach.h"
#include "ui/panels/build_panel.h"

namespace ui {
namespace {

// sizes of a new obstacle, as shares of a typical link
constexpr double kObstacleShare = 0.3;  // its radius
constexpr double kAbove = 0.6;          // its height above the effector

using Kind = BodyPart::Kind;

/// The joint to which a new part is added, in the order of the scene file.
int base_joint(const BuildPanel& panel, const lab::Scene& scene) {
  const ik::Multibody& body = scene.multibody;
  const auto part = chosen_part(panel, scene);
  if (part && part->kind == Kind::kJoint) return part->index;
  if (part && part->kind == Kind::kEffector) {
    return body.given_index(body.effector(part->index).joint);
  }
  return body.joint_count() - 1;
}

void add_joint(const lab::Setup& setup, BuildPanel& panel, Edit& edit) {
  const lab::Scene& scene = *setup.scene;
  const lab::AddedJoint joint = lab::next_joint(scene.multibody, base_joint(panel, scene));
  edit.change("add a joint") = lab::with_body(setup, lab::with_joint(scene, joint));
  panel.chosen = {Kind::kJoint, scene.multibody.joint_count()};
}

void add_effector(const lab::Setup& setup, BuildPanel& panel, Edit& edit) {
  const ik::Multibody& body = setup.scene->multibody;
  const int joint = base_joint(panel, *setup.scene);
  const int carrier = body.solver_index(joint);
  Eigen::Vector3d end = lab::link_end(body, joint);
  for (const ik::Effector& effector : body.effectors()) {
    if (effector.joint == carrier && effector.offset == end) end *= 0.5;
  }
  edit.change("add an effector") =
      lab::with_effector(setup, {carrier, end, Eigen::Vector3d::Zero()});
  panel.chosen = {Kind::kEffector, body.effector_count()};
}

/// Whether the method keeps links clear of obstacles: it then has a least distance from them.
bool minds_obstacles(const ik::MethodInfo& method) {
  return lab::find_param(method, "margin").has_value();
}

/// Says that the method passes links through obstacles, if it does.
void say_if_ignored(const ik::MethodInfo& method, Edit& edit) {
  if (minds_obstacles(method)) return;
  std::string others;
  for (const ik::MethodInfo& other : ik::methods()) {
    if (minds_obstacles(other)) others += (others.empty() ? "" : ", ") + std::string(other.label);
  }
  edit.send(Tell{std::string(method.label) +
                 " takes no notice of obstacles. Methods that do: " + others});
}

void add_obstacle(const lab::Setup& setup, const ik::Pose& pose, BuildPanel& panel, Edit& edit) {
  const double link = lab::link_length(setup.scene->multibody);
  const double length = link > 0.0 ? link : 0.5;  // m
  const Eigen::Vector3d above = pose.effector.col(0) + kAbove * length * Eigen::Vector3d::UnitY();
  lab::Scene next = lab::with_obstacle(*setup.scene, above, kObstacleShare * length);
  panel.chosen = {Kind::kObstacle, static_cast<int>(next.obstacles.size()) - 1};
  edit.change("add an obstacle") = lab::with_body(setup, std::move(next));
  say_if_ignored(*setup.front_lane().method, edit);
}

void remove(const lab::Setup& setup, const lab::Tracker& tracker, bool branch, BuildPanel& panel,
            Edit& edit) {
  const auto part = chosen_part(panel, *setup.scene);
  if (!part) return;
  const lab::Scene& scene = *setup.scene;
  const ik::Multibody& body = scene.multibody;
  const std::string what = "delete " + part_name(scene, *part);
  if (part->kind == Kind::kEffector) {
    if (body.effector_count() < 2) {
      throw std::invalid_argument("'" + part_name(scene, *part) +
                                  "' is the only effector, and a body needs one");
    }
    edit.change(what) = lab::without_effector(setup, part->index);
  } else if (part->kind == Kind::kObstacle) {
    edit.change(what) =
        lab::with_body(setup, lab::without_obstacle(scene, static_cast<std::size_t>(part->index)));
  } else {
    const double theta = tracker.pose().theta[body.solver_index(part->index)];
    lab::Scene next = branch ? lab::without_branch(scene, part->index)
                             : lab::without_joint(scene, part->index, theta);
    edit.change(what) = lab::with_body(setup, std::move(next));
  }
  panel.chosen.reset();
}

}  // namespace

std::optional<BodyPart> chosen_part(const BuildPanel& panel, const lab::Scene& scene) {
  if (!panel.chosen) return std::nullopt;
  int count = scene.multibody.joint_count();
  if (panel.chosen->kind == Kind::kEffector) count = scene.multibody.effector_count();
  if (panel.chosen->kind == Kind::kObstacle) count = static_cast<int>(scene.obstacles.size());
  if (panel.chosen->index < 0 || panel.chosen->index >= count) return std::nullopt;
  return panel.chosen;
}

const std::string& part_name(const lab::Scene& scene, const BodyPart& part) {
  const ik::Multibody& body = scene.multibody;
  if (part.kind == Kind::kEffector) return body.effector(part.index).name;
  if (part.kind == Kind::kJoint) return body.joint(body.solver_index(part.index)).name;
  return scene.obstacles[static_cast<std::size_t>(part.index)].name;
}

void try_change(BuildPanel& panel, const std::function<void()>& change) {
  try {
    change();
    panel.refusal.clear();
  } catch (const std::invalid_argument& error) {
    panel.refusal = error.what();
  }
}

void set_aim(int effector, ik::AimKind kind, const ik::Pose& pose, BuildPanel& panel, Edit& edit) {
  const lab::Scene& scene = *edit.setup.scene;
  try_change(panel, [&] {
    edit.change("aim of " + scene.multibody.effector(effector).name) =
        lab::with_body(edit.setup, lab::with_aim_kind(scene, effector, kind, pose));
  });
  panel.chosen = {Kind::kEffector, effector};
}

void build(BuildStep step, const lab::Tracker& tracker, BuildPanel& panel, Edit& edit) {
  const lab::Setup setup = edit.setup;
  try_change(panel, [&] {
    switch (step) {
      case BuildStep::kAddJoint:
        return add_joint(setup, panel, edit);
      case BuildStep::kAddEffector:
        return add_effector(setup, panel, edit);
      case BuildStep::kAddObstacle:
        return add_obstacle(setup, tracker.pose(), panel, edit);
      case BuildStep::kDelete:
        return remove(setup, tracker, false, panel, edit);
      case BuildStep::kDeleteBranch:
        return remove(setup, tracker, true, panel, edit);
    }
  });
}

}  // namespace ui
