#include "lab/scene/scene_solver.h"

#include <variant>

#include "lab/scene/knobs.h"

namespace lab {
std::vector<double> goal_weights(std::vector<double> given, const ik::Multibody& body,
                                 const Settings& settings) {
  const auto goals = static_cast<std::size_t>(body.goal_count());
  given.resize(goals, 1.0);
  for (auto g = static_cast<std::size_t>(body.effector_count()); g < goals; ++g) {
    given[g] *= settings.aim_weight;
  }
  return given;
}

void set_goals(std::span<const Eigen::Vector3d> targets, std::span<const ik::Aim> aims,
               ik::Solver& solver) {
  const ik::Multibody& body = solver.multibody();
  const int k = body.effector_count();
  for (int i = 0; i < k; ++i) solver.target(i) = targets[static_cast<std::size_t>(i)];
  for (int g = k; g < body.goal_count(); ++g) {
    const ik::Aim& aim = aims[static_cast<std::size_t>(g - k)];
    const int i = body.effector_of(g);
    if (body.aim_of(g) == ik::AimKind::kDirection) solver.direction(i) = aim.direction;
    if (body.aim_of(g) == ik::AimKind::kOrientation) solver.orientation(i) = aim.orientation;
  }
}

void set_goal_weights(std::span<const double> weights, ik::Solver& solver) {
  const ik::Multibody& body = solver.multibody();
  const auto weight = [&weights](int g) {
    return weights.empty() ? 1.0 : weights[static_cast<std::size_t>(g)];
  };
  for (int i = 0; i < body.effector_count(); ++i) {
    const int aim = aim_of(body, i);
    solver.set_weight(i, weight(i), aim < 0 ? 1.0 : weight(body.effector_count() + aim));
  }
}

void take_scene(const Scene& scene, const Settings& settings, const ik::MethodInfo& method,
                ik::Solver& solver) {
  for (const Knob& knob : knobs(method)) {
    if (!knob.usual || !knob.given(settings)) continue;
    const SolverCall call = knob.solver_call(settings);
    if (const auto* number = std::get_if<SolverNumber>(&call)) {
      solver.set(number->name, number->value);
    } else if (const auto* rule = std::get_if<LimitRule>(&call)) {
      solver.set_limits(*rule);
    } else if (const auto* kind = std::get_if<ik::JacobianKind>(&call)) {
      solver.set_jacobian(*kind);
    }
  }
  solver.obstacles() = scene.obstacles;
  set_goal_weights(goal_weights(scene.weights, scene.multibody, settings), solver);
}

}  // namespace lab
