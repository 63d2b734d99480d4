#include "ik/task/limits.h"

#include <algorithm>

namespace ik {
namespace {

/// Where a joint that stands at theta may go: within its limits, and back from beyond them, but no
/// further out.
struct Span {
  double least, most;
};
Span span_from(const Joint& joint, double theta) {
  return {std::min(joint.lower, theta), std::max(joint.upper, theta)};
}

}  // namespace

bool has_limits(const Multibody& multibody) {
  return std::any_of(multibody.joints().begin(), multibody.joints().end(), [](const Joint& joint) {
    return joint.lower > -kUnlimited || joint.upper < kUnlimited;
  });
}

double allowed_step(const Joint& joint, double theta, double dtheta) {
  const auto [least, most] = span_from(joint, theta);
  // unlimited steps keep their bits: theta + dtheta - theta would round them
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

}  // namespace ik
