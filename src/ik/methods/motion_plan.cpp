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
constexpr int kMaxTrials = 8;           // if all fail, the old plan is kept

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

/// Visits the numbers that a plan's memory depends on: the tree, and what its effectors want.
template <class Visit>
void visit_shape(const Multibody& multibody, const Visit& visit) {
  visit(multibody.joint_count());
  visit(static_cast<int>(multibody.followers().size()));
  for (const Link& link : multibody.layout().links) visit(link.parent);
  for (const Effector& effector : multibody.effectors()) {
    visit(effector.joint);
    visit(static_cast<int>(effector.aim));
  }
}

}  // namespace

bool MotionPlan::is_made_for(const Multibody& multibody) const {
  std::size_t at = 0;
  bool same = true;
  visit_shape(multibody, [&](int number) {
    same = same && at < shape_.size() && shape_[at] == number;
    ++at;
  });
  return same && at == shape_.size();
}

bool MotionPlan::reserve(const Problem& problem) {
  const Multibody& multibody = problem.multibody;
  const int n = multibody.joint_count();
  if (is_made_for(multibody)) return true;
  shape_.clear();
  visit_shape(multibody, [this](int number) { shape_.push_back(number); });
  H_.resize(parents_of_unknowns(multibody));
  A_ = H_;
  for (VectorX* x : {&g_, &x_, &trial_, &start_, &plan_}) x->setZero(2 * n);
  for (VectorX* x : {&before_, &slope_, &levers_, &stretch_, &least_, &most_}) x->setZero(n);
  e_.setZero(multibody.row_count());
  const auto goals = static_cast<std::size_t>(multibody.goal_count());
  distances_.resize(goals);
  roots_.resize(goals);
  curvature_.reserve(multibody);
  for (int part = 0; part < 2; ++part) {
    targets_[part].assign(problem.targets.begin(), problem.targets.end());
    aims_[part].assign(problem.aims.begin(), problem.aims.end());
  }
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

/// Finds what is the same for all velocities: goals and ranges of joints at the ends of the parts,
/// and the units of the joints.
void MotionPlan::survey(const Outlook& o) {
  limited_ = false;
  for (int j = 0; j < o.joints(); ++j) {
    const StepRange range = step_range(o.problem, j);
    least_[j] = range.least;
    most_[j] = range.most;
    limited_ = limited_ || range.least > -kUnlimited || range.most < kUnlimited;
    levers_[j] = o.scale[j] > 0.0 ? 1.0 / o.scale[j] : 0.0;
    stretch_[j] = o.problem.mobility_of(j) * o.scale[j];
  }
  for (int part = 0; part < 2; ++part) {
    o.motion.look_ahead(o.problem, o.ahead(part), targets_[part], aims_[part]);
  }
}

/// Clamps u so that joints are within their limits at the ends of both parts.
void MotionPlan::keep_within_limits(const Outlook& o, VectorX& u) const {
  const int n = o.joints();
  for (int j = 0; limited_ && j < n; ++j) {
    u[j] = std::clamp(u[j], least_[j] / o.first, most_[j] / o.first);
    const double way = o.first * u[j];
    u[n + j] = std::clamp(u[n + j], (least_[j] - way) / o.rest, (most_[j] - way) / o.rest);
  }
}

/// The problem at the end of a part, in pose_.
Problem MotionPlan::then(const Outlook& o, int part) const {
  Problem then{o.problem.multibody, pose_, targets_[part]};
  then.d_max = o.problem.d_max;
  then.mobility = o.problem.mobility;
  then.aims = aims_[part];
  then.weights = o.problem.weights;
  return then;
}

/// Moves pose_ to the end of a part; sets e_ to the error there, and distances_ to
/// sqrt(|e|^2 + delta^2) of each goal.
/// \returns the sum of the distances, and of the ways beyond D_max
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

  const Problem there = then(o, part);
  task_error(there, e_);
  double sum = 0.0;
  for (int g = 0; g < multibody.goal_count(); ++g) {
    const double square = e_.segment<3>(3 * g).squaredNorm();
    const double distance = std::sqrt(square + o.delta * o.delta);
    distances_[static_cast<std::size_t>(g)] = distance;
    sum += distance;
    const double limit = problem.limit_of(g);
    if (limit == kUnlimited) continue;
    // beyond D_max the distance grows linearly, with the slope of the clamped e
    const double beyond = length(goal_error(there, g)) - limit;
    if (beyond > 0.0) sum += problem.root_weight(g) * beyond * std::sqrt(square) / distance;
  }
  return sum;
}

/// sqrt(|b|_D^2 + epsilon^2) with b the bend at the beginning of a part; sets slope_ = D^1/2 b.
double MotionPlan::bend(const Outlook& o, const VectorX& u, int part) {
  const Eigen::Index n = before_.size();
  if (part == 0) {
    slope_ = (u.head(n) - before_).cwiseProduct(levers_);
  } else {
    slope_ = (u.tail(n) - u.head(n)).cwiseProduct(levers_);
  }
  return std::sqrt(slope_.squaredNorm() + o.epsilon * o.epsilon);
}

double MotionPlan::sum(const Outlook& o, const VectorX& u) {
  double sum = 0.0;
  for (int part = 0; part < 2; ++part) {
    sum += o.weight(part) * look(o, u, part) + o.price * bend(o, u, part);
  }
  return sum;
}

double MotionPlan::cost(const Outlook& o, const VectorX& u) {
  survey(o);
  return sum(o, u);
}

/// Writes the part's share of the gradient and Hessian, for the errors where look() has left them.
void MotionPlan::expand_part(const Outlook& o, int part) {
  for (int g = 0; g < o.problem.multibody.goal_count(); ++g) {
    const double root = std::sqrt(distances_[static_cast<std::size_t>(g)]);
    e_.segment<3>(3 * g) /= root;
    roots_[static_cast<std::size_t>(g)] = o.problem.root_weight(g) / root;
  }
  curvature_.expand({then(o, part), e_, roots_, stretch_, o.weight(part)}, part, 2,
                    g_.data() + o.joints() * part, H_);
}

double MotionPlan::expand(const Outlook& o) {
  survey(o);
  return expand_here(o);
}

double MotionPlan::expand_here(const Outlook& o) {
  const int n = o.joints();
  double sum = 0.0;
  for (int part = 0; part < 2; ++part) {
    sum += o.weight(part) * look(o, start_, part);
    expand_part(o, part);
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
  const double first = o.price / now * a * a + o.price / later * (a + b) * (a + b);
  const double rest = o.price / later * b * b;
  const double both = -o.price / later * (a + b) * b;
  for (int j = 0; j < n; ++j) {
    H_.diagonal(2 * j) += first;
    double* const row = H_.row(2 * j + 1);
    row[H_.depth(2 * j + 1)] += rest;
    row[H_.depth(2 * j)] = both;
  }
  return sum;
}

/// Removes joints that are pushed against their limits from the equations, as in projected Newton
/// methods (Bertsekas 1982): the other joints then move as if these joints were fixed.
void MotionPlan::hold_at_limits(const Outlook& o) {
  const int n = o.joints();
  for (int i = 0; limited_ && i < 2 * n; ++i) {
    const int j = i % n;
    double way = o.first * start_[j];
    if (i >= n) way += o.rest * start_[i];
    const double slack = kWayRounding * (1.0 + std::abs(way));
    const bool blocked = g_[i] < 0.0 ? way >= most_[j] - slack : way <= least_[j] + slack;
    if (!blocked) continue;
    g_[i] = 0.0;
    H_.isolate(2 * j + i / n);
  }
}

double MotionPlan::improve(const Outlook& o, double longest) {
  const int n = o.joints();
  planned_ = true;
  first_ = o.first;
  survey(o);
  for (int j = 0; j < n; ++j) {
    if (stretch_[j] > 0.0) continue;
    before_[j] = start_[j] = start_[n + j] = 0.0;  // frozen, or moves no effector
  }
  keep_within_limits(o, start_);
  const double start = expand_here(o);
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
    if (!A_.solve(x_)) continue;
    if (largest(x_) > longest) continue;
    for (int j = 0; j < n; ++j) {
      const double first = x_[2 * j] * o.scale[j];
      const double both = x_[2 * j + 1] * o.scale[j];
      trial_[j] = start_[j] + first / o.first;
      trial_[n + j] = start_[n + j] + (both - first) / o.rest;
    }
    keep_within_limits(o, trial_);
    if (!(sum(o, trial_) <= start)) continue;
    plan_ = trial_;
    return sigma;
  }
  plan_ = start_;
  return sigma;
}

}  // namespace ik
