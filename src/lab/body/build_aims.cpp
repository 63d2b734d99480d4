#include "lab/body/build_aims.h"

#include <utility>

#include "ik/simd/check.h"
#include "ik/task/jacobian.h"
#include "lab/body/goals.h"

namespace lab {
namespace {

/// The index of the effector's aim in the scene's aims: the number of aiming effectors before it.
std::ptrdiff_t aim_place(const Scene& scene, int i) {
  ik::require(i >= 0 && i < scene.multibody.effector_count(), "there is no such effector");
  std::ptrdiff_t place = 0;
  for (int other = 0; other < i; ++other) {
    if (scene.multibody.effector(other).aim != ik::AimKind::kNone) ++place;
  }
  return place;
}

/// The scene with other values of effector i, with `joint` in the solver's order. Joints, shapes
/// and groups stay. Aims and weights are not yet adapted.
Scene with_effector_values(const Scene& scene, int i, ik::Effector values) {
  Scene next = scene;
  std::vector<ik::Effector> effectors = given_effectors(scene.multibody);
  values.joint = scene.multibody.given_index(values.joint);
  effectors[static_cast<std::size_t>(i)] = std::move(values);
  next.multibody = ik::Multibody(given_joints(scene.multibody), std::move(effectors));
  return next;
}

}  // namespace

const AimCurve* aim_curve(const Scene& scene, int i) {
  const std::ptrdiff_t place = aim_place(scene, i);
  if (scene.multibody.effector(i).aim == ik::AimKind::kNone) return nullptr;
  return &scene.aims[static_cast<std::size_t>(place)];
}

Scene with_aim_kind(const Scene& scene, int i, ik::AimKind kind, const ik::Pose& pose) {
  const std::ptrdiff_t place = aim_place(scene, i);
  ik::Effector effector = scene.multibody.effector(i);
  const bool aimed = effector.aim != ik::AimKind::kNone, aims = kind != ik::AimKind::kNone;
  if (!aimed && !effector.offset.isZero(0.0)) {
    const bool turned = !effector.rotation.isIdentity(0.0);
    effector.pointer = turned ? effector.rotation.transpose() * effector.offset : effector.offset;
  }
  effector.aim = kind;
  Scene next = with_effector_values(scene, i, effector);

  const auto curve = next.aims.begin() + place;
  if (aims && !aimed) next.aims.emplace(curve);
  if (aimed && !aims) next.aims.erase(curve);
  // goals are the effectors, then the aims
  const auto weight = scene.multibody.effector_count() + place;
  if (!next.weights.empty() && aims && !aimed) {
    next.weights.insert(next.weights.begin() + weight, 1.0);
  }
  if (!next.weights.empty() && aimed && !aims) next.weights.erase(next.weights.begin() + weight);
  if (aims) {
    const ik::Effector& pointing = next.multibody.effector(i);
    const Eigen::Matrix3d axes = ik::effector_axes(pose, pointing);
    next.aims[static_cast<std::size_t>(place)].base = {axes * pointing.pointer, axes};
  }
  return next;
}

Scene with_changed_aim(const Scene& scene, int i, const Eigen::Vector3d& pointer, double lever,
                       const AimCurve& curve) {
  const std::ptrdiff_t place = aim_place(scene, i);
  ik::Effector effector = scene.multibody.effector(i);
  const std::string who = "effector '" + effector.name + "': ";
  ik::require(effector.aim != ik::AimKind::kNone, who + "it has no aim");
  const Eigen::Vector3d& direction = curve.base.direction;
  ik::require(direction.allFinite() && direction.stableNorm() > 0.0,
              who + "the direction that it aims at must be finite and not zero");
  effector.pointer = pointer;
  effector.lever = lever;
  Scene next = with_effector_values(scene, i, std::move(effector));
  next.aims[static_cast<std::size_t>(place)] = curve;
  return next;
}

}  // namespace lab
