#include "iklab/experiment.h"

#include <optional>
#include <string>
#include <utility>

#include "ik/simd/check.h"
#include "lab/own_row.h"
#include "lab/run/run.h"
#include "lab/track/tracker.h"

namespace lab {

std::shared_ptr<const ik::MethodInfo> own_row(ik::AnyMethod method, const char* name) {
  return std::make_shared<ik::MethodInfo>(
      ik::MethodInfo{.id = name,
                     .label = name,
                     .short_name = name,
                     .color = 0x555555,
                     .group = "",
                     .equation = "",
                     .reference = "",
                     .help = "",
                     .max_angle = ik::kUnlimited,
                     .make = nullptr,
                     .synonyms = "",
                     .own = std::make_shared<const ik::AnyMethod>(std::move(method))});
}

struct TrackingExperiment::State {
  std::shared_ptr<const ik::MethodInfo> own;  // the row of the caller's method, or null
  Tracker tracker;
};

TrackingExperiment::TrackingExperiment(const ik::Scene& scene, std::string_view method)
    : state_(new State{{}, Tracker(*scene.data(), ik::known_method(method))}) {}
TrackingExperiment::TrackingExperiment(const ik::Scene& scene, ik::AnyMethod method) {
  std::shared_ptr<const ik::MethodInfo> own = own_row(std::move(method));
  Tracker tracker(*scene.data(), *own);
  state_ = std::make_unique<State>(State{std::move(own), std::move(tracker)});
}
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
Summary TrackingExperiment::run(long steps, long warmup, const std::function<bool()>& give_up) {
  constexpr long kBetweenQuestions = 64;  // steps
  Run run(state_->tracker, {.steps = steps, .warmup = warmup});
  while (run.advance(kBetweenQuestions) < 1.0 && !(give_up && give_up())) {
  }
  return run.summary();
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
