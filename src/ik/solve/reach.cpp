#include "ik/solve/reach.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/solve/shell.h"
#include "ik/task/attempt.h"

namespace ik {
namespace {

/// Most steps that make a collected solution exact, so that it can be compared with others.
constexpr int kExactSteps = 4;
/// Solutions are one if no joint differs by more, rad or a share of L.
constexpr double kSame = 1e-4;
/// Or by kNeighbours times the root of the tolerance, if the pose halfway is a solution too: at the
/// edge of reach a joint turns by about the root of what it moves the effector.
constexpr double kNeighbours = 10.0;

}  // namespace

void Reach::reserve(const Multibody& multibody) {
  if (reserved_) return;
  rows_.reserve(multibody);
  ranges_.reserve(multibody);
  descent_.reserve(multibody);
  pose_.theta = best_.theta = start_ = multibody.initial_theta();
  forward_kinematics(multibody, pose_);
  forward_kinematics(multibody, best_);
  reserved_ = true;
}

/// Begins a search, and looks at its first start. \returns false if a number is not finite
bool Reach::begin(const Goals& goals, const Pose& start, int used) {
  if (!rows_.begin(goals, start) || !start.theta.allFinite()) {
    best_ = start;
    return false;
  }
  start_ = start.theta;
  ranges_.begin(goals.multibody, rows_.joints(), start_, rows_.unit(), goals.stop.seed);
  given_up_ = false;
  updates_ = used;
  most_updates_ = goals.stop.updates - std::min(kDescentSteps, goals.stop.updates / 4);
  best_.theta = start_;
  rows_.look(start);
  closest_ = rows_.objective();
  return true;
}

/// Moves the body to pose_.theta, and looks at it.
void Reach::place(const Goals& goals) {
  forward_kinematics(goals.multibody, pose_);
  rows_.look(pose_);
}

/// Counts a step. \returns false if there may be none
bool Reach::spend(const Goals& goals) {
  if (updates_ >= most_updates_) return false;
  if (goals.stop.give_up && goals.stop.give_up()) given_up_ = true;
  if (given_up_) return false;
  ++updates_;
  return true;
}

/// One step of damped least squares to pose_, and a look at it.
/// \param from the pose of the last look. \pre pose_.theta is its theta
bool Reach::step(const Goals& goals, const Pose& from, bool limits) {
  rows_.linearise(from);
  NormalSystem& s = rows_.system();
  const double size = rows_.size();
  const double mu = kMinDamping + kFarDamping * std::min(1.0, size * size);
  VectorX& theta = pose_.theta;
  const auto at_limit = [&](int c, double way) {
    const int j = rows_.joints()[static_cast<std::size_t>(c)];
    return way > 0.0 ? theta[j] >= ranges_.upper(j) : way < 0.0 && theta[j] <= ranges_.lower(j);
  };
  const auto hold = [&s](int c) { std::fill(s.column(c), s.column(c) + s.stride(), 0.0); };
  for (bool again = true; again;) {
    if (!s.solve(mu)) return false;
    again = false;
    for (int c = 0; limits && c < s.columns(); ++c) {
      if (!at_limit(c, s.x()[c])) continue;
      hold(c);
      again = true;
    }
  }
  for (int c = 0; c < s.columns(); ++c) {
    theta[rows_.joints()[static_cast<std::size_t>(c)]] += rows_.theta_per_x(c) * s.x()[c];
  }
  if (limits) ranges_.clamp(theta);
  place(goals);
  return true;
}

/// An attempt to pose_. \param from the pose of the last look
Reach::End Reach::attempt(const Goals& goals, const Pose& from) {
  const Pose* at = &from;
  pose_.theta = from.theta;
  double mark = kUnlimited;
  int idle = 0;
  while (!rows_.reached()) {
    if (rows_.size() < (1.0 - kGain) * mark) {
      mark = rows_.size();
      idle = 0;
    } else if (++idle >= kPatience) {
      return End::kFailed;
    }
    if (!spend(goals)) return End::kStopped;
    if (!step(goals, *at, false)) return End::kFailed;
    at = &pose_;
  }
  const bool moved = ranges_.unwind(pose_.theta);
  if (!ranges_.holds(pose_.theta)) return within_limits(goals);
  if (moved || at != &pose_) forward_kinematics(goals.multibody, pose_);
  return End::kReached;
}

/// Goes on from a solution beyond the limits, within them.
Reach::End Reach::within_limits(const Goals& goals) {
  ranges_.clamp(pose_.theta);
  place(goals);
  const NormalSystem& s = rows_.system();
  const int most = s.columns() > s.rows() ? kRedundantSteps : kSingleSteps;
  for (int i = 0; i < most && !rows_.reached(); ++i) {
    if (!spend(goals)) return End::kStopped;
    if (!step(goals, pose_, true)) return End::kFailed;
  }
  return rows_.reached() ? End::kReached : End::kFailed;
}

/// Keeps the pose, clamped to the limits, if it is closer to the goals than all before.
void Reach::keep_if_closer(const Goals& goals) {
  ranges_.unwind(pose_.theta);
  ranges_.clamp(pose_.theta);
  place(goals);
  if (!(rows_.objective() < closest_)) return;
  closest_ = rows_.objective();
  best_.theta = pose_.theta;
}

/// Of the solution pose_, by Stop::choice: less is better.
double Reach::score(const Goals& goals) {
  switch (goals.stop.choice) {
    case Choice::kFromLimits:
      if (ranges_.limited()) return ranges_.eccentricity(pose_.theta);
      break;
    case Choice::kManipulable:
      rows_.linearise(pose_);
      return -rows_.system().squared_manipulability();
    case Choice::kFirst:
    case Choice::kNearest:
      break;
  }
  return ranges_.distance(pose_.theta, start_);
}

Report Reach::run(const Goals& goals, const Pose& first, const VectorX& start, int used) {
  Report report;
  const bool led = first.theta != start;  // the present pose is a second start
  if (led) {
    pose_.theta = start;
    forward_kinematics(goals.multibody, pose_);
  }
  const Pose& present = led ? pose_ : first;
  if (!begin(goals, present, used)) {
    report.outcome = Outcome::kNotFinite;
    return report;
  }
  const bool outside = outside_shell(goals, present);
  const int restarts = outside || rows_.joints().empty() ? 0 : goals.stop.restarts;
  double best_score = kUnlimited;
  bool found = false;
  for (int i = 0; i <= restarts; ++i) {
    const Pose& from = i == 0 ? first : pose_;
    if (i == 0) {
      if (led) {
        pose_.theta = first.theta;
        keep_if_closer(goals);
        rows_.look(first);
      }
    } else {
      pose_.theta = start_;
      if (!led || i > 1) ranges_.draw(led ? i - 1 : i, pose_.theta);
      place(goals);
    }
    ++report.attempts;
    if (outside && rows_.system().rows() == 3) break;  // the descent alone is quicker
    const End end = attempt(goals, from);
    if (end == End::kReached) {
      if (updates_ == 0 && goals.stop.choice == Choice::kFirst) report.attempts = 0;
      const double own = goals.stop.choice == Choice::kFirst ? 0.0 : score(goals);
      if (!found || own < best_score) std::swap(best_, pose_);
      best_score = found ? std::min(best_score, own) : own;
      found = true;
      if (goals.stop.choice == Choice::kFirst) break;
    } else if (!found) {
      keep_if_closer(goals);
    }
    if (end == End::kStopped) break;
  }
  report.updates = updates_;
  if (found) {
    report.outcome = Outcome::kReached;
    return report;
  }
  return end_closest(goals, outside, report);
}

Report Reach::finish(const Goals& goals, const Pose& start, const VectorX& closest,
                     const Report& attempts) {
  Report report = attempts;
  if (!begin(goals, start, attempts.updates)) {
    report.outcome = Outcome::kNotFinite;
    return report;
  }
  const bool outside = outside_shell(goals, start);
  pose_.theta = closest;
  keep_if_closer(goals);
  return end_closest(goals, outside, report);
}

/// Descends from best_ where no attempt has reached the goals.
Report Reach::end_closest(const Goals& goals, bool outside, Report report) {
  forward_kinematics(goals.multibody, best_);
  if (!given_up_) report.updates += descend(goals, goals.stop.updates - updates_);
  rows_.look(best_);
  report.outcome = rows_.reached()                  ? Outcome::kReached
                   : descent_.rests() && !given_up_ ? Outcome::kStalled
                                                    : Outcome::kMoved;
  report.reason = outside ? Reason::kOutOfReach : Reason::kNone;
  if (report.outcome != Outcome::kReached && !outside) explain(goals, report);
  return report;
}

/// Descends from best_. \returns the number of steps
int Reach::descend(const Goals& goals, int most) {
  int steps = descent_.run(goals, rows_, ranges_, most, best_);
  given_up_ = descent_.given_up();
  if (!descent_.rests() || descent_.at_minimum()) return steps;
  // a saddle: once more from another pose
  rows_.look(best_);
  const double saddle = rows_.objective();
  ranges_.draw(1, pose_.theta);
  forward_kinematics(goals.multibody, pose_);
  steps += descent_.run(goals, rows_, ranges_, most - steps, pose_);
  given_up_ = descent_.given_up();
  rows_.look(pose_);
  if (rows_.objective() < saddle) std::swap(best_, pose_);
  return steps;
}

/// Finds the reason at the closest pose.
void Reach::explain(const Goals& goals, Report& report) {
  if (given_up_) {
    report.reason = Reason::kGivenUp;
  } else if (report.outcome == Outcome::kMoved) {
    report.reason = Reason::kUpdates;
  } else if (descent_.pushing_joint() >= 0) {
    report.reason = Reason::kLimit;
    report.joint = descent_.pushing_joint();
  } else {
    // a singular pose has a lower rank than others
    rows_.linearise(best_);
    const int rank = rows_.system().rank();
    ranges_.draw(1, pose_.theta);
    forward_kinematics(goals.multibody, pose_);
    rows_.look(pose_);
    rows_.linearise(pose_);
    report.reason = rank < rows_.system().rank() ? Reason::kSingular : Reason::kLocalMinimum;
  }
}

/// True if two solutions are one: between them the goals are met as well, as near the edge of
/// reach.
bool Reach::is_same(const Goals& goals, const VectorX& a, const VectorX& b) {
  if (ranges_.same(a, b, kSame)) return true;
  const double tolerance = std::max(goals.stop.error / rows_.unit(), goals.stop.aim_error);
  if (!ranges_.same(a, b, kNeighbours * std::sqrt(tolerance))) return false;
  ranges_.halfway(a, b, pose_.theta);
  place(goals);
  return rows_.reached();
}

void Reach::collect(const Goals& goals, const Pose& start, int count, std::vector<VectorX>& found) {
  found.clear();
  if (!begin(goals, start, 0) || outside_shell(goals, start)) return;
  for (int i = 0; i <= goals.stop.restarts; ++i) {
    if (i > 0) {
      ranges_.draw(i, pose_.theta);
      place(goals);
    }
    const End end = attempt(goals, i == 0 ? start : pose_);
    if (end == End::kStopped) break;
    if (end != End::kReached) continue;
    // exact to the last digits, where steps within the limits can make it so
    best_.theta = pose_.theta;
    rows_.look(pose_);
    for (int k = 0; k < kExactSteps; ++k) {
      const double before = rows_.size();
      if (!step(goals, pose_, true)) break;
      if (!(rows_.size() < before) || !rows_.reached()) break;
      best_.theta = pose_.theta;
    }
    const auto known = [&](const VectorX& other) { return is_same(goals, best_.theta, other); };
    if (std::any_of(found.begin(), found.end(), known)) continue;
    const auto nearer = [this](const VectorX& a, const VectorX& b) {
      return ranges_.distance(a, start_) < ranges_.distance(b, start_);
    };
    found.insert(std::upper_bound(found.begin(), found.end(), best_.theta, nearer), best_.theta);
    if (static_cast<int>(found.size()) > count) found.pop_back();
  }
}

}  // namespace ik
