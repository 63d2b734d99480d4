#include "iklab/experiment.h"

#include <cmath>
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
  const ik::MethodInfo& info = known_method(method);
  for (const lab::SettingInfo& setting : lab::settings()) {
    const bool is_set = !std::isnan(setting.get(settings)) && lab::is_of(setting, info);
    if (!is_set || setting.solver == nullptr) continue;
    std::visit([&solver](const auto& call) { take(call, solver); }, setting.solver(settings));
  }
  for (const auto& [name, value] : lab::own_params(settings)) {
    if (lab::find_param(info, name)) solver.set(name, value);
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
  const SettingInfo* const setting = find_setting(name);
  const std::string given(name);
  if (setting == nullptr) {
    const ik::MethodInfo& method = tracker.method_info();
    const auto param = find_param(method, name);
    ik::require(param.has_value(), "no setting or parameter '" + given + "'");
    ik::require(accepts_param(method, name, value),
                given + ": expected " + param_expectation(method, name));
    tracker.change(
        [&](Setup& setup) { setup.front_lane().settings.set_param(param->info.name, value); });
    return;
  }
  ik::require(accepts(*setting, value), given + ": expected " + expectation(*setting));
  tracker.change([&](Setup& setup) { set_setting(setup, *setting, value); });
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
