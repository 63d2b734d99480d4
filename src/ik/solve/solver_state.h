#pragma once

#include <cmath>
#include <optional>

#include "iklab/solver.h"

#include "ik/body/joint.h"
#include "ik/body/loops.h"
#include "ik/simd/check.h"
#include "ik/simd/largest.h"
#include "ik/solve/joint_ranges.h"
#include "ik/solve/reach.h"
#include "ik/solve/stop.h"
#include "ik/task/jacobian.h"
#include "ik/task/limits.h"
#include "ik/task/method.h"
#include "ik/task/motion.h"
#include "ik/task/poles.h"

namespace ik {

/// Poses of a body with loops are the same within this, rad or units of length.
inline constexpr double kSamePose = 1e-4;

/// Everything that a Solver holds.
struct Solver::State {
  State(Multibody body, AnyMethod the_method, double angle_cap, bool registered)
      : multibody(std::move(body)), method(std::move(the_method)), motion(multibody) {
    own.angle_cap = angle_cap;
    take_lead(registered);
    const auto k = static_cast<std::size_t>(multibody.effector_count());
    pose = pose_at(multibody, multibody.initial_theta());
    pose_before = pose;
    reached_goals(multibody, pose, targets, aims);
    asked_targets = targets;
    asked_aims = aims;
    weights.assign(static_cast<std::size_t>(multibody.goal_count()), 1.0);
    d_max.assign(k, kUnlimited);
    frozen.assign(static_cast<std::size_t>(multibody.joint_count()), 0);
    look_at_mobility();
    limited = has_limits(multibody);
    dtheta.setZero(multibody.joint_count());
    velocity.setZero(multibody.joint_count());
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
  const Multibody& body_in_force() const {
    return unlimited && limits == LimitRule::kIgnore ? *unlimited : multibody;
  }

  Problem problem() const {
    Problem problem{body_in_force(), pose, targets};
    problem.jacobian = jacobian_kind;
    if (d_max.front() < kUnlimited) problem.d_max = d_max;
    problem.mobility = mobility;
    problem.obstacles = obstacles;
    if (poles) problem.poles = &*poles;
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

  /// An update that takes time.
  Outcome step(Report& report) {
    const Outcome outcome = update(report, motion.time_step > 0.0);
    if (motion.time_step > 0.0) to_given(motion.velocity(), velocity);
    return outcome;
  }

  Outcome update(Report& report, bool takes_time = false) {
    pose_before.theta = pose.theta;
    looked_at = false;
    std::copy(targets.begin(), targets.end(), asked_targets.begin());
    std::copy(aims.begin(), aims.end(), asked_aims.begin());
    // a joint that is cut alone would open its loop
    const bool moves_in_time = takes_time && motion.limits() && multibody.loops().empty();
    const LimitRule rule = limited ? limits : LimitRule::kIgnore;
    const StepCaps caps{own.angle_cap, own.slide_cap};
    MotionStep::Cut cut;
    StepReport step{.outcome = Outcome::kNotFinite};
    if (!finite_numbers && moves_in_time) {
      motion.brake(problem(), workspace, cut);
    } else if (!finite_numbers) {
      dtheta.setZero();
      workspace.begin(problem());
      if (takes_time) motion.stand();
      return Outcome::kNotFinite;
    } else if (moves_in_time) {
      step = motion.propose(method, problem(), caps, rule, limited_step, workspace, cut);
    } else {
      step = limited_step.propose(method, problem(), caps, rule, workspace);
      if (takes_time) motion.take(workspace.dtheta);
    }
    if (cut.joint >= 0) report.cut_joint = multibody.given_index(cut.joint);
    report.cut_by = cut.by;
    if (cut.broken_joint >= 0) report.broken_joint = multibody.given_index(cut.broken_joint);
    report.broken = cut.broken;
    report.capped = step.capped;
    report.joints_at_limits = step.joints_at_limits;
    take_step(multibody, workspace.dtheta, rule != LimitRule::kIgnore, pose, pose_before);
    to_given(workspace.dtheta, dtheta);
    to_given(pose.theta, theta);
    return step.outcome;
  }

  /// An attempt by the method alone, see Solver::solve.
  Report attempt(const Stop& stop);
  Report attempt(const Stop& stop, int shortenings_left);
  /// Solver::solve with restarts.
  Report search(const Stop& stop);
  /// The same for a body with loops: attempts of Levenberg and Marquardt's method, which holds
  /// them, from drawn poses that close them.
  Report search_closed(const Stop& stop);
  /// Solver::solutions for a body with loops, solver's order.
  void collect_closed(const Stop& stop, int count, Solutions& found);
  /// Makes an attempt by closed_method from start `number`; 0 is the present pose. \returns false
  /// if no closed pose is near the start
  bool attempt_from(int number, const Stop& stop, Report& report);
  /// Prepares `ranges` for starts around `start`.
  void begin_ranges();
  /// Closes the loops at a pose, within the limits in force. \returns false if none is near
  bool close(Pose& at) {
    if (multibody.loops().empty()) return true;
    const VectorX within = at.theta;
    const bool limit = limited && limits != LimitRule::kIgnore;
    return closer.close(multibody, {mobility, limit ? &within : nullptr}, at);
  }
  Goals goals(const Stop& stop) const {
    return {body_in_force(), targets, aims, weights, mobility, stop};
  }

  /// Sets D_max of every effector, m.
  void set_d_max(double most) { std::fill(d_max.begin(), d_max.end(), most); }

  /// The body is at rest: it was placed.
  void stand() {
    motion.stand();
    velocity.setZero();
  }

  void place(const VectorX& solver_theta) {
    stand();
    pose.theta = solver_theta;
    forward_kinematics(multibody, pose);
    to_given(pose.theta, theta);
  }
  /// `place` with closed loops; the body stays where they do not close.
  void place_closed(const VectorX& solver_theta) {
    if (multibody.loops().empty()) return place(solver_theta);
    Pose& trial = workspace.trial;
    trial.theta = solver_theta;
    forward_kinematics(multibody, trial);
    if (close(trial)) place(trial.theta);
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

  /// Its poses then.
  void to_given(Family& family) const {
    std::vector<int> given;
    for (int j = 0; j < multibody.joint_count(); ++j) given.push_back(multibody.given_index(j));
    family.pose = [given, pose = std::move(family.pose)](double parameter) {
      const VectorX from = pose(parameter);
      VectorX to(from.size());
      for (std::size_t j = 0; j < given.size(); ++j) {
        to[given[j]] = from[static_cast<Eigen::Index>(j)];
      }
      return to;
    };
  }
  void all_to_given(std::vector<VectorX>& poses) const {
    VectorX given(multibody.joint_count());
    for (VectorX& one : poses) {
      to_given(one, given);
      one.swap(given);
    }
  }
  /// \param given (n) \throws std::invalid_argument for another size
  VectorX to_solver(const VectorX& given) const {
    require_size(given.size(), multibody);
    VectorX ours(multibody.joint_count());
    for (int j = 0; j < multibody.joint_count(); ++j) ours[j] = given[multibody.given_index(j)];
    return ours;
  }

  /// Sets whether the method makes the first attempt of solve().
  void take_lead(bool registered) {
    const MethodTraits traits = method.traits();
    leads = !registered || traits.keeps_limits || traits.moves_in_nullspace || traits.orders_goals;
  }

  /// Sets mobility from weights and frozen joints.
  void look_at_mobility() {
    mobility.clear();
    mobility.reserve(frozen.size());
    for (std::size_t j = 0; j < frozen.size(); ++j) {
      const double weight = multibody.joints()[j].weight;
      mobility.push_back(frozen[j] != 0 ? 0.0 : std::sqrt(weight));
    }
    if (all_one(mobility)) mobility.clear();
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
  std::vector<char> frozen;  // (n) 1: by set_frozen, solver's order
  bool limited = false, finite_numbers = true, looked_at = false, leads = false;
  LimitRule limits = LimitRule::kProject;
  std::optional<Multibody> unlimited;  // multibody without limits, once these were off
  std::optional<Poles> poles;          // once one was set
  JacobianKind jacobian_kind = JacobianKind::kEffector;
  LimitedStep limited_step;
  MotionStep motion;
  Workspace workspace, look_workspace;
  VectorX theta, dtheta, velocity;  // in the order given
  VectorX best, start;              // best and first theta of solve(), solver's order
  Reach reach;
  LoopCloser closer;
  JointRanges ranges;                      // starts of a body with loops
  std::vector<int> moving;                 // its joints that may move
  std::optional<AnyMethod> closed_method;  // makes its attempts
  MatrixX given_jacobian;
  const VectorX no_values;
};

}  // namespace ik
