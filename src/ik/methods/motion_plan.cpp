#include "ik/methods/motion_plan.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "ik/body/joint.h"
#include "ik/math/elementary.h"
#include "ik/simd/largest.h"
#include "ik/task/jacobian.h"
#include "ik/task/limits.h"
#include "ik/task/objective.h"

namespace ik {
namespace {

constexpr double kKeep = 0.97;        // decay of the moving averages per step: about 30 steps
constexpr double kSlightTurn = 1e-6;  // |a|^2 / |v|^2 up to this counts as straight motion

bool alike(const Aim& a, const Aim& b) {
  return a.direction == b.direction && a.orientation == b.orientation;
}

}  // namespace

void GoalMotion::observe(const Problem& problem, bool goes_on) {
  const Multibody& multibody = problem.multibody;
  const int k = multibody.effector_count();
  const int goals = multibody.goal_count();
  const bool known = goes_on && v_.cols() == goals && targets_.size() == problem.targets.size() &&
                     aims_.size() == problem.aims.size();
  const bool was_moving = known && moving();
  if (!known) v_.setZero(3, goals);
  a_.setZero(3, goals);
  count_ = goals;

  double way = 0.0;
  double turn = 0.0;
  for (int g = 0; known && g < goals; ++g) {
    Eigen::Vector3d v = Eigen::Vector3d::Zero();
    if (g < k) {
      const auto i = static_cast<std::size_t>(g);
      v = problem.targets[i] - targets_[i];
    } else {
      const Effector& effector = multibody.goal_effector(g);
      const auto i = static_cast<std::size_t>(g - k);
      // R R^T of an aim that stands has rounding errors
      if (!alike(aims_[i], problem.aims[i])) {
        v = effector.lever * aim_motion(effector.aim, aims_[i], problem.aims[i]);
      }
    }
    v = clamp_mag(v, std::min(problem.limit_of(g), kHorizon));
    if (!v.allFinite()) v.setZero();
    const Eigen::Vector3d a = v - v_.col(g);
    const double root = problem.root_weight(g);
    way += (root * v).squaredNorm();
    turn += (root * a).squaredNorm();
    if (was_moving) a_.col(g) = a;
    v_.col(g) = v;
  }
  if (was_moving && way > 0.0) {
    way = kKeep * way_ + (1.0 - kKeep) * way;
    turn = kKeep * turn_ + (1.0 - kKeep) * turn;
  }
  way_ = way;
  turn_ = turn;
  targets_.assign(problem.targets.begin(), problem.targets.end());
  aims_.assign(problem.aims.begin(), problem.aims.end());
}

double GoalMotion::speed() const { return std::sqrt(way_ / count_); }

double GoalMotion::timescale() const {
  return turn_ > kSlightTurn * way_ ? std::sqrt(way_ / turn_) : std::sqrt(1.0 / kSlightTurn);
}

void GoalMotion::look_ahead(const Problem& problem, double steps,
                            std::vector<Eigen::Vector3d>& targets, std::vector<Aim>& aims) const {
  const Multibody& multibody = problem.multibody;
  const int k = multibody.effector_count();
  targets.assign(problem.targets.begin(), problem.targets.end());
  aims.assign(problem.aims.begin(), problem.aims.end());
  for (int g = 0; g < multibody.goal_count(); ++g) {
    const Eigen::Vector3d way = steps * v_.col(g) + 0.5 * steps * (steps + 1.0) * a_.col(g);
    if (g < k) {
      targets[static_cast<std::size_t>(g)] += way;
      continue;
    }
    const Effector& effector = multibody.goal_effector(g);
    const double angle = effector.lever > 0.0 ? way.norm() / effector.lever : 0.0;
    if (!(angle > 0.0)) continue;
    Aim& aim = aims[static_cast<std::size_t>(g - k)];
    aim.direction = aim.direction.stableNormalized() + way / effector.lever;
    aim.orientation = rotation_about(way.normalized(), angle) * aim.orientation;
  }
}

namespace {

constexpr double kShortest = 4.0;       // minimum steps of a plan
constexpr double kLongest = 40.0;       // maximum steps of prediction
constexpr double kFirstPart = 0.25;     // share of the steps in the first part
constexpr double kNearShare = 0.1;      // delta relative to the targets' way
constexpr double kStraight = 2.0;       // epsilon relative to sqrt(goals) way / steps^2
constexpr double kWayRounding = 1e-12;  // relative rounding of a joint's position
constexpr double kDamping = 0.03;       // sigma of the first trial, times the targets' way
constexpr double kMoreDamping = 5.0;    // factor on sigma between trials
constexpr int kMaxTrials = 8;           // after that, the old plan is kept

/// Clamps u so that joints are within their limits at the ends of both parts.
void keep_within_limits(const Outlook& o, VectorX& u) {
  const int n = o.joints();
  for (int j = 0; j < n; ++j) {
    const StepRange range = step_range(o.problem, j);
    u[j] = std::clamp(u[j], range.least / o.first, range.most / o.first);
    const double way = o.first * u[j];
    u[n + j] = std::clamp(u[n + j], (range.least - way) / o.rest, (range.most - way) / o.rest);
  }
}

}  // namespace

Outlook::Outlook(const Problem& its_problem, const GoalMotion& its_motion, const VectorX& its_scale,
                 const PlanSettings& settings)
    : problem(its_problem), motion(its_motion), scale(its_scale) {
  foresight = std::min(settings.horizon * motion.timescale(), kLongest);
  const double all = std::max(foresight, kShortest);
  first = std::max(kFirstPart * all, 1.0);
  rest = all - first;
  const double root = std::sqrt(static_cast<double>(problem.multibody.goal_count()));
  way = motion.speed() * all + settings.least_way;
  delta = kNearShare * way;
  epsilon = kStraight * root * way / (all * all);
  price = settings.calm * root * all * all;
}

double Outlook::ahead(int part) const { return std::clamp(foresight, 1.0, steps(part)) - 1.0; }

namespace {

/// The tree of a plan's unknowns. Followers give their leaders entries with any joint.
std::vector<int> parents_of_unknowns(const Multibody& multibody) {
  std::vector<int> parents;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const int above = multibody.followers().empty() ? multibody.joint(j).parent : j - 1;
    parents.push_back(above < 0 ? -1 : 2 * above + 1);
    parents.push_back(2 * j);
  }
  return parents;
}

}  // namespace

bool MotionPlan::reserve(const Problem& problem) {
  const Multibody& multibody = problem.multibody;
  const int n = multibody.joint_count();
  if (H_.size() == 2 * n && e_.size() == multibody.row_count()) return true;
  H_.resize(parents_of_unknowns(multibody));
  A_ = H_;
  for (VectorX* x : {&g_, &x_, &trial_, &start_, &plan_}) x->setZero(2 * n);
  before_.setZero(n);
  slope_.setZero(n);
  J_.resize(multibody.row_count(), n);
  e_.resize(multibody.row_count());
  part_.resize(n, n);
  tree_.resize(multibody.row_count(), n);
  weights_.resize(static_cast<std::size_t>(multibody.goal_count()));
  targets_.assign(problem.targets.begin(), problem.targets.end());
  aims_.assign(problem.aims.begin(), problem.aims.end());
  pose_ = problem.pose;
  planned_ = false;
  return false;
}

void MotionPlan::begin(const VectorX& before, bool goes_on) {
  const Eigen::Index n = before.size();
  before_ = before;
  if (goes_on && planned_) {
    // shifted by one step: the first part loses one step of u1 and gains one step of u2
    start_ = plan_;
    start_.head(n) += (plan_.tail(n) - plan_.head(n)) / first_;
  } else {
    start_ << before_, before_;
  }
}

/// Moves the pose and the targets to the end of a part and computes the reweighted error e_.
/// \returns sum over the goals of sqrt(|e|^2 + delta^2)
double MotionPlan::look(const Outlook& o, const VectorX& u, int part) {
  const Problem& problem = o.problem;
  const Multibody& multibody = problem.multibody;
  const int n = multibody.joint_count();
  pose_.theta = problem.pose.theta;
  for (int j = 0; j < n; ++j) {
    double way = o.first * u[j];
    if (part == 1) way += o.rest * u[n + j];
    pose_.theta[j] += problem.mobility_of(j) * way;
    if (!problem.held.empty()) pose_.theta[j] += problem.held[static_cast<std::size_t>(j)];
  }
  forward_kinematics(multibody, pose_);
  o.motion.look_ahead(problem, o.ahead(part), targets_, aims_);

  Problem then{multibody, pose_, targets_};
  then.d_max = problem.d_max;
  then.aims = aims_;
  then.weights = problem.weights;
  task_error(then, e_);
  double sum = 0.0;
  for (int g = 0; g < multibody.goal_count(); ++g) {
    auto error = e_.segment<3>(3 * g);
    const double distance = std::sqrt(error.squaredNorm() + o.delta * o.delta);
    const double root = problem.root_weight(g);
    weights_[static_cast<std::size_t>(g)] = root * root / distance;
    // beyond D_max the distance grows linearly, with the slope of the clamped e
    const double beyond = length(goal_error(then, g)) - problem.limit_of(g);
    if (beyond > 0.0) sum += root * beyond * error.norm() / distance;
    error /= std::sqrt(distance);
    sum += distance;
  }
  return sum;
}

/// sqrt(|b|_D^2 + epsilon^2) with b the bend at the beginning of a part; sets slope_ = D^1/2 b.
double MotionPlan::bend(const Outlook& o, const VectorX& u, int part) {
  const Eigen::Index n = before_.size();
  for (Eigen::Index j = 0; j < n; ++j) {
    const double change = part == 0 ? u[j] - before_[j] : u[n + j] - u[j];
    slope_[j] = o.scale[j] > 0.0 ? change / o.scale[j] : 0.0;
  }
  return std::sqrt(slope_.squaredNorm() + o.epsilon * o.epsilon);
}

double MotionPlan::cost(const Outlook& o, const VectorX& u) {
  double sum = 0.0;
  for (int part = 0; part < 2; ++part) {
    sum += o.weight(part) * look(o, u, part) + o.price * bend(o, u, part);
  }
  return sum;
}

double MotionPlan::expand(const Outlook& o) {
  const Problem& problem = o.problem;
  const int n = o.joints();
  const VectorX& scale = o.scale;
  double sum = 0.0;
  H_.set_zero();
  g_.setZero(2 * n);
  for (int part = 0; part < 2; ++part) {
    const double weight = o.weight(part);
    sum += weight * look(o, start_, part);
    Problem then{problem.multibody, pose_, targets_};
    then.mobility = problem.mobility;
    then.aims = aims_;
    then.weights = weights_;
    task_jacobian(then, J_);
    if (!problem.mobility.empty()) J_ *= as_vector(problem.mobility).asDiagonal();
    task_hessian(then, J_, e_, tree_, part_);
    slope_.noalias() = J_.transpose() * e_;
    g_.segment(n * part, n) -= weight * slope_.cwiseProduct(scale);
    for (int b = 0; b < n; ++b) {
      const int own = 2 * b + part;
      const double factor = weight * scale[b];
      double* const entries = H_.row(own);
      for (int d = part; d <= H_.depth(own); d += 2) {
        const int a = H_.path(own)[d] / 2;
        entries[d] = factor * (part_(a, b) * scale[a]);
      }
    }
  }
  // bends: u1 - u0 with u1 = x1 / first, and u2 - u1 with u2 = (x2 - x1) / rest
  const double a = 1.0 / o.first;
  const double b = 1.0 / o.rest;
  const double now = bend(o, start_, 0);
  sum += o.price * now;
  g_.head(n) += o.price / now * a * slope_;
  const double later = bend(o, start_, 1);
  sum += o.price * later;
  g_.head(n) -= o.price / later * (a + b) * slope_;
  g_.tail(n) += o.price / later * b * slope_;
  for (int j = 0; j < n; ++j) {
    double& first = H_.diagonal(2 * j);
    first += o.price / now * a * a;
    first += o.price / later * (a + b) * (a + b);
    double* const rest = H_.row(2 * j + 1);
    rest[H_.depth(2 * j + 1)] += o.price / later * b * b;
    rest[H_.depth(2 * j)] -= o.price / later * (a + b) * b;
  }
  return sum;
}

/// Removes joints that are pushed against their limits from the equations, as in projected Newton
/// methods (Bertsekas 1982): the other joints then move as if these joints were fixed.
void MotionPlan::hold_at_limits(const Outlook& o) {
  const int n = o.joints();
  for (int i = 0; i < 2 * n; ++i) {
    const int j = i % n;
    const StepRange range = step_range(o.problem, j);
    double way = o.first * start_[j];
    if (i >= n) way += o.rest * start_[i];
    const double slack = kWayRounding * (1.0 + std::abs(way));
    const bool blocked = g_[i] < 0.0 ? way >= range.most - slack : way <= range.least + slack;
    if (!blocked) continue;
    g_[i] = 0.0;
    H_.isolate(2 * j + i / n);
  }
}

double MotionPlan::improve(const Outlook& o, double longest) {
  const int n = o.joints();
  planned_ = true;
  first_ = o.first;
  for (int j = 0; j < n; ++j) {
    if (o.problem.mobility_of(j) > 0.0 && o.scale[j] > 0.0) continue;
    before_[j] = start_[j] = start_[n + j] = 0.0;  // frozen, or moves no effector
  }
  keep_within_limits(o, start_);
  const double start = expand(o);
  hold_at_limits(o);
  double sigma = kDamping / o.way;
  for (int i = 0; i < kMaxTrials; ++i, sigma *= kMoreDamping) {
    A_ = H_;
    for (int j = 0; j < n; ++j) {
      A_.diagonal(2 * j) += sigma * o.weight(0);
      A_.diagonal(2 * j + 1) += sigma * o.weight(1);
      x_[2 * j] = -g_[j];
      x_[2 * j + 1] = -g_[n + j];
    }
    if (!A_.factor()) continue;
    A_.solve(x_);
    if (largest(x_) > longest) continue;
    for (int j = 0; j < n; ++j) {
      const double first = x_[2 * j] * o.scale[j];
      const double both = x_[2 * j + 1] * o.scale[j];
      trial_[j] = start_[j] + first / o.first;
      trial_[n + j] = start_[n + j] + (both - first) / o.rest;
    }
    keep_within_limits(o, trial_);
    if (!(cost(o, trial_) <= start)) continue;
    plan_ = trial_;
    return sigma;
  }
  plan_ = start_;
  return sigma;
}

}  // namespace ik
