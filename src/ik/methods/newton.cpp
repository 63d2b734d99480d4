#include "ik/methods/newton.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ik/body/joint.h"
#include "ik/math/symmetric.h"
#include "ik/methods/motion_plan.h"
#include "ik/task/damped_step.h"
#include "ik/task/jacobian.h"
#include "ik/task/loop_space.h"
#include "ik/task/objective.h"

namespace ik {
namespace {

constexpr double kStandingRadius = 0.5;   // rad: the model is valid about this far
constexpr double kLastDigits = 1e-15;     // relative rounding of a position
constexpr double kNarrower = 0.25;        // factor on a region in which the error rose
constexpr int kMaxRegions = 24;           // 0.25^24 of the first region is rounding of any step
constexpr double kFollowDamping = 0.05;   // mu / rho: in reach it only guards singular poses
constexpr double kSolveDamping = 0.03;    // mu / rho at |e| = rho for standing targets
constexpr double kFloorDamping = 1e-5;    // mu / rho at least: J may be singular at a solution
constexpr int kDampedSolves = 4;          // leave (mu^2 / (sigma^2 + mu^2))^4 of a direction
constexpr double kMinWay = 0.01;          // rad: added to the targets' way, for slow targets
constexpr double kHomePull = 0.025;       // kappa: e^-5 is left after 200 steps, a round of a path
constexpr double kGoodStep = 0.1;         // share of the error, way or length left by a good step
constexpr double kDoubtKept = 0.99;       // decay of a doubt per step: about 100 steps
constexpr double kDoubtWeight = 100.0;    // a long step needs a doubt well below 0.01
constexpr double kStationary = 1e-9;      // |D^-1/2 g| / |e| where the gradient counts as 0
constexpr double kSaddleShare = 0.5;      // part of the decrease that the curvature predicts
constexpr double kThetaRounding = 1e-12;  // relative rounding of theta + dtheta - theta

struct NewtonMemory {
  VectorX theta, dtheta;  // (n) the last step's pose and proposal
  GoalMotion motion;
  bool known = false;  // true: the last step led to this pose
  MotionPlan plan;
  VectorX scale;           // (n) D^-1/2
  MatrixX J, H;            // J: at the effectors, used if the workspace's J is not
  MatrixX tree;            // scratch for task_hessian
  VectorX home;            // (n) the pose in which the targets came into reach, rad or m
  double doubt = 1.0;      // about 1 while targets are out of reach, then decaying
  VectorX follow, aid;     // (n) the step in reach; its pull and its correction
  VectorX lowest;          // (n) a direction of negative curvature
  MatrixX A;               // (m x m) J J^T + mu^2 I
  VectorX f, left;         // (m) scratch; the error that a step leaves
  DampedEquations damped;  // the equations of a step in reach
};

/// True if the last step led to this pose, as proposed or shortened by caps and limits.
bool follows(const NewtonMemory& memory, const Problem& problem) {
  const VectorX& theta = problem.pose.theta;
  if (memory.theta.size() != theta.size()) return false;
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    const double way = theta[j] - memory.theta[j];
    const double slack = kThetaRounding * (1.0 + std::abs(theta[j]));
    if (way < std::min(0.0, memory.dtheta[j]) - slack) return false;
    if (way > std::max(0.0, memory.dtheta[j]) + slack) return false;
  }
  return true;
}

/// Reserves all memory that a step may need, so that a warm step allocates nothing.
void reserve(const Problem& problem, NewtonMemory& memory, Workspace& w) {
  if (memory.plan.reserve(problem)) return;
  const Multibody& multibody = problem.multibody;
  const int n = multibody.joint_count();
  const int m = multibody.row_count();
  memory.J.resize(m, n);
  memory.tree.resize(m, n);
  memory.A.resize(m, m);
  memory.damped.reserve(multibody);
  for (VectorX* x : {&memory.f, &memory.left}) x->setZero(m);
  for (VectorX* x : {&memory.follow, &memory.aid, &memory.lowest}) x->setZero(n);
  memory.home = problem.pose.theta;
  memory.H.resize(n, n);
  w.A.resize(n, n);
  w.g.resize(n);
  w.column.resize(n);
  w.dtheta.setZero(n);
  try_step(problem, w.dtheta, 0.0, w);
}

/// Updates the motion of the targets and the body, and the plan, for this step.
void observe(const Problem& problem, NewtonMemory& memory, Workspace& w) {
  const Eigen::Index n = problem.pose.theta.size();
  const bool goes_on = follows(memory, problem);
  // already observed in this update
  if (goes_on && problem.asked_again) return;
  memory.motion.observe(problem, goes_on);
  memory.known = goes_on;
  if (!goes_on) {
    memory.home = problem.pose.theta;
    memory.doubt = 1.0;
  }
  VectorX& before = w.column;  // the body's last motion
  before.setZero(n);
  for (Eigen::Index j = 0; goes_on && j < n; ++j) {
    const double mobility = problem.mobility_of(static_cast<int>(j));
    if (mobility > 0.0) before[j] = (problem.pose.theta[j] - memory.theta[j]) / mobility;
  }
  memory.theta = problem.pose.theta;
  memory.plan.begin(before, goes_on);
}

/// Sets scale (n) to the diagonal of D^-1/2. \returns the scale of the angles, 0 if no angle moves
/// an effector
double scales(const Multibody& multibody, const MatrixX& J, VectorX& scale) {
  // index 0: slides, 1: angles
  std::array<double, 2> sum = {}, count = {}, inverse = {};
  const auto kind = [&](int j) { return is_angular(multibody.joint(j).type) ? 1U : 0U; };
  for (int j = 0; j < multibody.joint_count(); ++j) {
    sum[kind(j)] += J.col(j).squaredNorm();
    ++count[kind(j)];
  }
  for (std::size_t k = 0; k < sum.size(); ++k) {
    const double mean = count[k] > 0.0 ? sum[k] / count[k] : 0.0;
    inverse[k] = mean > 0.0 ? 1.0 / std::sqrt(mean) : 0.0;
  }
  scale.resize(multibody.joint_count());
  for (int j = 0; j < multibody.joint_count(); ++j) scale[j] = inverse[kind(j)];
  return inverse[1];
}

/// True if the step in w.dtheta lowers the true error, relative to the motion of the held joints
/// alone.
bool falls(const Problem& problem, Workspace& w) {
  const double start = held_change(problem, w);
  try_step(problem, w.dtheta, 1.0, w);
  // positions have rounding errors even for a short step
  const double rounding = kLastDigits * w.error(problem).norm() * problem.pose.effector.norm();
  return objective_change(problem, w.trial) - start <= rounding;
}

/// Factors m.A = J J^T + mu^2 I.
bool factor_damped(const Multibody& multibody, const MatrixX& J, double mu, NewtonMemory& m) {
  normal_matrix(multibody, J, mu * mu, m.A);
  return factor_ldlt(m.A);
}

/// Repeats x (n) += J^T (J J^T + mu^2 I)^-1 (b - J x) kDampedSolves times, from x = 0. \pre m.A is
/// factored
void damped_solution(const MatrixX& J, const VectorX& b, NewtonMemory& m, VectorX& x) {
  x.setZero();
  for (int i = 0; i < kDampedSolves; ++i) {
    m.f = b;
    m.f.noalias() -= J * x;
    solve_ldlt(m.A, m.f);
    x.noalias() += J.transpose() * m.f;
  }
}

/// x += J^T y, with y refined kDampedSolves times.
void add_refined(DampedEquations& damped, VectorX& x) {
  for (int i = 0; i < kDampedSolves; ++i) damped.refine();
  damped.add_step(x);
}

/// |x|_D, m.
double lever_length(const NewtonMemory& m, const VectorX& x) {
  double square = 0.0;
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    if (m.scale[j] > 0.0) square += x[j] / m.scale[j] * (x[j] / m.scale[j]);
  }
  return std::sqrt(square);
}

/// Weighted sum of the parts of the errors beyond D_max, m.
double beyond_d_max(const Problem& problem) {
  double beyond = 0.0;
  for (int g = 0; g < problem.multibody.goal_count() && !problem.d_max.empty(); ++g) {
    const double hidden = length(goal_error(problem, g)) - problem.limit_of(g);
    if (hidden > 0.0) beyond += problem.root_weight(g) * hidden;
  }
  return beyond;
}

/// Sets m.left (m) to the true error after the step m.follow. \returns its length, m
double error_after_step(const Problem& problem, NewtonMemory& m, Workspace& w) {
  try_step(problem, m.follow, 1.0, w);
  const Problem there = problem.at(w.trial);
  task_error(there, m.left);
  return m.left.norm() + beyond_d_max(there);
}

/// Takes a Gauss-Newton step towards standing targets. \pre angle > 0
/// \returns false if it is longer than the region or leaves more than a tenth of the error
bool approach(const Problem& problem, const MatrixX& J, double angle, NewtonMemory& m,
              Workspace& w) {
  const double lever = 1.0 / angle;
  const double size = w.error(problem).norm();
  const double near = kSolveDamping * std::min(1.0, size / lever);
  const double mu = lever * std::sqrt(near * near + kFloorDamping * kFloorDamping);
  if (!factor_damped(problem.multibody, J, mu, m)) return false;
  damped_solution(J, w.error(problem), m, m.follow);
  if (!(lever_length(m, m.follow) <= kStandingRadius * lever)) return false;
  if (!(error_after_step(problem, m, w) <= kGoodStep * (size + beyond_d_max(problem)))) {
    return false;
  }
  w.dtheta = m.follow;
  return true;
}

/// Leaves a saddle or maximum of the error along a direction of negative curvature, the side of
/// falling error first. \returns false if the pose is a minimum
bool leave_saddle(const Problem& problem, double region, NewtonMemory& m, Workspace& w) {
  const double curvature = negative_curvature(m.H, w.A, w.column, m.lowest);
  if (!(curvature < 0.0)) return false;
  if (w.g.dot(m.lowest) > 0.0) m.lowest = -m.lowest;
  const double start = held_change(problem, w);
  for (int i = 0; i <= kMaxRegions; ++i, region *= kNarrower) {
    w.dtheta = region * m.lowest.cwiseProduct(m.scale);
    try_step(problem, w.dtheta, 1.0, w);
    const double predicted = 0.5 * curvature * region * region;
    if (objective_change(problem, w.trial) - start <= kSaddleShare * predicted) return true;
  }
  w.dtheta.setZero();
  return false;
}

/// Newton's step for standing targets, or targets with unknown motion.
void descend(const Newton& newton, const Problem& problem, const MatrixX& J, double angle,
             NewtonMemory& memory, Workspace& w) {
  // not for a body of slides only: H is exact
  if (angle > 0.0 && approach(problem, J, angle, memory, w)) return;
  const VectorX& e = w.error(problem);
  w.g.noalias() =
      J.transpose() * e;  // separate: as part of a larger expression the product would allocate
  w.g.array() *= -memory.scale.array();
  w.dtheta.setZero();

  task_hessian(problem, J, w, memory.tree, memory.H);
  for (Eigen::Index b = 0; b < memory.H.cols(); ++b) {
    memory.H.col(b).array() *= memory.scale.array() * memory.scale[b];
  }
  const double longest = memory.known ? std::max(newton.radius, kStandingRadius) : newton.radius;
  // no region for a body of slides only: its error is quadratic
  double region = angle > 0.0 ? longest / angle : kUnlimited;
  const bool stationary = angle > 0.0 && w.g.norm() <= kStationary * e.norm();
  if (stationary && leave_saddle(problem, region, memory, w)) return;
  if (w.g.isZero(0.0)) return;
  // floor in proportion to a small error, for fast convergence at singular poses
  const double near = angle > 0.0 ? std::min(1.0, angle * e.norm() / kStandingRadius) : 1.0;
  const double floor = newton.floor * near * problem.multibody.joint_count();
  for (int i = 0; region > 0.0 && i <= kMaxRegions; ++i) {
    const double sigma = solve_in_region({memory.H, w.g, floor, region}, w.A, w.column, w.dtheta);
    const double size = w.dtheta.norm();
    w.dtheta.array() *= memory.scale.array();
    if (!memory.known || falls(problem, w)) {
      w.show("η", sigma);
      if (angle > 0.0) w.show("R", region * angle, "rad");
      return;
    }
    region = kNarrower * std::min(region, size);
  }
  w.dtheta.setZero();
}

constexpr double kFarWays = 2.0;  // lengths from here on, in the targets' ways, are out of reach

/// Smooth step: 1 for ways <= 1, 0 for ways >= 2.
double in_reach(double ways) {
  const double share = std::clamp(kFarWays - ways, 0.0, 1.0);
  return share * share * (3.0 - 2.0 * share);
}

/// Adds the pull towards home in the nullspace, at most `way` long, to m.follow.
void pull_home(const Problem& problem, double way, NewtonMemory& m) {
  const VectorX& theta = problem.pose.theta;
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    const double mobility = problem.mobility_of(static_cast<int>(j));
    const bool moves = mobility > 0.0 && m.scale[j] > 0.0;
    m.aid[j] = moves ? kHomePull * (m.home[j] - theta[j]) / mobility : 0.0;
  }
  m.damped.ask_against(m.aid);
  add_refined(m.damped, m.aid);
  const double length = lever_length(m, m.aid);
  if (length > way) m.aid *= way / length;
  m.follow += m.aid;
}

/// Computes m.follow, the step for targets in reach.
/// \param lever rho, m / rad: |x|_D of one radian
/// \returns the share of m.follow in the step: 1 in reach, 0 far out of reach
double follow(const Problem& problem, const MatrixX& J, double lever, NewtonMemory& m,
              Workspace& w) {
  const double mu = kFollowDamping * lever;
  const double root = std::sqrt(static_cast<double>(problem.multibody.goal_count()));
  const double way = root * m.motion.speed() + kMinWay * lever;
  const double beyond = beyond_d_max(problem);
  const VectorX& e = w.error(problem);
  if (!m.damped.begin(J, mu * mu)) return 0.0;
  m.damped.ask(e);
  double left = 0.0;  // residual in ways, or a lower bound that is out of reach
  for (int i = kDampedSolves; i-- > 0 && left < kFarWays;) {
    const double before = m.damped.residual();
    m.damped.refine();
    // a refinement leaves no smaller share of r than the one before it: r_i.r_i = r_(i-1).r_(i+1)
    double least = m.damped.residual();
    const double share = before > 0.0 ? least / before : 0.0;
    for (int later = 0; later < i; ++later) least *= share;
    left = (least + beyond) / way;
  }
  const double reachable = in_reach(left);
  // `left` only: a long step at a singular pose must not move `home`, or a closed path would not
  // close in the joints
  if (!problem.asked_again) {
    m.home += (1.0 - reachable) * (problem.pose.theta - m.home);
    m.doubt = std::max(kDoubtKept * m.doubt, 1.0 - reachable);
  }
  if (reachable == 0.0) return 0.0;
  m.follow.setZero();
  m.damped.add_step(m.follow);
  const double size = lever_length(m, m.follow);
  pull_home(problem, way, m);

  const double after = error_after_step(problem, m, w) / way;
  const double doubt = 1.0 + kDoubtWeight * m.doubt;
  const double unproven = std::max(left, size / way);
  if (std::min(unproven, after / kGoodStep * doubt) >= kFarWays) return 0.0;
  m.damped.ask(m.left);
  m.aid.setZero();
  add_refined(m.damped, m.aid);
  const double length = lever_length(m, m.follow);
  const double correction = length > 0.0 ? lever_length(m, m.aid) / (kGoodStep * length) : 0.0;
  m.follow += in_reach(correction) * m.aid;
  return in_reach(std::min(unproven, std::max(after / kGoodStep, correction) * doubt));
}

/// The step for moving targets that are out of reach or not reached yet.
void plan(const Newton& newton, const Problem& problem, double angle, NewtonMemory& memory,
          Workspace& w) {
  const double root = std::sqrt(static_cast<double>(problem.multibody.goal_count()));
  // rho is the lever for all goals, rho / root the lever for one goal
  const double least_way = angle > 0.0 ? newton.radius / (angle * root) : 0.0;
  const Outlook outlook(problem, memory.motion, memory.scale,
                        {newton.calm, newton.horizon, least_way});
  w.show("η", memory.plan.improve(outlook, angle > 0.0 ? kStandingRadius / angle : kUnlimited));
  w.show("h", outlook.foresight, "steps");
  const Eigen::Index n = problem.multibody.joint_count();
  // constant acceleration from the middle of the last step to the middle of the part
  const VectorX& before = memory.plan.before();
  w.dtheta = before + 2.0 / (outlook.first + 1.0) * (memory.plan.velocities().head(n) - before);
}

}  // namespace

void Newton::step(const Problem& problem, Workspace& w) const {
  NewtonMemory& memory = w.memory<NewtonMemory>();
  const Multibody& multibody = problem.multibody;
  w.error(problem);
  reserve(problem, memory, w);
  observe(problem, memory, w);
  memory.dtheta.setZero(multibody.joint_count());

  const MatrixX* J = &w.jacobian(problem);
  if (problem.jacobian == JacobianKind::kTarget) {
    Problem at_effector = problem;
    at_effector.jacobian = JacobianKind::kEffector;
    task_jacobian(at_effector, memory.J);
    if (!multibody.loops().empty()) w.loops(problem).project_columns(memory.J);
    for (int j = 0; j < multibody.joint_count(); ++j) memory.J.col(j) *= problem.mobility_of(j);
    J = &memory.J;
  }
  const double angle = scales(multibody, *J, memory.scale);
  if (memory.known && memory.motion.moving()) {
    const double share = follow(problem, *J, angle > 0.0 ? 1.0 / angle : 1.0, memory, w);
    w.show("in reach", share);
    if (share < 1.0 && !multibody.loops().empty()) {
      memory.plan.forget();  // a plan knows no loops
      descend(*this, problem, *J, angle, memory, w);
    } else if (share < 1.0) {
      plan(*this, problem, angle, memory, w);
    } else {
      memory.plan.forget();
    }
    if (share > 0.0) w.dtheta += share * (memory.follow - w.dtheta);
  } else {
    memory.plan.forget();
    descend(*this, problem, *J, angle, memory, w);
  }
  for (int j = 0; j < multibody.joint_count(); ++j) {
    memory.dtheta[j] = problem.mobility_of(j) * w.dtheta[j];
    if (!problem.held.empty()) memory.dtheta[j] += problem.held[static_cast<std::size_t>(j)];
  }
}

}  // namespace ik
