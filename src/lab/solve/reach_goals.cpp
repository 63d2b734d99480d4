#include "lab/solve/reach_goals.h"

#include <algorithm>
#include <utility>

#include "lab/body/goals.h"

namespace lab {

Scene with_aims(Scene scene, std::span<const ik::AimKind> kinds) {
  const ik::Multibody old = scene.multibody;
  const std::vector<AimCurve> old_aims = std::exchange(scene.aims, {});
  const std::vector<double> old_weights = scene.weights;
  std::vector<ik::Effector> effectors = given_effectors(old);
  scene.weights.resize(std::min(scene.weights.size(), effectors.size()));  // those of positions
  for (std::size_t i = 0; i < effectors.size(); ++i) {
    const int before = aim_of(old, static_cast<int>(i));
    const bool stays = before >= 0 && effectors[i].aim == kinds[i];
    effectors[i].aim = kinds[i];
    if (kinds[i] == ik::AimKind::kNone) continue;
    scene.aims.push_back(stays ? old_aims[static_cast<std::size_t>(before)] : AimCurve());
    if (old_weights.empty()) continue;
    scene.weights.push_back(stays ? old_weights[effectors.size() + static_cast<std::size_t>(before)]
                                  : 1.0);
  }
  scene.multibody = ik::Multibody(given_joints(old), std::move(effectors));
  return scene;
}

}  // namespace lab
