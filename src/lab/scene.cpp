#include "iklab/scene.h"

#include <string>
#include <variant>

#include "ik/simd/check.h"
#include "lab/scene/knobs.h"
#include "lab/scene/scene.h"

namespace ik {
namespace {

void take(const lab::SolverNumber& number, Solver& solver) {
  solver.set(number.name, number.value);
}
void take(LimitRule rule, Solver& solver) { solver.set_limits(rule); }
void take(JacobianKind kind, Solver& solver) { solver.set_jacobian(kind); }
void take(const lab::LeftToProgram&, Solver&) {}
void take(std::monostate, Solver&) {}

}  // namespace

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
  const lab::Settings& settings = scene_->settings;
  for (const lab::Knob& knob : lab::knobs(known_method(method))) {
    if (!knob.usual || !knob.given(settings)) continue;
    std::visit([&solver](const auto& call) { take(call, solver); }, knob.solver_call(settings));
  }
  solver.obstacles() = scene_->obstacles;
  const int k = multibody().effector_count();
  const auto weight = [this](int g) {
    return scene_->weights.empty() ? 1.0 : scene_->weights[static_cast<std::size_t>(g)];
  };
  for (int i = 0; i < k; ++i) {
    const int aim = lab::aim_of(multibody(), i);
    solver.set_weight(multibody().effector(i).name, weight(i),
                      aim < 0 ? 1.0 : settings.aim_weight * weight(k + aim));
  }
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
