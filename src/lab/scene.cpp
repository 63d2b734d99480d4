#include "iklab/scene.h"

#include <string>

#include "ik/simd/check.h"
#include "lab/scene/scene_solver.h"

namespace ik {

const std::string& Scene::name() const { return scene_->name; }
const std::string& Scene::description() const { return scene_->description; }
const Multibody& Scene::multibody() const { return scene_->multibody; }
const std::vector<Obstacle>& Scene::obstacles() const { return scene_->obstacles; }
const std::vector<std::string>& Scene::notes() const { return scene_->notes; }
double Scene::time_step() const { return scene_->settings.time_step; }

Eigen::Vector3d Scene::target(int effector, double time) const {
  require(effector >= 0 && effector < multibody().effector_count(), "no such effector");
  return scene_->targets[static_cast<std::size_t>(effector)].at(time);
}

Solver Scene::solver(std::string_view method) const {
  Solver solver(multibody(), method);
  lab::take_scene(*scene_, scene_->settings, known_method(method), solver);
  move_goals(solver, 0.0);
  return solver;
}

void Scene::move_goals(Solver& solver, double time) const {
  const int k = multibody().effector_count();
  for (int i = 0; i < k; ++i) solver.target(i) = target(i, time);
  for (int g = k; g < multibody().goal_count(); ++g) {
    const Aim aim = scene_->aims[static_cast<std::size_t>(g - k)].at(time);
    const Effector& effector = multibody().goal_effector(g);
    if (effector.aim == AimKind::kDirection) solver.direction(effector.name) = aim.direction;
    if (effector.aim == AimKind::kOrientation) solver.orientation(effector.name) = aim.orientation;
  }
}

}  // namespace ik
