#include "lab/scene/scene_solver.h"

#include <variant>

#include "lab/scene/knobs.h"

namespace lab {
namespace {

void take_call(const SolverNumber& number, ik::Solver& solver) {
  solver.set(number.name, number.value);
}
void take_call(LimitRule rule, ik::Solver& solver) { solver.set_limits(rule); }
void take_call(ik::JacobianKind kind, ik::Solver& solver) { solver.set_jacobian(kind); }
void take_call(const LeftToProgram&, ik::Solver&) {}
void take_call(std::monostate, ik::Solver&) {}

}  // namespace

std::vector<double> goal_weights(const Scene& scene) {
  const auto goals = static_cast<std::size_t>(scene.multibody.goal_count());
  std::vector<double> weights = scene.weights;
  weights.resize(goals, 1.0);  // an empty list stands for ones
  for (auto g = static_cast<std::size_t>(scene.multibody.effector_count()); g < goals; ++g) {
    weights[g] *= scene.settings.aim_weight;
  }
  return weights;
}

void take_scene(const Scene& scene, const ik::MethodInfo& method, ik::Solver& solver) {
  const Settings& settings = scene.settings;
  for (const Knob& knob : knobs(method)) {
    if (!knob.usual || !knob.given(settings)) continue;
    std::visit([&solver](const auto& call) { take_call(call, solver); },
               knob.solver_call(settings));
  }
  solver.obstacles() = scene.obstacles;
  const std::vector<double> weights = goal_weights(scene);
  const auto k = static_cast<std::size_t>(scene.multibody.effector_count());
  for (std::size_t i = 0; i < k; ++i) {
    const int effector = static_cast<int>(i), aim = aim_of(scene.multibody, effector);
    solver.set_weight(effector, weights[i],
                      aim < 0 ? 1.0 : weights[k + static_cast<std::size_t>(aim)]);
  }
}

}  // namespace lab
