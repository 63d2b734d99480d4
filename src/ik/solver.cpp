#include "iklab/solver.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "ik/simd/check.h"
#include "ik/solve/solver_state.h"
#include "ik/task/method.h"

namespace ik {
namespace {

/// The index of the element of that name. \throws std::invalid_argument if there is none
template <class Named>
int index_of(std::string_view name, const char* what, std::span<const Named> all) {
  const auto at = std::ranges::find(all, name, &Named::name);
  if (at != all.end()) return static_cast<int>(at - all.begin());
  refuse_name(what, name, all, &Named::name);
}

}  // namespace

Solver::Solver(Multibody multibody, std::string_view method) {
  const MethodInfo& info = known_method(method);
  state_ = std::make_unique<State>(std::move(multibody), info.make(), info.max_angle, true);
}
Solver::Solver(Multibody multibody, AnyMethod method)
    : state_(std::make_unique<State>(std::move(multibody), std::move(method), kUnlimited, false)) {}
Solver::Solver(const Solver& other) : state_(std::make_unique<State>(*other.state_)) {}
Solver::Solver(Solver&& other) noexcept = default;
Solver& Solver::operator=(const Solver& other) { return *this = Solver(other); }
Solver& Solver::operator=(Solver&& other) noexcept = default;
Solver::~Solver() = default;

Eigen::Vector3d& Solver::target(int effector) {
  const int i = checked("effector", effector, multibody().effector_count());
  return state_->targets[static_cast<std::size_t>(i)];
}

Eigen::Vector3d& Solver::direction(int effector) {
  return state_->aim_of(effector, AimKind::kDirection, "aims at no direction").direction;
}

Eigen::Matrix3d& Solver::orientation(int effector) {
  return state_->aim_of(effector, AimKind::kOrientation, "has no orientation").orientation;
}

void Solver::set_weight(int effector, double position, double aim) {
  checked("effector", effector, multibody().effector_count());
  require(!(position < 0.0) && !(aim < 0.0),
          joined({"effector '", multibody().effector(effector).name,
                  "': a weight must be at least 0"}));
  for (int g = 0; g < multibody().goal_count(); ++g) {
    if (multibody().effector_of(g) != effector) continue;
    state_->weights[static_cast<std::size_t>(g)] =
        g < multibody().effector_count() ? position : aim;
  }
  state_->look_at_numbers();
}

std::vector<Obstacle>& Solver::obstacles() { return state_->obstacles; }

Report Solver::step() {
  Report report{.updates = 1};
  report.outcome = state_->update(report);
  state_->measure(report);
  return report;
}

namespace {

/// Checks what solve() is asked for. \throws std::invalid_argument
void require_tolerances(const Stop& stop, int effectors) {
  const std::size_t count = stop.tolerances.size();
  if (count == 0 || count == static_cast<std::size_t>(effectors)) return;
  throw std::invalid_argument(
      joined({"there are ", std::to_string(count), " tolerances by axis for ",
              std::to_string(effectors), " effectors"}));
}

}  // namespace

Report Solver::solve(const Stop& stop) {
  State& state = *state_;
  require_tolerances(stop, multibody().effector_count());
  if (stop.restarts > 0 && !(state.leads && !state.obstacles.empty())) return state.search(stop);
  return state.attempt(stop);
}

std::vector<VectorX> Solver::solutions(int count, const Stop& stop) {
  State& state = *state_;
  require_tolerances(stop, multibody().effector_count());
  std::vector<VectorX> found;
  state.reach.reserve(state.multibody);
  state.reach.collect(state.goals(stop), state.pose, count, found);
  VectorX given(multibody().joint_count());
  for (VectorX& theta : found) {
    state.to_given(theta, given);
    theta.swap(given);
  }
  return found;
}

double Solver::prepare(int portions) {
  return state_->method.prepare(state_->body_in_force(), portions);
}

const Multibody& Solver::multibody() const { return state_->multibody; }
const Pose& Solver::pose() const { return state_->pose; }
const VectorX& Solver::theta() const { return state_->theta; }

int Solver::set_theta(const VectorX& theta) {
  require(theta.size() == multibody().joint_count(),
          joined({"theta has ", std::to_string(theta.size()), " numbers, the body ",
                  std::to_string(multibody().joint_count()), " joints"}));
  for (int j = 0; j < multibody().joint_count(); ++j) {
    state_->best[j] = theta[multibody().given_index(j)];
  }
  const int moved = put_within_limits(state_->body_in_force(), state_->best);
  state_->place(state_->best);
  return moved;
}

int Solver::joint_index(std::string_view joint) const {
  return multibody().given_index(index_of(joint, "joint", multibody().joints()));
}

int Solver::effector_index(std::string_view effector) const {
  return index_of(effector, "effector", multibody().effectors());
}

Eigen::Vector3d Solver::position(int effector) const {
  return state_->pose.effector.col(checked("effector", effector, multibody().effector_count()));
}

Isometry Solver::frame(int effector) const {
  Isometry frame = Isometry::Identity();
  frame.translation() = position(effector);
  frame.linear() = effector_axes(pose(), multibody().effector(effector));
  return frame;
}

Isometry Solver::joint_frame(int joint) const {
  const int given = checked("joint", joint, multibody().joint_count());
  return pose().world_from_joint(multibody().solver_index(given));
}

void Solver::set_method(std::string_view id) {
  const MethodInfo& info = known_method(id);
  state_->method = info.make();
  state_->own.angle_cap = info.max_angle;
  state_->take_lead(true);
  state_->look_at_numbers();
}

namespace {

/// \throws std::invalid_argument that lists the known names
const Parameter& parameter_of(const std::vector<Parameter>& all, std::string_view name) {
  for (const Parameter& one : all) {
    if (one.knob.is_named(name)) return one;
  }
  refuse_name("parameter", name, all, [](const Parameter& one) { return one.knob.name; });
}

}  // namespace

void Solver::set(std::string_view name, double value) {
  const std::vector<Parameter> all = parameters();
  const Knob knob = parameter_of(all, name).knob;
  // numbers that are not finite are taken: steps then answer kNotFinite
  if (std::isfinite(value) ? !knob.accepts(value) : value < 0.0) {
    throw std::invalid_argument(joined({"'", name, "' must be ", knob.expectation()}));
  }
  for (const State::OwnRow& row : State::own_parameters()) {
    if (name == row.knob.name) state_->own.*row.value = value;
  }
  state_->set_d_max(state_->own.d_max);
  state_->method.visit([&](const Knob& row, KnobValue param) {
    if (row.is_named(name)) set_number(param, value);
  });
  state_->look_at_numbers();
}

double Solver::get(std::string_view name) const {
  const std::vector<Parameter> all = parameters();
  return parameter_of(all, name).value;
}

std::vector<Parameter> Solver::parameters() const {
  std::vector<Parameter> all;
  AnyMethod method = state_->method;  // visit() is not const
  method.visit([&all](const Knob& knob, KnobValue value) {
    all.push_back({knob, number_of(value)});
  });
  for (const State::OwnRow& row : State::own_parameters()) {
    all.push_back({row.knob, state_->own.*row.value});
  }
  return all;
}

int Solver::set_limits(LimitRule rule) {
  State& state = *state_;
  state.limits = rule;
  const bool off = rule == LimitRule::kIgnore;
  if (off && state.limited && !state.unlimited) state.unlimited = state.multibody.without_limits();
  if (off) return 0;
  state.unlimited.reset();
  state.best = state.pose.theta;
  const int moved = put_within_limits(state.multibody, state.best);
  if (moved > 0) state.place(state.best);
  return moved;
}
void Solver::set_jacobian(JacobianKind kind) { state_->jacobian_kind = kind; }

const VectorX& Solver::last_step() const { return state_->dtheta; }
const VectorX& Solver::error_vector() { return state_->look().error(state_->last_problem()); }
const MatrixX& Solver::jacobian() {
  const MatrixX& J = state_->look().jacobian(state_->last_problem());
  state_->given_jacobian.resizeLike(J);
  for (int j = 0; j < multibody().joint_count(); ++j) {
    state_->given_jacobian.col(multibody().given_index(j)) = J.col(j);
  }
  return state_->given_jacobian;
}

const VectorX& Solver::singular_values() {
  Workspace& w = state_->look();
  const Problem problem = state_->last_problem();
  // J may overflow by its weights
  if (!w.finite(problem) || !w.jacobian(problem).allFinite()) return state_->no_values;
  w.forget();  // so that the result depends on this step alone
  return w.svd(problem).sigma();
}

std::span<const Reading> Solver::readings() const { return state_->workspace.readings(); }

}  // namespace ik
