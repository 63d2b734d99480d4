#include "ik/methods/ccd.h"

#include "ik/body/joint.h"
#include "ik/body/layout.h"
#include "ik/math/elementary.h"
#include "ik/simd/lanes.h"
#include "ik/task/jacobian.h"
#include "ik/task/limits.h"
#include "ik/task/objective.h"
#include "ik/task/products.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ik {
namespace {

/// Number of grid steps over the range of a screw joint, at most one turn: steps of 8 degrees. The
/// sum of parabola and cosine has at most two minima there, farther apart than a step.
constexpr int kGrid = 45;
constexpr int kBisections = 60;  // reduces 8 degrees to rounding

double slope(const JointObjective& f, double x) {
  const auto [s, c] = sine_cosine(x);
  return f.K * x - f.c + f.a * s - f.b * c;
}

/// The minimum between `low` and `high`. \pre the slope is negative at `low`, positive at `high`
double bisect(const JointObjective& f, double low, double high) {
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (slope(f, middle) > 0.0 ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

/// Translation along a joint's axis per unit of its move.
double slide_rate(JointType type, double pitch) {
  return type == JointType::kRevolute ? 0.0 : type == JointType::kPrismatic ? 1.0 : pitch;
}

/// Global minimum of the sum of parabola and cosine, by grid search and bisection.
double lowest_minimum(const JointObjective& f, double lower, double upper) {
  double best = 0.0;
  const auto consider = [&](double x) {
    if (f(x) < f(best)) best = x;
  };
  const double width = (upper - lower) / kGrid;
  consider(lower);
  consider(upper);
  for (int i = 0; i < kGrid; ++i) {
    const double low = lower + i * width;
    const double high = i + 1 == kGrid ? upper : low + width;
    if (slope(f, low) <= 0.0 && slope(f, high) >= 0.0) consider(bisect(f, low, high));
  }
  return best;
}

}  // namespace

Displacement::Displacement(double its_x) : x(its_x), sine(ik::sine(x)) {
  const double half = ik::sine(0.5 * x);
  versine = 2.0 * half * half;
}

double JointObjective::operator()(const Displacement& move) const {
  const auto& [x, sine, versine] = move;
  return 0.5 * K * x * x - c * x + a * versine - b * sine;
}

void JointObjective::drop_rounding(double size) {
  if (!exceeds_rounding(size)) a = b = 0.0;
}

Displacement JointObjective::minimum(double lower, double upper) const {
  if (a == 0.0 && b == 0.0) return K > 0.0 ? std::clamp(c / K, lower, upper) : 0.0;
  if (K > 0.0) return lowest_minimum(*this, lower, upper);
  const double turn = arctangent(b, a);
  if (turn >= lower && turn <= upper) return Displacement(turn, a, b);
  // the minimum of the cosine is outside the range
  return (*this)(lower) < (*this)(upper) ? lower : upper;
}

void SubtreeMoments::add(const Vec<double>& r, const Vec<double>& q, double weight, double whole) {
  W += whole;
  S += whole * r;
  T += whole * q;
  x += (weight * x_of(q)) * r;
  y += (weight * y_of(q)) * r;
  z += (weight * z_of(q)) * r;
  R += weight * dot(r, r);
  Q += weight * dot(q, q);
}

void SubtreeMoments::add(const SubtreeMoments& below, const Vec<double>& d) {
  // r' = r + d, q' = q + d
  const Vec<double> first = below.S + below.W * d;
  const Vec<double> second = below.T + below.W * d;
  x += below.x + x_of(d) * first + x_of(below.T) * d;
  y += below.y + y_of(d) * first + y_of(below.T) * d;
  z += below.z + z_of(d) * first + z_of(below.T) * d;
  R += below.R + dot(d, below.S + first);
  Q += below.Q + dot(d, below.T + second);
  W += below.W;
  S += first;
  T += second;
}

void SubtreeMoments::move(const Vec<double>& v, const Displacement& turn,
                          const Vec<double>& along) {
  const AxisTurn rotation(v, turn);
  x += rotation.change(x) + x_of(T) * along;
  y += rotation.change(y) + y_of(T) * along;
  z += rotation.change(z) + z_of(T) * along;
  S += rotation.change(S);
  R += dot(along, 2.0 * S + W * along);
  S += W * along;
}

JointObjective SubtreeMoments::objective(const Vec<double>& v, bool turns, double rate) const {
  JointObjective f;
  f.K = rate * rate * W;
  f.c = rate * dot(v, T - S);
  if (!turns) return f;
  const double trace = x_of(x) + y_of(y) + z_of(z);
  f.a = trace - (x_of(v) * dot(v, x) + y_of(v) * dot(v, y) + z_of(v) * dot(v, z));
  // sum w r x q
  f.b = dot(v, vec<double>(y_of(z) - z_of(y), z_of(x) - x_of(z), x_of(y) - y_of(x)));
  f.drop_rounding(std::sqrt(R * Q));
  return f;
}

void compute_goal_frames(const Problem& problem, const Pose& pose, GoalFrames& bearings) {
  const Multibody& multibody = problem.multibody;
  const int k = multibody.effector_count();
  bearings.effectors = pose.effector;
  bearings.targets.resize(3, k);
  bearings.weights.resize(multibody.goal_count());
  bearings.axes.setZero(3, 3 * multibody.aim_count());
  bearings.wanted_axes.setZero(3, 3 * multibody.aim_count());
  for (int g = 0; g < multibody.goal_count(); ++g) {
    bearings.weights[g] = problem.root_weight(g) * problem.root_weight(g);
    if (g < k) {
      bearings.targets.col(g) =
          problem.pose.effector.col(g) + clamp_mag(goal_error(problem, g), problem.limit_of(g));
      continue;
    }
    const Effector& effector = multibody.goal_effector(g);
    const Eigen::Matrix3d frame = effector_axes(pose, effector);
    const Aim& wanted = problem.aims[static_cast<std::size_t>(g - k)];
    const int column = 3 * (g - k);
    if (effector.aim == AimKind::kDirection) {
      bearings.axes.col(column) = effector.lever * frame * effector.pointer;
      bearings.wanted_axes.col(column) = effector.lever * wanted.direction.stableNormalized();
    } else {
      const double scale = effector.lever / std::numbers::sqrt2;
      bearings.axes.middleCols<3>(column) = scale * frame;
      bearings.wanted_axes.middleCols<3>(column) = scale * wanted.orientation;
    }
  }
}

namespace {

// compiled for several instruction sets
IK_MULTIVERSION void add_goals(const Multibody& multibody, int j, const Pose& pose,
                               const GoalFrames& bearings, JointObjective& f) {
  const Link& link = multibody.layout().links[static_cast<std::size_t>(j)];
  const Vec<double> v = load_vec<double>(pose.axis.data(), j);
  const Vec<double> p = load_vec<double>(pose.origin.data(), j);
  const double rate = slide_rate(link.type, link.pitch);
  if (rate != 0.0) {
    for (const int i : multibody.effectors_of(j)) {
      const Vec<double> way = get_vec<double>(bearings.targets.data(), i) -
                              get_vec<double>(bearings.effectors.data(), i);
      f.K += bearings.weights[i] * rate * rate;
      f.c += bearings.weights[i] * rate * dot(v, way);
    }
  }
  if (!is_angular(link.type)) return;

  const auto for_each_turn = [&](const auto& visit) __attribute__((always_inline)) {
    for (const int i : multibody.effectors_of(j)) {
      visit(get_vec<double>(bearings.effectors.data(), i) - p,
            get_vec<double>(bearings.targets.data(), i) - p, bearings.weights[i]);
    }
    for (const int g : multibody.aims_of(j)) {
      for (int axis = 0; axis < 3; ++axis) {
        const int column = 3 * (g - multibody.effector_count()) + axis;
        visit(get_vec<double>(bearings.axes.data(), column),
              get_vec<double>(bearings.wanted_axes.data(), column), bearings.weights[g]);
      }
    }
  };
  double squares = 0.0, size = 0.0;
  const auto add_turn = [&](const Vec<double>& r, const Vec<double>& q, double weight)
      __attribute__((always_inline)) {
    f.a += weight * (dot(r, q) - dot(v, r) * dot(v, q));
    f.b += weight * dot(v, cross(r, q));
    squares += weight * (dot(r, r) + dot(q, q));
  };
  const auto add_size = [&](const Vec<double>& r, const Vec<double>& q, double weight)
      __attribute__((always_inline)) {
    size += weight * std::sqrt(dot(r, r)) * std::sqrt(dot(q, q));
  };
  for_each_turn(add_turn);
  // |r| |q| is smaller: most often no root is needed
  if (f.exceeds_rounding(squares)) return;
  for_each_turn(add_size);
  f.drop_rounding(size);
}

}  // namespace

JointObjective joint_objective(const Multibody& multibody, int j, const Pose& pose,
                               const GoalFrames& bearings) {
  JointObjective f;
  add_goals(multibody, j, pose, bearings, f);
  return f;
}

namespace {

/// Turns the goal frames that angular joint j moves, and slides its effectors by `slide` along v.
IK_MULTIVERSION void turn_goal_frames(const Multibody& multibody, int j, const Pose& pose,
                                      double slide, const Displacement& move,
                                      GoalFrames& bearings) {
  const Vec<double> v = load_vec<double>(pose.axis.data(), j);
  const Vec<double> p = load_vec<double>(pose.origin.data(), j);
  const Vec<double> along = slide * v;
  const AxisTurn turn(v, move);
  double* const effectors = bearings.effectors.data();
  double* const axes = bearings.axes.data();
  for (const int i : multibody.effectors_of(j)) {
    const Vec<double> at = get_vec<double>(effectors, i);
    put_vec<double>(at + (turn.change(at - p) + along), effectors, i);
  }
  for (const int g : multibody.aims_of(j)) {
    for (int axis = 0; axis < 3; ++axis) {
      const int column = 3 * (g - multibody.effector_count()) + axis;
      const Vec<double> own = get_vec<double>(axes, column);
      put_vec<double>(own + turn.change(own), axes, column);
    }
  }
}

}  // namespace

void move_goal_frames(const Multibody& multibody, int j, const Pose& pose, const Displacement& move,
                      GoalFrames& bearings) {
  const Joint& joint = multibody.joint(j);
  if (joint.type == JointType::kPrismatic) {
    const Eigen::Vector3d v = pose.axis.col(j);
    for (const int i : multibody.effectors_of(j)) bearings.effectors.col(i) += move.x * v;
    return;
  }
  const double slide = joint.type == JointType::kScrew ? joint.pitch * move.x : 0.0;
  turn_goal_frames(multibody, j, pose, slide, move, bearings);
}

JointMoves::JointMoves(const Problem& problem, double max_turn, double max_translation)
    : problem_(problem),
      max_turn_(std::min(max_turn, std::numbers::pi)),
      max_translation_(max_translation),
      most_mobility_(problem.mobility.empty() ? 1.0 : std::ranges::max(problem.mobility)) {}

bool JointMoves::is_free(int j) const {
  const Multibody& multibody = problem_.multibody;
  return problem_.mobility_of(j) != 0.0 && !multibody.effectors_of(j).empty() &&
         multibody.joint(j).leader < 0 && !multibody.leads(j);
}

JointMoves::Range JointMoves::range_of(int j) const {
  const Multibody& multibody = problem_.multibody;
  const auto at = static_cast<std::size_t>(j);
  const double cap = is_angular(multibody.layout().links[at].type) ? max_turn_ : max_translation_;
  const double theta = problem_.pose.theta[j];
  const double least = std::min(multibody.lower_limits()[at], theta);
  const double most = std::max(multibody.upper_limits()[at], theta);
  return {theta - cap < least ? least - theta : -cap, theta + cap > most ? most - theta : cap,
          problem_.mobility.empty() ? 1.0 : problem_.mobility_of(j) / most_mobility_};
}

Displacement JointMoves::best(const JointObjective& f, const Range& range, double moved) {
  const double turn = f.a == 0.0 && f.b == 0.0 ? kUnlimited : std::numbers::pi;
  const double lower = std::clamp(range.least - moved, -turn, 0.0);
  const double upper = std::clamp(range.most - moved, 0.0, turn);
  if (range.share == 1.0) return f.minimum(lower, upper);
  return range.share * range.share * f.minimum(lower, upper).x;
}

namespace {

/// True if a sweep is faster by the moments of subtrees: if joints move many goals each.
bool moves_moments(const Multibody& multibody) {
  constexpr std::size_t kGoals = 4;  // so many goals cost as much as the moments of a joint
  if (!multiplies_by_tree(multibody)) return false;
  const int n = multibody.joint_count();
  const std::size_t most = kGoals * static_cast<std::size_t>(n);
  std::size_t moved = 0;
  for (int j = 0; j < n && moved <= most; ++j) {
    moved += multibody.effectors_of(j).size() + 3 * multibody.aims_of(j).size();
  }
  return moved > most;
}

}  // namespace

void add_late_turns(std::vector<LateTurn>& late, VectorX& moved) {
  for (const auto& [j, a, b] : late) moved[j] += arctangent(b, a);
  late.clear();
}

void JointMoves::sweep(bool (*chosen)(JointType), const Pose& pose, GoalFrames& bearings,
                       VectorX& moved) const {
  const Multibody& multibody = problem_.multibody;
  bearings.late.reserve(static_cast<std::size_t>(multibody.joint_count()));
  if (moves_moments(multibody)) {
    sweep_moments(chosen, pose, bearings, moved);
    return add_late_turns(bearings.late, moved);
  }
  // tips first: then the earlier moves of a sweep do not change a joint's axis
  const std::vector<int>& order = multibody.layout().by_depth;
  for (std::size_t at = order.size(); at-- > 0;) {
    const int j = order[at];
    if (!chosen(multibody.joint(j).type) || !is_free(j)) continue;
    const JointObjective f = joint_objective(multibody, j, pose, bearings);
    const auto [move, late] = choose(f, range_of(j), moved[j]);
    if (!(f(move) < 0.0)) continue;
    if (late) bearings.late.push_back({j, f.a, f.b});
    moved[j] += move.x;
    move_goal_frames(multibody, j, pose, move, bearings);
  }
  add_late_turns(bearings.late, moved);
}

void JointMoves::sweep_moments(bool (*chosen)(JointType), const Pose& pose, GoalFrames& bearings,
                               VectorX& moved) const {
  const Multibody& multibody = problem_.multibody;
  const int k = multibody.effector_count();
  std::vector<SubtreeMoments>& moments = bearings.moments;
  moments.assign(static_cast<std::size_t>(multibody.joint_count()), {});
  const auto origin = [&](int j) { return load_vec<double>(pose.origin.data(), j); };
  const auto of = [&](int j) -> SubtreeMoments& { return moments[static_cast<std::size_t>(j)]; };
  for (int i = 0; i < k; ++i) {
    const int j = multibody.effector(i).joint;
    const double weight = bearings.weights[i];
    of(j).add(get_vec<double>(bearings.effectors.data(), i) - origin(j),
              get_vec<double>(bearings.targets.data(), i) - origin(j), weight, weight);
  }
  for (int column = 0; column < bearings.axes.cols(); ++column) {
    const int g = k + column / 3;
    of(multibody.goal_effector(g).joint)
        .add(get_vec<double>(bearings.axes.data(), column),
             get_vec<double>(bearings.wanted_axes.data(), column), bearings.weights[g], 0.0);
  }

  for (int j = multibody.joint_count() - 1; j >= 0; --j) {
    const Joint& joint = multibody.joint(j);
    if (chosen(joint.type) && is_free(j)) {
      const Vec<double> v = load_vec<double>(pose.axis.data(), j);
      const double rate = slide_rate(joint.type, joint.pitch);
      const JointObjective f = of(j).objective(v, is_angular(joint.type), rate);
      const auto [move, late] = choose(f, range_of(j), moved[j]);
      if (f(move) < 0.0) {
        if (late) bearings.late.push_back({j, f.a, f.b});
        moved[j] += move.x;
        const Displacement turn = is_angular(joint.type) ? move : Displacement(0.0);
        of(j).move(v, turn, (rate * move.x) * v);
      }
    }
    if (joint.parent >= 0) of(joint.parent).add(of(j), origin(j) - origin(joint.parent));
  }
}

void Ccd::step(const Problem& problem, Workspace& w) const {
  if (!problem.held.empty()) try_step(problem, w.dtheta, 0.0, w);
  const Pose& pose = problem.held.empty() ? problem.pose : w.trial;
  GoalFrames& bearings = w.memory<GoalFrames>();
  compute_goal_frames(problem, pose, bearings);
  const auto every_joint = [](JointType) { return true; };
  JointMoves(problem, max_turn, max_translation).sweep(every_joint, pose, bearings, w.dtheta);
  for (int j = 0; j < problem.multibody.joint_count(); ++j) {
    if (w.dtheta[j] != 0.0) w.dtheta[j] /= problem.mobility_of(j);
  }
  move_leaders(problem, max_turn, max_translation, w);
}

void move_leaders(const Problem& problem, double max_turn, double max_translation, Workspace& w) {
  constexpr int kMaxHalvings = 8;
  const Multibody& multibody = problem.multibody;
  for (int l = 0; l < multibody.joint_count(); ++l) {
    const double mobility = problem.mobility_of(l);
    if (mobility == 0.0 || !multibody.leads(l)) continue;
    try_step(problem, w.dtheta, 1.0, w);
    const double start = objective_change(problem, w.trial);
    descent_at_trial(problem, w, w.g);
    const double square = w.A.col(l).squaredNorm();
    if (!(square > 0.0)) continue;
    const Joint& joint = multibody.joint(l);
    const double cap = is_angular(joint.type) ? max_turn : max_translation;
    const double before = w.dtheta[l];
    const double moved = mobility * before;
    const double whole = std::clamp(moved + w.g[l] / (mobility * square), -cap, cap);
    double x = allowed_step(joint, problem.pose.theta[l], whole) - moved;
    for (int i = 0; i < kMaxHalvings; ++i, x *= 0.5) {
      w.dtheta[l] = (moved + x) / mobility;
      try_step(problem, w.dtheta, 1.0, w);
      if (objective_change(problem, w.trial) < start) break;
      w.dtheta[l] = before;
    }
  }
}

}  // namespace ik
