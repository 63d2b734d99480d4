#include "ik/task/limits.h"

#include "ik/body/joint.h"
#include "ik/task/jacobian.h"
#include "ik/task/objective.h"

#include <algorithm>

namespace ik {
namespace {

/// The range of a joint that is now at theta: its limits, widened to theta. Those of a joint that
/// follows another are its leader's.
StepRange span_from(const Joint& joint, double theta) {
  if (joint.leader >= 0) return {-kUnlimited, kUnlimited};
  return {std::min(joint.lower, theta), std::max(joint.upper, theta)};
}

}  // namespace

bool has_limits(const Multibody& multibody) {
  return std::ranges::any_of(multibody.joints(), [](const Joint& joint) {
    return joint.lower > -kUnlimited || joint.upper < kUnlimited;
  });
}

double allowed_step(const Joint& joint, double theta, double dtheta) {
  const auto [least, most] = span_from(joint, theta);
  // not theta + dtheta - theta: a step within the limits keeps its bits
  if (theta + dtheta < least) return least - theta;
  if (theta + dtheta > most) return most - theta;
  return dtheta;
}

StepRange step_range(const Problem& problem, int j) {
  const double mobility = problem.mobility_of(j);
  if (mobility == 0.0) return {-kUnlimited, kUnlimited};
  const double theta = problem.pose.theta[j];
  const auto [least, most] = span_from(problem.multibody.joint(j), theta);
  return {(least - theta) / mobility, (most - theta) / mobility};
}

int clamp_to_limits(const Multibody& multibody, const Eigen::VectorXd& theta,
                    Eigen::VectorXd& dtheta) {
  int cut = 0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const double allowed = allowed_step(multibody.joint(j), theta[j], dtheta[j]);
    if (allowed != dtheta[j]) ++cut;
    dtheta[j] = allowed;
  }
  return cut;
}

void land_on_limits(const Multibody& multibody, const Eigen::VectorXd& before,
                    const Eigen::VectorXd& dtheta, Eigen::VectorXd& theta) {
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const auto [least, most] = span_from(multibody.joint(j), before[j]);
    if (dtheta[j] == most - before[j]) theta[j] = most;
    if (dtheta[j] == least - before[j]) theta[j] = least;
  }
}

int keep_within_limits(const Multibody& multibody, const Eigen::VectorXd& before,
                       Eigen::VectorXd& theta) {
  int stopped = 0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const auto [least, most] = span_from(multibody.joint(j), before[j]);
    const double kept = std::clamp(theta[j], least, most);
    if (kept == theta[j]) continue;
    theta[j] = kept;
    ++stopped;
  }
  return stopped;
}

namespace {

/// After so many halvings a 64th of the step is left. It is taken: a method may have to raise F for
/// another goal of its own.
constexpr int kMostLimitHalvings = 6;

bool at_limit(const Joint& joint, double theta) {
  if (joint.leader >= 0) return false;
  return theta <= joint.lower || theta >= joint.upper;
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
  bool holds = false;  // some joint

  void ask() {
    report.outcome = method.step(asked, w);
    report.capped = clamp_max_angle(problem.multibody, caps.angle, w.dtheta);
    report.capped |= clamp_max_slide(problem.multibody, caps.slide, w.dtheta);
  }
};

StepReport LimitedStep::propose(const AnyMethod& method, const Problem& problem,
                                const StepCaps& caps, LimitRule rule, Workspace& w) {
  if (rule == LimitRule::kProject && method.traits().keeps_limits) rule = LimitRule::kClamp;
  const bool projects = rule == LimitRule::kProject;
  Question question{method, problem, caps, rule, w, problem};
  question.asked.keeps_limits = projects;
  if (projects) hold_pushed_joints(question);
  question.ask();
  if (projects || rule == LimitRule::kActiveSet) hold_stopped_joints(question);
  if (projects) shorten_until_error_falls(question);
  if (rule != LimitRule::kIgnore) {
    question.report.joints_at_limits +=
        clamp_to_limits(problem.multibody, problem.pose.theta, w.dtheta);
  }
  return question.report;
}

/// Freezes joint j after the motion `way`, rad or m.
void LimitedStep::hold(Question& question, int j, double way) {
  if (!question.holds) {
    const auto n = static_cast<std::size_t>(question.problem.multibody.joint_count());
    mobility_.assign(question.problem.mobility.begin(), question.problem.mobility.end());
    mobility_.resize(n, 1.0);
    held_.assign(n, 0.0);
    question.asked.mobility = mobility_;
    question.holds = true;
  }
  // a joint that stands still does not change the error
  if (way != 0.0) question.asked.held = held_;
  mobility_[static_cast<std::size_t>(j)] = 0.0;
  held_[static_cast<std::size_t>(j)] = way;
  ++question.report.joints_at_limits;
}

void LimitedStep::hold_pushed_joints(Question& question) {
  const Problem& problem = question.problem;
  const Multibody& multibody = problem.multibody;
  const Eigen::VectorXd& theta = problem.pose.theta;
  Workspace& w = question.w;
  bool any = held_.empty();  // the first step allocates all that later ones may need
  for (int j = 0; j < multibody.joint_count() && !any; ++j) {
    any = at_limit(multibody.joint(j), theta[j]);
  }
  if (!any) return;
  if (held_.empty()) {
    held_.assign(static_cast<std::size_t>(multibody.joint_count()), 0.0);
    Problem with_held = problem;
    with_held.held = held_;
    w.begin(with_held);
    w.error(with_held);
    w.dtheta.setZero(multibody.joint_count());
    try_step(problem, w.dtheta, 0.0, w);
  }
  if (!begin_step(problem, w)) return;
  const Eigen::VectorXd& e = w.error(problem);
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const Joint& joint = multibody.joint(j);
    if (!at_limit(joint, theta[j]) || problem.mobility_of(j) == 0.0) continue;
    const double push = descent_along(problem, j, e);
    if (push > 0.0 ? theta[j] >= joint.upper : push < 0.0 && theta[j] <= joint.lower) {
      hold(question, j, 0.0);
    }
  }
}

/// Holds the joints that the step would move beyond a limit and solves for the others again, until
/// no further joint hits a limit. kProject holds only joints that are at a limit already,
/// kActiveSet holds every joint at the limit that it hits.
void LimitedStep::hold_stopped_joints(Question& question) {
  const Problem& problem = question.problem;
  const Multibody& multibody = problem.multibody;
  for (;;) {
    bool hit = false;
    for (int j = 0; j < multibody.joint_count(); ++j) {
      if (question.asked.mobility_of(j) == 0.0) continue;
      const double step = question.w.dtheta[j];
      const double allowed = allowed_step(multibody.joint(j), problem.pose.theta[j], step);
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
  const Eigen::VectorXd& theta = problem.pose.theta;
  Workspace& w = question.w;
  for (int i = 0; i < kMostLimitHalvings; ++i) {
    w.trial.theta = theta + w.dtheta;
    const int stopped = keep_within_limits(problem.multibody, theta, w.trial.theta);
    if (question.report.joints_at_limits + stopped == 0) return;
    forward_kinematics(problem.multibody, w.trial);
    if (objective_change(problem, w.trial) <= 0.0) return;
    w.dtheta *= 0.5;
  }
}

void take_step(const Multibody& multibody, const Eigen::VectorXd& dtheta, bool keeps_limits,
               Pose& pose, Pose& before) {
  std::swap(pose, before);
  pose.theta = before.theta + dtheta;
  if (keeps_limits) land_on_limits(multibody, before.theta, dtheta, pose.theta);
  forward_kinematics(multibody, pose);
}

}  // namespace ik
