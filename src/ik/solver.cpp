#include "iklab/solver.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "ik/simd/check.h"
#include "ik/solve/solver_state.h"
#include "ik/solve/stop.h"
#include "ik/task/method.h"

namespace ik {
namespace {

/// \param at the element of an index
/// \throws std::invalid_argument that lists the names, and indices where there is no name
template <class At>
[[noreturn]] void refuse_unknown(std::string_view name, const char* what, int count, At&& at) {
  std::vector<std::string> known;
  known.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    known.push_back(at(i).name.empty() ? titled(what, {}, i) : at(i).name);
  }
  refuse_name(what, name, known, std::identity());
}

/// \throws std::invalid_argument for a weight below 0
void require_weight(double weight, const Multibody& multibody, int effector) {
  if (weight >= 0.0 || std::isnan(weight)) return;
  throw std::invalid_argument(titled("effector", multibody.effector(effector).name, effector) +
                              ": a weight must be at least 0");
}

}  // namespace

Solver::Solver(Multibody multibody, std::string_view method) {
  const MethodInfo& info = known_method(method);
  state_ = std::make_unique<State>(std::move(multibody), info.create(), info.max_angle, true);
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
const Eigen::Vector3d& Solver::target(int effector) const {
  const int i = checked("effector", effector, multibody().effector_count());
  return state_->targets[static_cast<std::size_t>(i)];
}

Eigen::Vector3d& Solver::direction(int effector) {
  return state_->aims[aim_index(multibody(), effector, AimKind::kDirection)].direction;
}
const Eigen::Vector3d& Solver::direction(int effector) const {
  return state_->aims[aim_index(multibody(), effector, AimKind::kDirection)].direction;
}

Eigen::Matrix3d& Solver::orientation(int effector) {
  return state_->aims[aim_index(multibody(), effector, AimKind::kOrientation)].orientation;
}
const Eigen::Matrix3d& Solver::orientation(int effector) const {
  return state_->aims[aim_index(multibody(), effector, AimKind::kOrientation)].orientation;
}

void Solver::set_weight(int effector, double position) {
  const int i = checked("effector", effector, multibody().effector_count());
  require_weight(position, multibody(), i);
  state_->weights[static_cast<std::size_t>(i)] = position;
  state_->look_at_numbers();
}

void Solver::set_weight(int effector, double position, double aim) {
  checked("effector", effector, multibody().effector_count());
  require_weight(aim, multibody(), effector);
  set_weight(effector, position);
  for (int g = multibody().effector_count(); g < multibody().goal_count(); ++g) {
    if (multibody().effector_of(g) == effector) state_->weights[static_cast<std::size_t>(g)] = aim;
  }
  state_->look_at_numbers();
}

void Solver::set_goal(int effector, const Isometry& world_from_effector) {
  target(effector) = world_from_effector.translation();
  const Effector& one = multibody().effector(effector);
  if (one.aim == AimKind::kOrientation) orientation(effector) = world_from_effector.linear();
  if (one.aim == AimKind::kDirection) {
    direction(effector) = world_from_effector.linear() * one.pointer;
  }
}

void Solver::set_goal(int effector, const Eigen::Vector3d& position,
                      const Quaternion& orientation) {
  // a quaternion of length 0 gives no rotation: NaN
  const Eigen::Vector4d unit = orientation.coeffs() / orientation.coeffs().stableNorm();
  Isometry goal = Isometry::Identity();
  goal.translation() = position;
  goal.linear() = Quaternion(unit).toRotationMatrix();
  set_goal(effector, goal);
}

void Solver::set_pole(int effector, const Eigen::Vector3d& pole) {
  const Eigen::Vector3d unit = unit_pole(pole);
  if (!state_->poles) state_->poles.emplace(multibody());
  state_->poles->limb_of(multibody(), effector).pole = unit;
}

std::vector<Obstacle>& Solver::obstacles() { return state_->obstacles; }
const std::vector<Obstacle>& Solver::obstacles() const { return state_->obstacles; }

Report Solver::step() {
  Report report{.updates = 1};
  report.outcome = state_->step(report);
  measure(state_->problem(), report);
  return report;
}

Report Solver::solve(const Stop& stop) {
  State& state = *state_;
  require_valid(stop, multibody().effector_count());
  if (stop.restarts > 0 && !multibody().loops().empty()) return state.search_closed(stop);
  if (stop.restarts > 0 && !(state.leads && !state.obstacles.empty())) return state.search(stop);
  return state.attempt(stop);
}

Solutions Solver::solutions(int count, const Stop& stop) {
  State& state = *state_;
  require_valid(stop, multibody().effector_count());
  require(count >= 0, joined({"the number of solutions is ", std::to_string(count),
                              ": it must be at least 0"}));
  Solutions found;
  if (has_invalid_aim(multibody(), state.aims)) return found;
  if (!multibody().loops().empty()) {
    state.collect_closed(stop, count, found);
    state.all_to_given(found.theta);
    return found;
  }
  state.reach.reserve(state.multibody);
  state.reach.collect(state.goals(stop), state.pose, count, found);
  state.all_to_given(found.theta);
  for (Family& family : found.families) state.to_given(family);
  for (int& joint : found.singular_joints) joint = multibody().given_index(joint);
  std::sort(found.singular_joints.begin(), found.singular_joints.end());
  return found;
}

bool Solver::same_branch(const VectorX& a, const VectorX& b, const Stop& stop) {
  State& state = *state_;
  require_valid(stop, multibody().effector_count());
  const VectorX from = state.to_solver(a), to = state.to_solver(b);
  if (has_invalid_aim(multibody(), state.aims)) return false;
  if (!multibody().loops().empty()) return (from - to).lpNorm<Eigen::Infinity>() <= kSamePose;
  state.reach.reserve(state.multibody);
  return state.reach.same_branch(state.goals(stop), state.pose, from, to);
}

std::vector<VectorX> Solver::turns(const VectorX& theta, int most) {
  State& state = *state_;
  require(most >= 1,
          joined({"the number of poses is ", std::to_string(most), ": it must be at least 1"}));
  state.reach.reserve(state.multibody);
  std::vector<VectorX> found =
      state.reach.turns(state.goals({}), state.pose, state.to_solver(theta), most);
  state.all_to_given(found);
  return found;
}

double Solver::turn_count(const VectorX& theta) {
  State& state = *state_;
  state.reach.reserve(state.multibody);
  return state.reach.turn_count(state.goals({}), state.pose, state.to_solver(theta));
}

double Solver::prepare(int portions) {
  return state_->method.prepare(state_->body_in_force(), portions);
}

const Multibody& Solver::multibody() const { return state_->multibody; }
const Pose& Solver::pose() const { return state_->pose; }
const VectorX& Solver::theta() const { return state_->theta; }

int Solver::set_theta(const Eigen::Ref<const VectorX>& theta) {
  require_size(theta.size(), multibody());
  for (int j = 0; j < multibody().joint_count(); ++j) {
    state_->best[j] = theta[multibody().given_index(j)];
  }
  const int moved = put_within_limits(state_->body_in_force(), state_->best);
  state_->place_closed(state_->best);
  return moved;
}

int Solver::joint_index(std::string_view joint) const {
  const Multibody& body = multibody();
  if (const auto found = body.find_joint(joint)) return *found;
  refuse_unknown(joint, "joint", body.joint_count(),
                 [&](int i) -> const Joint& { return body.joint(body.solver_index(i)); });
}

int Solver::effector_index(std::string_view effector) const {
  if (const auto found = multibody().find_effector(effector)) return *found;
  refuse_unknown(effector, "effector", multibody().effector_count(),
                 [this](int i) -> const Effector& { return multibody().effector(i); });
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

double Solver::loop_gap() const { return largest_loop_gap(multibody(), pose()); }

Isometry Solver::joint_frame(int joint) const {
  const int given = checked("joint", joint, multibody().joint_count());
  return pose().world_from_joint(multibody().solver_index(given));
}

void Solver::set_method(std::string_view id) {
  const MethodInfo& info = known_method(id);
  state_->method = info.create();
  state_->own.angle_cap = info.max_angle;
  state_->take_lead(true);
  state_->look_at_numbers();
}

namespace {

/// \throws std::invalid_argument that lists the known names
[[noreturn]] void refuse_parameter(const Solver& solver, std::string_view name) {
  refuse_name("parameter", name, solver.parameters(),
              [](const Parameter& one) { return one.knob.name; });
}

/// Numbers that are not finite are taken: steps then answer kNotFinite.
/// \throws std::invalid_argument for a number out of range
void require_accepted(std::string_view name, const Knob& knob, double value) {
  if (std::isfinite(value) ? knob.accepts(value) : !(value < 0.0)) return;
  throw std::invalid_argument(joined({"'", name, "' must be ", knob.expectation()}));
}

/// A parameter by its name: what a visitor gets as one capture, as std::function allocates for
/// more.
struct NamedParameter {
  std::string_view name;
  double value = 0.0;
  bool known = false;
};

}  // namespace

void Solver::set(std::string_view name, double value) {
  NamedParameter asked{name, value};
  state_->method.visit([&asked](const Knob& knob, KnobValue param) {
    if (!knob.is_named(asked.name)) return;
    require_accepted(asked.name, knob, asked.value);
    set_number(param, asked.value);
    asked.known = true;
  });
  for (const State::OwnRow& row : State::own_parameters()) {
    if (asked.known || !row.knob.is_named(name)) continue;
    require_accepted(name, row.knob, value);
    state_->own.*row.value = value;
    asked.known = true;
  }
  if (!asked.known) refuse_parameter(*this, name);
  state_->set_d_max(state_->own.d_max);
  state_->look_at_numbers();
}

double Solver::get(std::string_view name) const {
  if (const auto found = find(name)) return *found;
  refuse_parameter(*this, name);
}

std::optional<double> Solver::find(std::string_view name) const {
  NamedParameter asked{name};
  state_->method.visit([&asked](const Knob& knob, KnobValue param) {
    if (asked.known || !knob.is_named(asked.name)) return;
    asked.value = number_of(param);
    asked.known = true;
  });
  for (const State::OwnRow& row : State::own_parameters()) {
    if (!asked.known && row.knob.is_named(name)) return state_->own.*row.value;
  }
  return asked.known ? std::optional(asked.value) : std::nullopt;
}

std::vector<Parameter> Solver::parameters() const {
  std::vector<Parameter> all;
  state_->method.visit([&all](const Knob& knob, KnobValue value) {
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
  state.best = state.pose.theta;
  const int moved = put_within_limits(state.multibody, state.best);
  if (moved > 0) state.place_closed(state.best);
  return moved;
}

bool Solver::set_limits(int joint, double lower, double upper) {
  State& state = *state_;
  state.multibody.set_limits(joint, lower, upper);
  state.limited = has_limits(state.multibody);
  const bool off = state.limits == LimitRule::kIgnore;
  if (off && state.limited && !state.unlimited) state.unlimited = state.multibody.without_limits();
  state.reach.look_at(state.multibody);
  if (off || state.motion.limits()) return false;
  state.best = state.pose.theta;
  const bool moved = put_within_limits(state.multibody, state.best) > 0;
  if (moved) state.place_closed(state.best);
  return moved;
}

void Solver::set_joint_weight(int joint, double weight) {
  state_->multibody.set_weight(joint, weight);
  if (state_->unlimited) state_->unlimited->set_weight(joint, weight);
  state_->look_at_mobility();
}

void Solver::set_rest(int joint, double rest) {
  state_->multibody.set_rest(joint, rest);
  if (state_->unlimited) state_->unlimited->set_rest(joint, rest);
}

void Solver::set_frozen(int joint, bool frozen) {
  const int j = multibody().solver_index(checked("joint", joint, multibody().joint_count()));
  state_->frozen[static_cast<std::size_t>(j)] = frozen ? 1 : 0;
  state_->look_at_mobility();
}

bool Solver::is_frozen(int joint) const {
  const int j = multibody().solver_index(checked("joint", joint, multibody().joint_count()));
  return state_->frozen[static_cast<std::size_t>(j)] != 0;
}

void Solver::set_time_step(double seconds) {
  if (!(seconds >= 0.0)) throw std::invalid_argument("a time step must be at least 0 s");
  state_->motion.time_step = seconds < kUnlimited ? seconds : 0.0;
  if (state_->motion.time_step == 0.0) state_->stand();
}

void Solver::set_motion_limits(int joint, double max_velocity, double max_acceleration) {
  state_->multibody.set_motion_limits(joint, max_velocity, max_acceleration);
  state_->motion.look_at(state_->multibody);
}

const VectorX& Solver::velocity() const { return state_->velocity; }

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
