#include "iklab/experiment.h"

#include <optional>
#include <string>
#include <variant>

#include "ik/simd/check.h"
#include "lab/run/experiment.h"
#include "lab/scene/scene.h"
#include "lab/track/tracker.h"

// Implements the public headers scene.h and experiment.h with the types of lab.

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

namespace lab {
struct TrackingExperiment::State {
  Tracker tracker;
};

TrackingExperiment::TrackingExperiment(const ik::Scene& scene, std::string_view method)
    : state_(new State{Tracker(*scene.data(), ik::known_method(method))}) {}
TrackingExperiment::TrackingExperiment(const TrackingExperiment& other)
    : state_(std::make_unique<State>(*other.state_)) {}
TrackingExperiment::TrackingExperiment(TrackingExperiment&& other) noexcept = default;
TrackingExperiment& TrackingExperiment::operator=(const TrackingExperiment& other) {
  return *this = TrackingExperiment(other);
}
TrackingExperiment& TrackingExperiment::operator=(TrackingExperiment&& other) noexcept = default;
TrackingExperiment::~TrackingExperiment() = default;

void TrackingExperiment::set(std::string_view name, double value) {
  Tracker& tracker = state_->tracker;
  const std::optional<Knob> knob = find_knob(tracker.method_info(), name);
  const std::string given(name);
  ik::require(knob.has_value(), "no setting or parameter '" + given + "'");
  ik::require(knob->accepts(value), given + ": expected " + knob->expectation());
  tracker.change([&](Setup& setup) { set_knob(setup, *knob, value); });
  // row 0 is computed with the settings
  if (tracker.step_count() == 0) tracker.reset();
}

void TrackingExperiment::step() { state_->tracker.step(); }
void TrackingExperiment::reset() { state_->tracker.reset(); }
Summary TrackingExperiment::run(long steps, long warmup) {
  return lab::run(state_->tracker, steps, warmup);
}

double TrackingExperiment::time() const { return state_->tracker.time(); }

ik::VectorX TrackingExperiment::theta() const {
  const Tracker& tracker = state_->tracker;
  ik::VectorX given(tracker.multibody().joint_count());
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    given[tracker.multibody().given_index(j)] = tracker.pose().theta[j];
  }
  return given;
}

Eigen::Vector3d TrackingExperiment::target(int effector) const {
  return state_->tracker.targets()[static_cast<std::size_t>(effector)];
}
Eigen::Vector3d TrackingExperiment::position(int effector) const {
  return state_->tracker.pose().effector.col(effector);
}
double TrackingExperiment::error(int effector) const {
  return state_->tracker.errors()[static_cast<std::size_t>(effector)];
}
ik::Outcome TrackingExperiment::outcome() const { return state_->tracker.outcome(); }

}  // namespace lab
