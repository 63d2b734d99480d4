#include "lab/body/goals.h"

#include <memory>
#include <utility>

#include "lab/body/fitted_curve.h"

namespace lab {
namespace {

/// Goal weights, with 1 for all if the scene has none.
std::vector<double> all_weights(const Scene& scene) {
  if (!scene.weights.empty()) return scene.weights;
  return std::vector<double>(static_cast<std::size_t>(scene.multibody.goal_count()), 1.0);
}

/// Replaces the scene of a setup by one with other effectors and the same joints.
Setup with_scene(Setup setup, Scene scene) {
  setup.scene = std::make_shared<const Scene>(std::move(scene));
  setup.pull.reset();
  for (Lane& lane : setup.lanes) lane.pushes.clear();
  return setup;
}

}  // namespace

std::vector<ik::Joint> given_joints(const ik::Multibody& multibody) {
  std::vector<ik::Joint> joints;
  for (int given = 0; given < multibody.joint_count(); ++given) {
    ik::Joint& joint = joints.emplace_back(multibody.joint(multibody.solver_index(given)));
    if (joint.parent >= 0) joint.parent = multibody.given_index(joint.parent);
    if (joint.leader >= 0) joint.leader = multibody.given_index(joint.leader);
  }
  return joints;
}

std::vector<ik::Effector> given_effectors(const ik::Multibody& multibody) {
  std::vector<ik::Effector> effectors(multibody.effectors().begin(), multibody.effectors().end());
  for (ik::Effector& effector : effectors) effector.joint = multibody.given_index(effector.joint);
  return effectors;
}

std::vector<ik::Loop> given_loops(const ik::Multibody& multibody) {
  std::vector<ik::Loop> loops(multibody.loops().begin(), multibody.loops().end());
  for (ik::Loop& loop : loops) {
    for (int* joint : {&loop.joint_a, &loop.joint_b}) {
      if (*joint >= 0) *joint = multibody.given_index(*joint);
    }
  }
  return loops;
}

ik::Multibody with_held_joints(const ik::Multibody& multibody,
                               const std::function<bool(int joint)>& held) {
  std::vector<ik::Joint> joints = given_joints(multibody);
  for (int given = 0; ik::Joint & joint : joints) {
    if (held(multibody.solver_index(given++))) joint.weight = 0.0;
  }
  return {std::move(joints), given_effectors(multibody), given_loops(multibody)};
}

ik::Multibody moving_body(const Scene& scene) {
  if (!scene.group) return scene.multibody;
  const std::vector<int>& moving = scene.groups[*scene.group].joints;
  return with_held_joints(scene.multibody,
                          [&moving](int j) { return std::ranges::count(moving, j) == 0; });
}

Setup with_effector(const Setup& setup, const Pull& pull) {
  const ik::Multibody& old = setup.scene->multibody;
  std::vector<ik::Effector> effectors = given_effectors(old);
  const std::string name = new_name(old.joint(pull.joint).name + " point", effectors);
  effectors.push_back({name, old.given_index(pull.joint), pull.point});
  Scene scene = *setup.scene;
  scene.multibody = ik::Multibody(given_joints(old), std::move(effectors), given_loops(old));
  const int added = old.effector_count();
  scene.targets.push_back(fitted_curve(scene.multibody, added, CurveFit::kInAndOut, added));
  scene.weights = all_weights(*setup.scene);
  scene.weights.insert(scene.weights.begin() + added, 1.0);

  Setup next = setup;
  next.targets.push_back({scene.targets.back()});
  next.goal_weights.insert(next.goal_weights.begin() + added, 1.0);
  return with_scene(std::move(next), std::move(scene));
}

Setup without_effector(const Setup& setup, int i) {
  const ik::Multibody& old = setup.scene->multibody;
  std::vector<ik::Effector> effectors = given_effectors(old);
  effectors.erase(effectors.begin() + i);
  Scene scene = *setup.scene;
  scene.multibody = ik::Multibody(given_joints(old), std::move(effectors), given_loops(old));
  scene.targets.erase(scene.targets.begin() + i);
  scene.weights = all_weights(*setup.scene);
  Setup next = setup;
  next.targets.erase(next.targets.begin() + i);
  for (int g = old.goal_count() - 1; g >= 0; --g) {
    if (old.effector_of(g) != i) continue;
    scene.weights.erase(scene.weights.begin() + g);
    next.goal_weights.erase(next.goal_weights.begin() + g);
    if (g >= old.effector_count()) scene.aims.erase(scene.aims.begin() + g - old.effector_count());
  }
  return with_scene(std::move(next), std::move(scene));
}

Scene scene_of(const Setup& setup) {
  Scene scene = *setup.scene;
  for (std::size_t i = 0; i < setup.targets.size(); ++i) {
    const TargetSetup& target = setup.targets[i];
    scene.targets[i] =
        target.held ? TargetCurve(WaveCurve{.center = *target.held, .waves = {}}) : target.curve;
  }
  scene.weights = setup.goal_weights;
  scene.settings = setup.front_lane().settings;
  scene.group = setup.group;
  return scene;
}

}  // namespace lab
