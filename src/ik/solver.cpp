#include "iklab/solver.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "ik/body/joint.h"
#include "ik/simd/check.h"
#include "ik/simd/largest.h"
#include "ik/task/jacobian.h"
#include "ik/task/limits.h"
#include "ik/task/method.h"

namespace ik {
namespace {

/// solve() stalls if the objective falls by less than this share in kGainSteps steps: at that rate
/// a digit takes thousands of steps.
constexpr double kMinGain = 1e-3;
constexpr int kGainSteps = 32;
/// Far targets make some methods shake. D_max is then set to this share of the largest error, and
/// reduced again, at most kMaxShortenings times.
constexpr double kShorter = 0.25;
constexpr int kMaxShortenings = 5;
/// A body whose joints move by less than this in a step, rad or m, does not shake.
constexpr double kRest = 1e-6;

/// The index of the element of that name. \throws std::invalid_argument if there is none
template <class Named>
int index_of(std::string_view name, const char* what, std::span<const Named> all) {
  const auto at = std::ranges::find(all, name, &Named::name);
  if (at != all.end()) return static_cast<int>(at - all.begin());
  refuse_name(what, name, all, &Named::name);
}

}  // namespace

struct Solver::State {
  State(Multibody body, AnyMethod the_method, double angle_cap)
      : multibody(std::move(body)), method(std::move(the_method)) {
    own.angle_cap = angle_cap;
    const auto k = static_cast<std::size_t>(multibody.effector_count());
    pose = pose_at(multibody, multibody.initial_theta());
    pose_before = pose;
    reached_goals(multibody, pose, targets, aims);
    asked_targets = targets;
    asked_aims = aims;
    weights.assign(static_cast<std::size_t>(multibody.goal_count()), 1.0);
    d_max.assign(k, kUnlimited);
    for (const Joint& joint : multibody.joints()) mobility.push_back(std::sqrt(joint.weight));
    if (all_one(mobility)) mobility.clear();
    limited = has_limits(multibody);
    dtheta.setZero(multibody.joint_count());
    theta.resize(multibody.joint_count());
    to_given(pose.theta, theta);
    best = pose.theta;
    workspace.begin(problem());
  }

  /// The parameters of the solver itself, besides the method's.
  struct Own {
    double angle_cap = kUnlimited, slide_cap = kUnlimited, d_max = kUnlimited;
  };
  struct OwnRow {
    Knob knob;
    double Own::*value;
  };
  static std::span<const OwnRow> own_parameters() {
    static constexpr OwnRow kOwn[] = {
        {cap_row(logarithmic_row("angle-cap", "Angle cap", {1e-3, 3.14, "rad"},
                                 "Cap on every angle of a step.")),
         &Own::angle_cap},
        {cap_row(logarithmic_row("slide-cap", "Slide cap", {1e-3, 10.0, "m"},
                                 "Cap on every slide of a step.")),
         &Own::slide_cap},
        {cap_row(logarithmic_row("d-max", "D_max", {1e-3, 10.0, "m"},
                                 "Cap on the length of every e_i: D_max of Buss (2009).")),
         &Own::d_max},
    };
    return kOwn;
  }

  /// The body as steps see it: without limits if these are off.
  const Multibody& body_in_force() const { return unlimited ? *unlimited : multibody; }

  Problem problem() const {
    Problem problem{body_in_force(), pose, targets};
    problem.jacobian = jacobian_kind;
    if (d_max.front() < kUnlimited) problem.d_max = d_max;
    problem.mobility = mobility;
    problem.obstacles = obstacles;
    problem.aims = aims;
    if (!all_one(weights)) problem.weights = weights;
    return problem;
  }
  /// The problem of the last step.
  Problem last_problem() const {
    Problem last = problem().at(pose_before);
    last.targets = asked_targets;
    last.aims = asked_aims;
    return last;
  }

  Outcome update(Report& report) {
    pose_before.theta = pose.theta;
    looked_at = false;
    std::copy(targets.begin(), targets.end(), asked_targets.begin());
    std::copy(aims.begin(), aims.end(), asked_aims.begin());
    if (!finite_numbers) {
      dtheta.setZero();
      workspace.begin(problem());
      return Outcome::kNotFinite;
    }
    const LimitRule rule = limited ? limits : LimitRule::kIgnore;
    const StepReport step =
        limited_step.propose(method, problem(), {own.angle_cap, own.slide_cap}, rule, workspace);
    report.capped = step.capped;
    report.joints_at_limits = step.joints_at_limits;
    take_step(multibody, workspace.dtheta, rule != LimitRule::kIgnore, pose, pose_before);
    to_given(workspace.dtheta, dtheta);
    to_given(pose.theta, theta);
    return step.outcome;
  }

  /// Sets D_max of every effector, m.
  void set_d_max(double most) { std::fill(d_max.begin(), d_max.end(), most); }

  void place(const VectorX& solver_theta) {
    pose.theta = solver_theta;
    forward_kinematics(multibody, pose);
    to_given(pose.theta, theta);
  }

  /// Fills the largest errors of goals whose weight is not 0; NaN if one is NaN.
  void measure(Report& report) const {
    const auto take = [](double& most, double error) {
      if (error > most || std::isnan(error)) most = error;
    };
    report.error = report.aim_error = 0.0;
    const int k = multibody.effector_count();
    for (int g = 0; g < multibody.goal_count(); ++g) {
      const auto at = static_cast<std::size_t>(g);
      if (weights[at] == 0.0) continue;
      if (g < k) {
        take(report.error, length(targets[at] - pose.effector.col(g)));
        continue;
      }
      const Effector& effector = multibody.goal_effector(g);
      take(report.aim_error, aim_angle(effector.aim, effector_axes(pose, effector),
                                       effector.pointer, aims[at - static_cast<std::size_t>(k)]));
    }
  }

  /// The sum of the weighted squared errors, m^2.
  double objective() const {
    const Problem now = problem();
    double sum = 0.0;
    for (int g = 0; g < multibody.goal_count(); ++g) {
      sum += weights[static_cast<std::size_t>(g)] * goal_error(now, g).squaredNorm();
    }
    return sum;
  }

  void to_given(const VectorX& from, VectorX& to) const {
    for (int j = 0; j < multibody.joint_count(); ++j) to[multibody.given_index(j)] = from[j];
  }

  /// The aim of effector i. \throws std::invalid_argument if it is not of that kind
  Aim& aim_of(int i, AimKind kind, const char* missing) {
    const Effector& effector =
        multibody.effector(checked("effector", i, multibody.effector_count()));
    if (effector.aim != kind) {
      throw std::invalid_argument(joined({"effector '", effector.name, "' ", missing}));
    }
    int g = multibody.effector_count();
    while (multibody.effector_of(g) != i) ++g;
    return aims[static_cast<std::size_t>(g - multibody.effector_count())];
  }

  /// Sets finite_numbers: parameters and weights are finite, and caps are not NaN.
  void look_at_numbers() {
    finite_numbers = true;
    method.visit([this](const Knob&, KnobValue param) {
      finite_numbers = finite_numbers && std::isfinite(number_of(param));
    });
    for (const OwnRow& row : own_parameters()) {
      finite_numbers = finite_numbers && !std::isnan(own.*row.value);
    }
    for (const double weight : weights) finite_numbers = finite_numbers && std::isfinite(weight);
  }

  /// A separate workspace for the problem of the last step: inspection changes no later step.
  Workspace& look() {
    if (!looked_at) {
      forward_kinematics(multibody, pose_before);
      look_workspace.begin(last_problem());
      looked_at = true;
    }
    return look_workspace;
  }

  Multibody multibody;
  AnyMethod method;
  Own own;
  Pose pose, pose_before;
  std::vector<Eigen::Vector3d> targets, asked_targets;
  std::vector<Aim> aims, asked_aims;
  std::vector<Obstacle> obstacles;
  std::vector<double> weights, d_max, mobility;
  bool limited = false, finite_numbers = true, looked_at = false;
  LimitRule limits = LimitRule::kProject;
  std::optional<Multibody> unlimited;  // multibody without limits, while these are off
  JacobianKind jacobian_kind = JacobianKind::kEffector;
  LimitedStep limited_step;
  Workspace workspace, look_workspace;
  VectorX theta, dtheta;  // in the order given
  VectorX best;           // best theta of solve(), solver's order
  MatrixX given_jacobian;
  const VectorX no_values;
};

Solver::Solver(Multibody multibody, std::string_view method) {
  const MethodInfo& info = known_method(method);
  state_ = std::make_unique<State>(std::move(multibody), info.make(), info.max_angle);
}
Solver::Solver(Multibody multibody, AnyMethod method)
    : state_(std::make_unique<State>(std::move(multibody), std::move(method), kUnlimited)) {}
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

Report Solver::solve(const Stop& stop) {
  State& state = *state_;
  Report report;
  report.outcome = Outcome::kMoved;
  double objective = state.objective(), least = objective, mark = objective;
  state.best = state.pose.theta;
  int shortenings = 0;
  for (;;) {
    state.measure(report);
    if (report.error <= stop.error && report.aim_error <= stop.aim_error) {
      report.outcome = Outcome::kReached;
      break;
    }
    if (report.updates >= stop.updates) break;
    const Outcome outcome = state.update(report);
    ++report.updates;
    if (outcome == Outcome::kNotFinite) {
      report.outcome = outcome;
      break;
    }
    objective = state.objective();
    if (objective < least) {
      least = objective;
      state.best = state.pose.theta;
    }
    if (report.updates % kGainSteps == 0) {
      const bool gains = least < (1.0 - kMinGain) * mark;
      mark = least;
      const bool rests = state.dtheta.lpNorm<Eigen::Infinity>() < kRest;
      if (!gains && (rests || ++shortenings > kMaxShortenings)) {
        report.outcome = Outcome::kStalled;
      } else if (!gains) {
        state.place(state.best);
        state.measure(report);
        const double most = state.d_max.front();
        state.set_d_max(kShorter * std::min(most, std::max(report.error, report.aim_error)));
      }
    }
    if (outcome == Outcome::kStalled) report.outcome = outcome;
    if (report.outcome == Outcome::kStalled) break;
  }
  state.set_d_max(state.own.d_max);
  if (report.outcome != Outcome::kReached && objective > least) state.place(state.best);
  state.measure(report);
  return report;
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
