#include "ik/task/limits.h"

#include "ik/body/joint.h"
#include "ik/body/layout.h"
#include "ik/simd/check.h"
#include "ik/simd/largest.h"
#include "ik/task/jacobian.h"
#include "ik/task/loop_space.h"
#include "ik/task/objective.h"
#include "ik/task/poles.h"
#include "ik/task/products.h"

#include <algorithm>

namespace ik {
namespace {

/// The limits of all joints, packed for the branch-free loops below.
struct PackedLimits {
  explicit PackedLimits(const Multibody& multibody)
      : lower(multibody.lower_limits().data()), upper(multibody.upper_limits().data()) {}
  /// The allowed range of a joint at theta: its limits, widened to include theta.
  StepRange span(Eigen::Index j, double theta) const {
    return {std::min(lower[j], theta), std::max(upper[j], theta)};
  }
  bool ends_at(Eigen::Index j, double theta) const {
    return theta <= lower[j] || theta >= upper[j];
  }

  const double* lower;
  const double* upper;
};

/// The step from theta, clamped so that it stays within a range of theta.
double cut_step(const StepRange& span, double theta, double dtheta) {
  const double there = theta + dtheta;
  // not theta + dtheta - theta: a step within the limits must keep its bits
  const double cut = there > span.most ? span.most - theta : dtheta;
  return there < span.least ? span.least - theta : cut;
}

}  // namespace

Outcome step_with_poles(const AnyMethod& method, const Problem& problem, Workspace& w) {
  const Outcome outcome = method.step(problem, w);
  const bool moves = outcome != Outcome::kNotFinite && outcome != Outcome::kInvalidAim;
  if (problem.poles == nullptr || !moves || method.traits().turns_to_poles) return outcome;
  problem.poles->turn(problem, w.dtheta);
  return outcome == Outcome::kStalled && largest(w.dtheta) > 0.0 ? Outcome::kMoved : outcome;
}

bool has_limits(const Multibody& multibody) {
  return std::ranges::any_of(multibody.joints(), [](const Joint& joint) {
    return joint.lower > -kUnlimited || joint.upper < kUnlimited;
  });
}

double allowed_step(const Joint& joint, double theta, double dtheta) {
  if (joint.leader >= 0) return dtheta;  // the leader's limits include the follower's
  return cut_step({std::min(joint.lower, theta), std::max(joint.upper, theta)}, theta, dtheta);
}

StepRange step_range(const Problem& problem, int j) {
  const double mobility = problem.mobility_of(j);
  if (mobility == 0.0) return {-kUnlimited, kUnlimited};
  const double theta = problem.pose.theta[j];
  const auto [least, most] = PackedLimits(problem.multibody).span(j, theta);
  return {(least - theta) / mobility, (most - theta) / mobility};
}

int clamp_to_limits(const Multibody& multibody, const VectorX& theta, VectorX& dtheta) {
  const PackedLimits limits(multibody);
  int cut = 0;
  for (Eigen::Index j = 0; j < dtheta.size(); ++j) {
    const double allowed = cut_step(limits.span(j, theta[j]), theta[j], dtheta[j]);
    cut += allowed != dtheta[j] ? 1 : 0;
    dtheta[j] = allowed;
  }
  return cut;
}

void land_on_limits(const Multibody& multibody, const VectorX& before, const VectorX& dtheta,
                    VectorX& theta) {
  const PackedLimits limits(multibody);
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    const auto [least, most] = limits.span(j, before[j]);
    const double landed = dtheta[j] == most - before[j] ? most : theta[j];
    theta[j] = dtheta[j] == least - before[j] ? least : landed;
  }
}

int keep_within_limits(const Multibody& multibody, const VectorX& before, VectorX& theta) {
  const PackedLimits limits(multibody);
  int stopped = 0;
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    const auto [least, most] = limits.span(j, before[j]);
    const double below = most < theta[j] ? most : theta[j];
    const double kept = theta[j] < least ? least : below;
    stopped += kept == theta[j] ? 0 : 1;
    theta[j] = kept;
  }
  return stopped;
}

int put_within_limits(const Multibody& multibody, VectorX& theta) {
  const PackedLimits limits(multibody);
  int moved = 0;
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    const double below = std::min(theta[j], limits.upper[j]);  // NaN stays NaN
    const double kept = below < limits.lower[j] ? limits.lower[j] : below;
    moved += kept < theta[j] || kept > theta[j] ? 1 : 0;
    theta[j] = kept;
  }
  return moved;
}

bool clamp_to_caps(const Multibody& multibody, const StepCaps& caps, VectorX& dtheta) {
  const bool turns_far = clamp_max_angle(multibody, caps.angle, dtheta);
  return clamp_max_slide(multibody, caps.slide, dtheta) || turns_far;
}

namespace {

/// Maximum number of halvings of a step that raises F. The remaining 1/64 of the step is taken: a
/// method may have to raise F for a goal of its own.
constexpr int kMaxLimitHalvings = 6;

StepReport capped_step(const AnyMethod& method, const Problem& problem, const StepCaps& caps,
                       Workspace& w) {
  StepReport report{.outcome = step_with_poles(method, problem, w)};
  report.capped = clamp_to_caps(problem.multibody, caps, w.dtheta);
  return report;
}

}  // namespace

struct LimitedStep::Question {
  const AnyMethod& method;
  const Problem& problem;
  const StepCaps& caps;
  const LimitRule rule;
  Workspace& w;
  Problem asked;
  StepReport report = {};
  bool holds = false;  // some joint is held

  void ask() {
    const int held = report.joints_at_limits;
    report = capped_step(method, asked, caps, w);
    report.joints_at_limits = held;
  }
};

StepReport LimitedStep::propose(const AnyMethod& method, const Problem& problem,
                                const StepCaps& caps, LimitRule rule, Workspace& w) {
  IK_ASSERT(rule != LimitRule::kIgnore || !has_limits(problem.multibody));
  if (!problem.multibody.loops().empty()) return propose_closed(method, problem, caps, rule, w);
  if (rule == LimitRule::kIgnore) return capped_step(method, problem, caps, w);
  if (rule == LimitRule::kProject && method.traits().keeps_limits) rule = LimitRule::kClamp;
  const bool projects = rule == LimitRule::kProject;
  Question question{method, problem, caps, rule, w, problem};
  question.asked.keeps_limits = projects;
  if (projects || rule == LimitRule::kActiveSet) reserve(problem, w);
  if (projects) hold_pushed_joints(question);
  question.ask();
  if (projects || rule == LimitRule::kActiveSet) hold_stopped_joints(question);
  if (projects) shorten_until_error_falls(question);
  question.report.joints_at_limits +=
      clamp_to_limits(problem.multibody, problem.pose.theta, w.dtheta);
  return question.report;
}

namespace {

/// Most halvings of a step that leaves no closed pose nearby.
constexpr int kMaxClosingHalvings = 12;

/// Shortens the step in w.dtheta until the loops close near its end, and ends it there: where they
/// close farther away than the step is long, the body would change its assembly.
/// \returns false, with a step of 0, if no length does
bool close_step(const Problem& problem, bool keeps_limits, Workspace& w) {
  const VectorX& theta = problem.pose.theta;
  VectorX& dtheta = w.dtheta;
  LoopSpace& space = w.loops(problem);
  const bool was_closed = largest_loop_gap(problem.multibody, problem.pose) <= kClosed;
  if (was_closed && dtheta.isZero(0.0)) return true;
  for (int i = 0; i <= kMaxClosingHalvings; ++i, dtheta *= 0.5) {
    w.trial.theta = theta + dtheta;
    if (!space.close(problem, keeps_limits, w.trial)) continue;
    const double apart = (w.trial.theta - theta - dtheta).norm();
    if (was_closed && apart > dtheta.norm()) continue;
    dtheta = w.trial.theta - theta;
    return true;
  }
  dtheta.setZero();
  return false;
}

}  // namespace

/// propose for a body with loops: limits are always held by freezing joints, since a joint that is
/// only clamped opens its loop.
StepReport LimitedStep::propose_closed(const AnyMethod& method, const Problem& problem,
                                       const StepCaps& caps, LimitRule rule, Workspace& w) {
  const bool limited = rule != LimitRule::kIgnore;
  const bool projects = rule == LimitRule::kProject;
  Question question{method, problem, caps, rule, w, problem};
  question.asked.keeps_limits = limited;
  if (limited) {
    reserve(problem, w);
    hold_pushed_joints(question);
  }
  question.ask();
  if (limited) hold_stopped_joints(question);
  if (projects) shorten_until_error_falls(question);
  StepReport& report = question.report;
  if (report.outcome == Outcome::kNotFinite || report.outcome == Outcome::kInvalidAim ||
      report.outcome == Outcome::kOpensLoops) {
    return report;
  }
  if (limited) {
    report.joints_at_limits += clamp_to_limits(problem.multibody, problem.pose.theta, w.dtheta);
  }
  if (!close_step(problem, limited, w) && report.outcome == Outcome::kMoved) {
    report.outcome = Outcome::kStalled;
  }
  return report;
}

/// Freezes joint j after the motion `way`, rad or m.
void LimitedStep::hold(Question& question, int j, double way) {
  if (!question.holds) {
    const std::size_t n = held_.size();
    mobility_.assign(question.problem.mobility.begin(), question.problem.mobility.end());
    mobility_.resize(n, 1.0);
    held_.assign(question.problem.held.begin(), question.problem.held.end());
    held_.resize(n, 0.0);
    question.asked.mobility = mobility_;
    question.holds = true;
  }
  // a held joint that does not move does not change the error
  if (way != 0.0) question.asked.held = held_;
  mobility_[static_cast<std::size_t>(j)] = 0.0;
  held_[static_cast<std::size_t>(j)] = way;
  ++question.report.joints_at_limits;
}

/// Allocates in the first step all memory that later steps may need, even if no joint is at a
/// limit.
void LimitedStep::reserve(const Problem& problem, Workspace& w) {
  const auto n = static_cast<std::size_t>(problem.multibody.joint_count());
  if (held_.size() == n) return;
  mobility_.assign(n, 1.0);
  held_.assign(n, 0.0);
  Problem with_held = problem;
  with_held.held = held_;
  w.begin(with_held);
  w.error(with_held);
  if (multiplies_by_tree(problem.multibody)) w.g.resize(problem.multibody.joint_count());
  w.dtheta.setZero(problem.multibody.joint_count());
  try_step(problem, w.dtheta, 0.0, w);
}

void LimitedStep::hold_pushed_joints(Question& question) {
  const Problem& problem = question.problem;
  const Multibody& multibody = problem.multibody;
  const VectorX& theta = problem.pose.theta;
  Workspace& w = question.w;
  const PackedLimits limits(multibody);
  bool any = false;
  for (int j = 0; j < multibody.joint_count() && !any; ++j) any = limits.ends_at(j, theta[j]);
  if (!any) return;
  if (!begin_step(problem, w)) return;
  const VectorX& e = w.error(problem);
  const bool loops = !multibody.loops().empty();
  const bool by_tree = multiplies_by_tree(multibody);
  if (loops) w.g.noalias() = w.jacobian(problem).transpose() * e;
  if (by_tree) tree_descent(without_mobility(problem), e, w, w.g);
  for (int j = 0; j < multibody.joint_count(); ++j) {
    if (!limits.ends_at(j, theta[j]) || problem.mobility_of(j) == 0.0) continue;
    const double push = by_tree || loops ? w.g[j] : descent_entry(problem, j, e);
    if (push > 0.0 ? theta[j] >= limits.upper[j] : push < 0.0 && theta[j] <= limits.lower[j]) {
      hold(question, j, 0.0);
    }
  }
}

/// Holds the joints that the step would move beyond a limit and solves again for the other joints,
/// until no further joint hits a limit. kProject holds only joints that are already at a limit;
/// kActiveSet holds every joint at the limit that it hits.
void LimitedStep::hold_stopped_joints(Question& question) {
  const Problem& problem = question.problem;
  const PackedLimits limits(problem.multibody);
  for (;;) {
    bool hit = false;
    for (int j = 0; j < problem.multibody.joint_count(); ++j) {
      if (question.asked.mobility_of(j) == 0.0) continue;
      const double step = question.w.dtheta[j], theta = problem.pose.theta[j];
      const double allowed = cut_step(limits.span(j, theta), theta, step);
      if (allowed == step) continue;
      if (question.rule == LimitRule::kProject && allowed != 0.0) continue;
      hold(question, j, allowed);
      hit = true;
    }
    if (!hit) return;
    question.asked.asked_again = true;
    question.ask();
  }
}

void LimitedStep::shorten_until_error_falls(Question& question) {
  const Problem& problem = question.problem;
  const VectorX& theta = problem.pose.theta;
  Workspace& w = question.w;
  for (int i = 0; i < kMaxLimitHalvings; ++i) {
    w.trial.theta = theta + w.dtheta;
    const int stopped = keep_within_limits(problem.multibody, theta, w.trial.theta);
    if (question.report.joints_at_limits + stopped == 0) return;
    if (problem.multibody.loops().empty()) {
      forward_kinematics(problem.multibody, w.trial);
    } else {
      w.loops(problem).close(problem, true, w.trial);
    }
    if (objective_change(problem, w.trial) <= 0.0) return;
    w.dtheta *= 0.5;
  }
}

namespace {

/// Not std::swap: its three moves set every array of a third pose three times.
void exchange(Pose& a, Pose& b) {
  a.theta.swap(b.theta);
  std::swap(a.origin, b.origin);
  std::swap(a.axis, b.axis);
  a.effector.swap(b.effector);
  a.frames.swap(b.frames);
  a.sine.swap(b.sine);
  a.cosine.swap(b.cosine);
}

}  // namespace

void take_step(const Multibody& multibody, const VectorX& dtheta, bool keeps_limits, Pose& pose,
               Pose& before) {
  exchange(pose, before);
  pose.theta = before.theta + dtheta;
  if (keeps_limits) land_on_limits(multibody, before.theta, dtheta, pose.theta);
  forward_kinematics(multibody, pose);
}

}  // namespace ik
