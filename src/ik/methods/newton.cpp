#include "ik/methods/newton.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ik/cholesky.h"
#include "ik/clamp.h"
#include "ik/goal_motion.h"
#include "ik/hessian.h"
#include "ik/jacobian.h"
#include "ik/limits.h"
#include "ik/objective.h"
#include "ik/trust_region.h"

namespace ik {
namespace {

constexpr double kStandingRadius = 0.5;  ///< rad; to there, about, the model is worth trusting
constexpr double kLastDigits = 1e-15;    ///< relative, of a place that forward kinematics gives
constexpr double kNarrower = 0.25;       ///< the next region beside one in which the error rose
constexpr int kMostRegions = 12;         ///< 0.25^12 of the first is rounding
constexpr double kRounding = 1e-12;      ///< relative; of theta + dtheta and the way back

// of a plan; pure numbers, all of them
constexpr double kShortest = 4.0;    ///< steps that it covers at least
constexpr double kLongest = 40.0;    ///< and that targets are foreseen at most
constexpr double kFirstPart = 0.25;  ///< of its steps
constexpr double kNear = 0.1;        ///< delta's share of the targets' way
constexpr double kStraight = 2.0;    ///< epsilon, in ways by steps squared
constexpr double kDamping = 0.03;    ///< of the first trial, over the targets' way
constexpr double kMoreDamping = 5.0;
constexpr int kMostTrials = 8;  ///< after which the old plan is kept

struct NewtonMemory {
  Eigen::VectorXd theta, dtheta;  // (n) the last step's pose and proposal
  GoalMotion motion;
  bool known = false;                    // the step before is known
  Eigen::VectorXd before;                // (n) the way that the body went in it
  Eigen::VectorXd start, plan;           // (2n) u before and after this step
  bool planned = false;                  // the plan goes on
  double first = 1.0;                    // steps in its first part
  std::vector<Eigen::Vector3d> targets;  // (k) at a time of the plan, m
  std::vector<Aim> aims;                 // (r)
  std::vector<double> weights;           // (k + r)
  Pose pose;
  Eigen::MatrixXd J, H, A, part;  // J at the effectors where the workspace's is elsewhere
  Eigen::VectorXd e, g, scale, x, slope, trial;
};

/// True if the pose is one that the remembered step led to, whole or cut short by caps and limits.
bool follows(const NewtonMemory& memory, const Problem& problem) {
  const Eigen::VectorXd& theta = problem.pose.theta;
  if (memory.theta.size() != theta.size()) return false;
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    const double way = theta[j] - memory.theta[j];
    const double slack = kRounding * (1.0 + std::abs(theta[j]));
    if (way < std::min(0.0, memory.dtheta[j]) - slack) return false;
    if (way > std::max(0.0, memory.dtheta[j]) + slack) return false;
  }
  return true;
}

/// Makes room for all that some step may need, so that a warm one allocates nothing.
void reserve(const Problem& problem, NewtonMemory& memory, Workspace& w) {
  const Multibody& multibody = problem.multibody;
  const int n = multibody.joint_count();
  if (memory.H.rows() == 2 * n && memory.e.size() == multibody.row_count()) return;
  memory.H.resize(2 * n, 2 * n);
  memory.A.resize(2 * n, 2 * n);
  for (Eigen::VectorXd* x : {&memory.g, &memory.x, &memory.trial, &memory.start, &memory.plan}) {
    x->setZero(2 * n);
  }
  memory.before.setZero(n);
  memory.slope.setZero(n);
  memory.J.resize(multibody.row_count(), n);
  memory.e.resize(multibody.row_count());
  memory.part.resize(n, n);
  memory.weights.resize(static_cast<std::size_t>(multibody.goal_count()));
  memory.targets.assign(problem.targets.begin(), problem.targets.end());
  memory.aims.assign(problem.aims.begin(), problem.aims.end());
  memory.pose = problem.pose;
  memory.planned = false;
  w.A.resize(n, n);
  w.g.resize(n);
  w.column.resize(n);
  w.dtheta.setZero(n);
  try_step(problem, w.dtheta, 0.0, w);
}

/// What the step before tells of this one: how the targets and the body move, and the plan.
void observe(const Problem& problem, NewtonMemory& memory) {
  const Eigen::Index n = problem.pose.theta.size();
  const bool goes_on = follows(memory, problem);
  // a step that is asked for again, without the joints at their limits, has seen all this
  if (goes_on && !problem.held.empty()) return;
  memory.motion.observe(problem, goes_on);
  memory.known = goes_on;
  memory.before.setZero(n);
  for (Eigen::Index j = 0; goes_on && j < n; ++j) {
    const double mobility = problem.mobility_of(static_cast<int>(j));
    if (mobility > 0.0) memory.before[j] = (problem.pose.theta[j] - memory.theta[j]) / mobility;
  }
  memory.theta = problem.pose.theta;
  if (goes_on && memory.planned) {
    // a step later the first part has lost a step of its own velocity and won one of the second's
    memory.start = memory.plan;
    memory.start.head(n) += (memory.plan.tail(n) - memory.plan.head(n)) / memory.first;
  } else {
    memory.start << memory.before, memory.before;
  }
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

/// A plan's measures, see Newton.
struct Measures {
  double foresight;       // h, steps that the targets are foreseen
  double first, rest;     // steps in its two parts
  double way;             // of the targets meanwhile, m
  double delta, epsilon;  // m, m / step
  double price;           // steps^2

  double steps(int part) const { return part == 0 ? first : first + rest; }
  /// Trapezoids between the plan's poses.
  double weight(int part) const { return 0.5 * (part == 0 ? first + rest : rest); }
  double ahead(int part) const { return std::clamp(foresight, 1.0, steps(part)) - 1.0; }
};

Measures measures_of(const Newton& newton, const Multibody& multibody, double angle,
                     const GoalMotion& motion) {
  Measures m;
  m.foresight = std::min(newton.horizon * motion.timescale(), kLongest);
  const double all = std::max(m.foresight, kShortest);
  m.first = std::max(kFirstPart * all, 1.0);
  m.rest = all - m.first;
  // the root takes a number of single joints' levers for that of all goals together
  const double root = std::sqrt(static_cast<double>(multibody.goal_count()));
  m.way = motion.speed() * all;
  if (angle > 0.0) m.way += newton.radius / (angle * root);
  m.delta = kNear * m.way;
  m.epsilon = kStraight * root * m.way / (all * all);
  m.price = newton.calm * root * all * all;
  return m;
}

/// Takes the pose and the targets to a part's end; leaves the reweighted error in memory.e.
/// \returns sum over the goals of sqrt(|e|^2 + delta^2)
double look(const Problem& problem, const Measures& m, const Eigen::VectorXd& u, int part,
            NewtonMemory& memory) {
  const Multibody& multibody = problem.multibody;
  const int n = multibody.joint_count();
  memory.pose.theta = problem.pose.theta;
  for (int j = 0; j < n; ++j) {
    double way = m.first * u[j];
    if (part == 1) way += m.rest * u[n + j];
    memory.pose.theta[j] += problem.mobility_of(j) * way;
    if (!problem.held.empty()) memory.pose.theta[j] += problem.held[static_cast<std::size_t>(j)];
  }
  forward_kinematics(multibody, memory.pose);
  memory.motion.look_ahead(problem, m.ahead(part), memory.targets, memory.aims);

  Problem then{multibody, memory.pose, memory.targets};
  then.d_max = problem.d_max;
  then.aims = memory.aims;
  then.weights = problem.weights;
  task_error(then, memory.e);
  double sum = 0.0;
  for (int g = 0; g < multibody.goal_count(); ++g) {
    auto error = memory.e.segment<3>(3 * g);
    const double distance = std::sqrt(error.squaredNorm() + m.delta * m.delta);
    const double root = problem.root_weight(g);
    memory.weights[static_cast<std::size_t>(g)] = root * root / distance;
    // beyond D_max a distance grows as it does there: what e in the gradient is the slope of
    const double beyond = length(goal_error(then, g)) - problem.limit_of(g);
    if (beyond > 0.0) sum += root * beyond * error.norm() / distance;
    error /= std::sqrt(distance);
    sum += distance;
  }
  return sum;
}

/// sqrt(|b|_D^2 + epsilon^2) of the bend between parts, the first with the step before.
double bend(const Measures& m, const Eigen::VectorXd& u, int part, NewtonMemory& memory) {
  const Eigen::Index n = memory.before.size();
  for (Eigen::Index j = 0; j < n; ++j) {
    const double change = part == 0 ? u[j] - memory.before[j] : u[n + j] - u[j];
    memory.slope[j] = memory.scale[j] > 0.0 ? change / memory.scale[j] : 0.0;
  }
  return std::sqrt(memory.slope.squaredNorm() + m.epsilon * m.epsilon);
}

double cost(const Problem& problem, const Measures& m, const Eigen::VectorXd& u,
            NewtonMemory& memory) {
  double sum = 0.0;
  for (int part = 0; part < 2; ++part) {
    sum += m.weight(part) * look(problem, m, u, part, memory) + m.price * bend(m, u, part, memory);
  }
  return sum;
}

/// Gradient and Hessian, its lower triangle, of the reweighted cost at memory.start, in scaled
/// joints at the parts' ends. \returns the cost
double expand(const Problem& problem, const Measures& m, NewtonMemory& memory) {
  const int n = problem.multibody.joint_count();
  const Eigen::VectorXd& scale = memory.scale;
  double sum = 0.0;
  memory.H.setZero(2 * n, 2 * n);
  memory.g.setZero(2 * n);
  for (int part = 0; part < 2; ++part) {
    const double weight = m.weight(part);
    sum += weight * look(problem, m, memory.start, part, memory);
    Problem then{problem.multibody, memory.pose, memory.targets};
    then.mobility = problem.mobility;
    then.aims = memory.aims;
    then.weights = memory.weights;
    task_jacobian(then, memory.J);
    for (int j = 0; j < n; ++j) memory.J.col(j) *= problem.mobility_of(j);
    task_hessian(then, memory.J, memory.e, memory.part);
    memory.slope.noalias() = memory.J.transpose() * memory.e;
    memory.g.segment(n * part, n) -= weight * memory.slope.cwiseProduct(scale);
    for (int b = 0; b < n; ++b) {
      memory.H.col(n * part + b).segment(n * part, n) =
          weight * scale[b] * memory.part.col(b).cwiseProduct(scale);
    }
  }
  // bends: u1 = x1 / first less the step before, and u2 - u1 with u2 = (x2 - x1) / rest
  const double a = 1.0 / m.first;
  const double b = 1.0 / m.rest;
  const double now = bend(m, memory.start, 0, memory);
  sum += m.price * now;
  memory.g.head(n) += m.price / now * a * memory.slope;
  memory.H.diagonal().head(n).array() += m.price / now * a * a;
  const double later = bend(m, memory.start, 1, memory);
  sum += m.price * later;
  memory.g.head(n) -= m.price / later * (a + b) * memory.slope;
  memory.g.tail(n) += m.price / later * b * memory.slope;
  memory.H.diagonal().head(n).array() += m.price / later * (a + b) * (a + b);
  memory.H.diagonal().tail(n).array() += m.price / later * b * b;
  memory.H.diagonal(-n).array() -= m.price / later * (a + b) * b;
  return sum;
}

/// Leaves out what a plan cannot do: joints end its parts within their limits.
void keep_within_limits(const Problem& problem, const Measures& m, Eigen::VectorXd& u) {
  const int n = problem.multibody.joint_count();
  for (int j = 0; j < n; ++j) {
    const StepRange range = step_range(problem, j);
    u[j] = std::clamp(u[j], range.least / m.first, range.most / m.first);
    const double way = m.first * u[j];
    u[n + j] = std::clamp(u[n + j], (range.least - way) / m.rest, (range.most - way) / m.rest);
  }
}

/// Takes joints that stand at a limit and are pushed against it out of the equations, as projected
/// Newton methods do (Bertsekas 1982): the others then move as if these were fixed.
void hold_at_limits(const Problem& problem, const Measures& m, NewtonMemory& memory) {
  const int n = problem.multibody.joint_count();
  for (int i = 0; i < 2 * n; ++i) {
    const int j = i % n;
    const StepRange range = step_range(problem, j);
    double way = m.first * memory.start[j];
    if (i >= n) way += m.rest * memory.start[i];
    const double slack = kRounding * (1.0 + std::abs(way));
    const bool blocked = memory.g[i] < 0.0 ? way >= range.most - slack : way <= range.least + slack;
    if (!blocked) continue;
    memory.g[i] = 0.0;
    memory.H.row(i).setZero();
    memory.H.col(i).setZero();
    memory.H(i, i) = 1.0;
  }
}

/// Bends the plan to where the targets will be. \returns the damping
double plan(const Problem& problem, const Measures& m, double angle, NewtonMemory& memory) {
  const int n = problem.multibody.joint_count();
  for (int j = 0; j < n; ++j) {
    if (problem.mobility_of(j) > 0.0 && memory.scale[j] > 0.0) continue;
    memory.before[j] = memory.start[j] = memory.start[n + j] = 0.0;  // moves no effector
  }
  keep_within_limits(problem, m, memory.start);
  const double start = expand(problem, m, memory);
  hold_at_limits(problem, m, memory);
  double sigma = kDamping / m.way;
  for (int i = 0; i < kMostTrials; ++i, sigma *= kMoreDamping) {
    memory.A = memory.H;
    memory.A.diagonal().head(n).array() += sigma * m.weight(0);
    memory.A.diagonal().tail(n).array() += sigma * m.weight(1);
    if (!factor_ldlt(memory.A)) continue;
    memory.x = -memory.g;
    solve_ldlt(memory.A, memory.x);
    if (memory.x.lpNorm<Eigen::Infinity>() * angle > kStandingRadius) continue;
    memory.x.head(n).array() *= memory.scale.array();
    memory.x.tail(n).array() *= memory.scale.array();
    memory.trial = memory.start;
    memory.trial.head(n) += memory.x.head(n) / m.first;
    memory.trial.tail(n) += (memory.x.tail(n) - memory.x.head(n)) / m.rest;
    keep_within_limits(problem, m, memory.trial);
    if (!(cost(problem, m, memory.trial, memory) <= start)) continue;
    memory.plan = memory.trial;
    return sigma;
  }
  memory.plan = memory.start;
  return sigma;
}

/// Newton's step for targets that stand, or of whose motion nothing is known.
void descend(const Newton& newton, const Problem& problem, const Eigen::MatrixXd& J, double angle,
             NewtonMemory& memory, Workspace& w) {
  const Eigen::VectorXd& e = w.error(problem);
  w.g.noalias() = -(J.transpose() * e);
  w.g.array() *= memory.scale.array();
  if (w.g.isZero(0.0)) return;

  task_hessian(problem, J, e, memory.part);
  for (Eigen::Index b = 0; b < memory.part.cols(); ++b) {
    memory.part.col(b).array() *= memory.scale.array() * memory.scale[b];
  }
  const double floor = newton.floor * problem.multibody.joint_count();
  const double longest = memory.known ? std::max(newton.radius, kStandingRadius) : newton.radius;
  // in a body of slides alone the error is quadratic
  double region = angle > 0.0 ? longest / angle : kUnlimited;
  for (int i = 0; region > 0.0 && i <= kMostRegions; ++i) {
    const double sigma = solve_in_region(memory.part, w.g, floor, region, w.A, w.column, w.dtheta);
    const double size = w.dtheta.norm();
    w.dtheta.array() *= memory.scale.array();
    if (!memory.known || falls(problem, w)) {
      w.show("σ", sigma);
      if (angle > 0.0) w.show("R", region * angle, "rad");
      return;
    }
    region = kNarrower * std::min(region, size);
  }
  w.dtheta.setZero();
}

}  // namespace

void Newton::step(const Problem& problem, Workspace& w) const {
  NewtonMemory& memory = w.memory<NewtonMemory>();
  const Multibody& multibody = problem.multibody;
  w.error(problem);
  reserve(problem, memory, w);
  observe(problem, memory);
  memory.dtheta.setZero(multibody.joint_count());

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
  const double angle = scales(multibody, *J, memory.scale);
  if (memory.known && memory.motion.moving()) {
    const Measures m = measures_of(*this, multibody, angle, memory.motion);
    w.show("σ", plan(problem, m, angle, memory));
    w.show("h", m.foresight, "steps");
    const Eigen::Index n = multibody.joint_count();
    memory.first = m.first;
    memory.planned = true;
    // steadily from the velocity in the midst of the last step to that in the midst of the part
    w.dtheta = memory.before + 2.0 / (m.first + 1.0) * (memory.plan.head(n) - memory.before);
  } else {
    memory.planned = false;
    descend(*this, problem, *J, angle, memory, w);
  }
  memory.dtheta = w.dtheta;
  for (std::size_t j = 0; j < problem.mobility.size(); ++j) {
    memory.dtheta[static_cast<Eigen::Index>(j)] *= problem.mobility[j];
  }
  for (std::size_t j = 0; j < problem.held.size(); ++j) {
    memory.dtheta[static_cast<Eigen::Index>(j)] += problem.held[j];
  }
}

}  // namespace ik
