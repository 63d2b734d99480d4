#include "ik/methods/newton.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ik/cholesky.h"
#include "ik/clamp.h"
#include "ik/hessian.h"
#include "ik/jacobian.h"
#include "ik/objective.h"

namespace ik {
namespace {

constexpr int kMostFactors = 30;    ///< factorisations of a step; the usual number is 1 to 3
constexpr double kTolerance = 0.1;  ///< of the step's length beside the radius: its exact length is
                                    ///< worth no further factorisation
constexpr double kLead = 2.0;       ///< R's share of the targets' motion, a pure number
constexpr double kStandingRadius = 0.5;  ///< rad; to there, about, the model is worth trusting
constexpr double kLastDigits = 1e-15;    ///< relative, of a place that forward kinematics gives
constexpr double kNarrower = 0.25;       ///< the next region beside one in which the error rose
constexpr int kMostRegions = 12;         ///< 0.25^12 of the first is rounding
constexpr double kRounding = 1e-12;      ///< relative; of theta + dtheta and the way back

struct NewtonMemory {
  Eigen::VectorXd theta, dtheta;  // (n) the last step's pose and proposal
  Eigen::Matrix3Xd targets;       // (3 x k) its targets, m
  std::vector<Aim> aims;          // (r)
  Eigen::VectorXd v;              // (3(k + r)) how far they had moved, weighted, m
  bool known = false;             // v is known
  Eigen::MatrixXd J, H, A;        // J at the effectors where the workspace's is elsewhere
  Eigen::VectorXd r, g, scale, direction;
};

/// True if the pose is one that the remembered step led to, whole or cut short by caps and limits.
bool follows(const NewtonMemory& memory, const Problem& problem) {
  const Eigen::VectorXd& theta = problem.pose.theta;
  if (memory.theta.size() != theta.size() ||
      memory.targets.cols() != static_cast<Eigen::Index>(problem.targets.size()) ||
      memory.aims.size() != problem.aims.size())
    return false;
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    const double way = theta[j] - memory.theta[j];
    const double slack = kRounding * (1.0 + std::abs(theta[j]));
    if (way < std::min(0.0, memory.dtheta[j]) - slack) return false;
    if (way > std::max(0.0, memory.dtheta[j]) + slack) return false;
  }
  return true;
}

/// How far goal g has moved since the remembered step, m.
Eigen::Vector3d goal_motion(const Problem& problem, const NewtonMemory& memory, int g) {
  const int k = problem.multibody.effector_count();
  if (g < k) return problem.targets[static_cast<std::size_t>(g)] - memory.targets.col(g);
  const Effector& effector = problem.multibody.goal_effector(g);
  const auto aim = static_cast<std::size_t>(g - k);
  return effector.lever * aim_motion(effector.aim, memory.aims[aim], problem.aims[aim]);
}

/// v, how far the targets have moved since the last step, and 0 where there was none.
void observe(const Problem& problem, NewtonMemory& memory) {
  const Multibody& multibody = problem.multibody;
  const int k = multibody.effector_count();
  const bool goes_on = follows(memory, problem);
  // a step that is asked for again, without the joints at their limits, sees the same motion
  const bool again = goes_on && !problem.held.empty() && memory.v.size() == multibody.row_count();
  memory.known = goes_on && (!again || memory.known);
  if (!again) memory.v.setZero(multibody.row_count());
  memory.targets.conservativeResize(3, k);
  for (int g = 0; goes_on && !again && g < multibody.goal_count(); ++g) {
    const Eigen::Vector3d way = goal_motion(problem, memory, g);
    const double most = std::min(problem.limit_of(g), kHorizon);
    if (way.allFinite()) memory.v.segment<3>(3 * g) = problem.root_weight(g) * clamp_mag(way, most);
  }
  for (int i = 0; i < k; ++i) memory.targets.col(i) = problem.targets[static_cast<std::size_t>(i)];
  memory.aims.assign(problem.aims.begin(), problem.aims.end());
  memory.theta = problem.pose.theta;
}

/// diag(J^T J)'s mean over the joints of one kind, 0 if there is none.
double mean_square(const Multibody& multibody, const Eigen::MatrixXd& J, bool angular) {
  double sum = 0.0;
  int count = 0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    if (is_angular(multibody.joint(j).type) != angular) continue;
    sum += J.col(j).squaredNorm();
    ++count;
  }
  return count > 0 ? sum / count : 0.0;
}

/// (n) D^-1/2. \returns that of the angles, 0 if none of them moves an effector
double scales(const Multibody& multibody, const Eigen::MatrixXd& J, Eigen::VectorXd& scale) {
  const double angle = mean_square(multibody, J, true);
  const double slide = mean_square(multibody, J, false);
  const auto inverse = [](double x) { return x > 0.0 ? 1.0 / std::sqrt(x) : 0.0; };
  scale.resize(multibody.joint_count());
  for (int j = 0; j < multibody.joint_count(); ++j) {
    scale[j] = inverse(is_angular(multibody.joint(j).type) ? angle : slide);
  }
  return inverse(angle);
}

/// True if the step in w.dtheta lowers the error itself, or what the held joints leave of it.
bool falls(const Problem& problem, Workspace& w) {
  const double start = held_change(problem, w);
  try_step(problem, w.dtheta, 1.0, w);
  // places are known to about their last digit, however short the step
  const double rounding = kLastDigits * w.error(problem).norm() * problem.pose.effector.norm();
  return objective_change(problem, w.trial) - start <= rounding;
}

/// x = -(H + sigma I)^-1 g with the least sigma >= floor that makes the matrix positive definite
/// and |x| at most about the radius.
/// \returns sigma
double solve_in_region(double floor, double radius, NewtonMemory& memory, Eigen::VectorXd& x) {
  const Eigen::MatrixXd& H = memory.H;
  const Eigen::VectorXd& g = memory.g;
  double low = floor;
  double high = floor + H.norm() + g.norm() / radius;  // enough for both
  double sigma = floor;
  for (int i = 0; i < kMostFactors; ++i) {
    memory.A = H;
    memory.A.diagonal().array() += sigma;
    if (!factor_ldlt(memory.A)) {
      low = sigma;
      sigma = low > 0.0 ? std::min(4.0 * low, std::sqrt(low * high)) : 0.5 * high;
      if (i > 4) sigma = std::sqrt(low * high);
      continue;
    }
    x = -g;
    solve_ldlt(memory.A, x);
    const double size = x.norm();
    if (size <= (1.0 + kTolerance) * radius &&
        (sigma <= floor || size >= (1.0 - kTolerance) * radius))
      return sigma;

    (size > radius ? low : high) = sigma;
    memory.direction = x;
    solve_ldlt(memory.A, memory.direction);
    const double slope = x.dot(memory.direction) / (size * size);  // -d log|x| / d sigma
    const double next = sigma + (size / radius - 1.0) / slope;
    if (size < radius && next <= floor && low <= floor) {
      sigma = floor;
    } else {
      sigma = next > low && next < high ? next : 0.5 * (low + high);
    }
  }
  const double size = x.norm();
  if (size > radius) x *= radius / size;
  return sigma;
}

}  // namespace

void Newton::step(const Problem& problem, Workspace& w) const {
  NewtonMemory& memory = w.memory<NewtonMemory>();
  const Multibody& multibody = problem.multibody;
  const Eigen::VectorXd& e = w.error(problem);
  observe(problem, memory);
  memory.dtheta.setZero(multibody.joint_count());
  // what only some steps need is there from the first on, so that a warm one allocates nothing
  if (w.trial.theta.size() != w.dtheta.size()) try_step(problem, w.dtheta, 0.0, w);

  const Eigen::MatrixXd* J = &w.jacobian(problem);
  if (problem.jacobian == JacobianKind::kTarget) {
    Problem at_effector = problem;
    at_effector.jacobian = JacobianKind::kEffector;
    task_jacobian(at_effector, memory.J);
    for (std::size_t j = 0; j < problem.mobility.size(); ++j) {
      memory.J.col(static_cast<Eigen::Index>(j)) *= problem.mobility[j];
    }
    J = &memory.J;
  }

  const bool standing = memory.known && memory.v.isZero(0.0);
  const double part = standing ? 1.0 : std::min(share, 1.0);
  memory.r = part * e + (1.0 - part) * memory.v;
  const double angle = scales(multibody, *J, memory.scale);
  memory.g.noalias() = -(J->transpose() * memory.r);
  memory.g.array() *= memory.scale.array();
  if (memory.g.isZero(0.0)) return;

  task_hessian(problem, *J, e, memory.H);
  for (Eigen::Index b = 0; b < memory.H.cols(); ++b) {
    memory.H.col(b).array() *= memory.scale.array() * memory.scale[b];
  }
  // in a body of slides alone the error is quadratic
  const double reach = standing ? std::max(radius, kStandingRadius) / angle
                                : radius / angle + kLead * memory.v.norm();
  if (angle > 0.0 && !(reach > 0.0)) return;
  double region = angle > 0.0 ? reach : kUnlimited;
  double sigma = solve_in_region(floor * multibody.joint_count(), region, memory, w.dtheta);
  w.dtheta.array() *= memory.scale.array();
  for (int i = 0; standing && !falls(problem, w); ++i) {
    region = kNarrower * std::min(region, w.dtheta.cwiseQuotient(memory.scale).norm());
    if (i == kMostRegions || !(region > 0.0)) {
      w.dtheta.setZero();
      break;
    }
    sigma = solve_in_region(floor * multibody.joint_count(), region, memory, w.dtheta);
    w.dtheta.array() *= memory.scale.array();
  }
  w.show("σ", sigma);
  if (angle > 0.0) w.show("R", std::min(region, reach) * angle, "rad");
  memory.dtheta = w.dtheta;
  for (std::size_t j = 0; j < problem.mobility.size(); ++j) {
    memory.dtheta[static_cast<Eigen::Index>(j)] *= problem.mobility[j];
  }
  for (std::size_t j = 0; j < problem.held.size(); ++j) {
    memory.dtheta[static_cast<Eigen::Index>(j)] += problem.held[j];
  }
}

}  // namespace ik
