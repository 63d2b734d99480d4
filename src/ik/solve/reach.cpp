#include "ik/solve/reach.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/body/joint.h"
#include "ik/solve/unserved.h"
#include "ik/task/attempt.h"
#include "ik/task/jacobian.h"

namespace ik {
namespace {

/// Starts of the descent where it is proven before other starts that no pose reaches. A descent
/// takes some 12 steps; of four the closest was missed at one goal in ten.
constexpr int kOutsideStarts = 40;
/// The closest pose is final if it comes so near to a bound that is proven, as a share of it.
constexpr double kAtBound = 1e-6;
/// Least share of the error that a limit is worth to be named.
constexpr double kWorth = 0.01;
/// Most joints at limits that are tried without them.
constexpr int kMaxBlamed = 8;

}  // namespace

void measure(const Problem& problem, Report& report) {
  const auto take = [](double& most, double error) {
    if (error > most || std::isnan(error)) most = error;
  };
  report.error = report.aim_error = 0.0;
  const Multibody& multibody = problem.multibody;
  const int k = multibody.effector_count();
  for (int g = 0; g < multibody.goal_count(); ++g) {
    const auto at = static_cast<std::size_t>(g);
    if (!problem.weights.empty() && problem.weights[at] == 0.0) continue;
    if (g < k) {
      take(report.error, length(problem.targets[at] - problem.pose.effector.col(g)));
      continue;
    }
    const Effector& effector = multibody.goal_effector(g);
    take(report.aim_error,
         aim_angle(effector.aim, effector_axes(problem.pose, effector), effector.pointer,
                   problem.aims[at - static_cast<std::size_t>(k)]));
  }
}

void Reach::reserve(const Multibody& multibody) {
  if (reserved_) return;
  rows_.reserve(multibody);
  ranges_.reserve(multibody);
  descent_.reserve(multibody);
  unserved_.reserve(multibody);
  closest_.reserve(multibody.joint_count());
  nearest_.reserve(multibody.joint_count());
  blamed_.resize(static_cast<std::size_t>(multibody.joint_count()));
  pose_.theta = best_.theta = start_ = multibody.initial_theta();
  trial_.theta = wish_ = held_ = start_;
  for (Pose* pose : {&pose_, &best_, &trial_}) forward_kinematics(multibody, *pose);
  reserved_ = true;
}

/// Begins a search, and looks at its first start and whether the targets are in the shell.
/// \returns false if a number is not finite
bool Reach::begin(const Goals& goals, const Pose& start, int used) {
  if (!open(goals, start, used)) return false;
  gap_ = shell_gap(goals, start);
  return true;
}

/// Begins a search, and looks at its first start. \returns false if a number is not finite
bool Reach::open(const Goals& goals, const Pose& start, int used) {
  if (!rows_.begin(goals, start) || !start.theta.allFinite()) {
    best_ = start;
    return false;
  }
  start_ = start.theta;
  ranges_.begin(goals.multibody, rows_.joints(), start_, rows_.unit(), goals.stop.seed,
                rows_.factors());
  given_up_ = false;
  updates_ = used;
  most_updates_ = goals.stop.updates - std::min(kDescentSteps, goals.stop.updates / 4);
  best_.theta = start_;
  closest_.clear();
  rows_.look(start);
  gap_ = 0.0;
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
  closest_.take_limit(ranges_.only_one_beyond(pose_.theta));
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

/// Keeps the pose, clamped to the limits, if it is among the closest to the goals.
void Reach::keep_if_closer(const Goals& goals) {
  ranges_.unwind(pose_.theta);
  ranges_.clamp(pose_.theta);
  place(goals);
  closest_.offer(rows_.objective(), pose_.theta);
}

/// The cost of the solution pose_ by Stop::choice: less is better.
double Reach::score(const Goals& goals) {
  switch (goals.stop.choice) {
    case Choice::kFromLimits:
      ranges_.unwind_to_middle(pose_.theta);
      forward_kinematics(goals.multibody, pose_);
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

/// Fills the errors of the end.
void Reach::measure_end(const Goals& goals, Report& report) {
  // the last look is at that pose
  if (report.verdict == Verdict::kReached && goals.stop.choice == Choice::kFirst &&
      !rows_.has_axes()) {
    report.error = rows_.error();
    report.aim_error = rows_.aim_error();
    return;
  }
  Problem problem{goals.multibody, best_, goals.targets};
  problem.aims = goals.aims;
  problem.weights = goals.weights;
  measure(problem, report);
}

Report Reach::run(const Goals& goals, const Pose& first, const VectorX& start, int used) {
  Report report = search(goals, first, start, used);
  measure_end(goals, report);
  return report;
}

Report Reach::search(const Goals& goals, const Pose& first, const VectorX& start, int used) {
  Report report;
  const bool led = first.theta != start;  // the present pose is a second start
  if (led) {
    pose_.theta = start;
    forward_kinematics(goals.multibody, pose_);
  }
  const Pose& present = led ? pose_ : first;
  stood_ = false;
  if (!open(goals, present, used)) {
    report.outcome = Outcome::kNotFinite;
    return report;
  }
  const bool nearest = goals.stop.choice == Choice::kFirst || goals.stop.choice == Choice::kNearest;
  stood_ = nearest && !led && !rows_.has_axes() && rows_.error() <= goals.stop.error &&
           rows_.aim_error() <= goals.stop.aim_error;
  if (stood_) {
    report.verdict = Verdict::kReached;
    best_ = present;
    return report;
  }
  closest_.offer(rows_.objective(), start_);
  int restarts = rows_.joints().empty() ? 0 : goals.stop.restarts;
  Proof proof = Proof::kNone;
  const auto look_at_shell = [&](const Pose& pose) {
    gap_ = shell_gap(goals, pose);
    if (gap_ == 0.0) return;
    proof = Proof::kDistance;
    restarts = 0;
  };
  const bool place_alone = rows_.system().rows() == 3;
  if (place_alone) look_at_shell(present);
  if (restarts > 0 && has_closed_form(goals)) {
    if (by_closed_form(goals)) {
      return {
          .updates = updates_, .attempts = 1, .verdict = Verdict::kReached, .starts = restarts + 1};
    }
    if (no_pose_ && no_pose_by_equations(goals)) proof = Proof::kPoses;
    rows_.look(present);
  }
  double best_score = kUnlimited;
  bool found = false, stopped = false;
  nearest_.clear();
  for (int i = 0; i <= restarts && !stopped; ++i) {
    const Pose& from = i == 0 ? first : pose_;
    if (i == 0) {
      if (led) {
        pose_.theta = first.theta;
        keep_if_closer(goals);
        rows_.look(first);
      }
    } else {
      if (i == kAttemptsBeforeProof && !found) proof = prove(goals);
      if (proof != Proof::kNone) break;
      pose_.theta = start_;
      if (!led || i > 1) ranges_.draw_start(led ? i - 1 : i, pose_.theta);
      place(goals);
    }
    attempt_ = report.attempts++;
    if (gap_ > 0.0) break;  // the descent alone is quicker
    const End end = attempt(goals, from);
    if (end == End::kReached) {
      if (updates_ == 0 && goals.stop.choice == Choice::kFirst) report.attempts = 0;
      const double own = goals.stop.choice == Choice::kFirst ? 0.0 : score(goals);
      if (goals.stop.choice == Choice::kNearest) nearest_.offer(own, pose_.theta);
      if (!found || own < best_score) std::swap(best_, pose_);
      best_score = found ? std::min(best_score, own) : own;
      found = true;
      if (goals.stop.choice == Choice::kFirst) break;
    } else if (!found) {
      keep_if_closer(goals);
      if (i == 0 && !place_alone) look_at_shell(pose_);
    }
    stopped = end == End::kStopped;
  }
  report.starts = restarts + 1;
  report.updates = updates_;
  report.given_up = given_up_;
  if (found) {
    if (goals.stop.choice == Choice::kNearest) slide_nearest(goals, best_score);
    report.outcome = Outcome::kReached;
    report.verdict = Verdict::kReached;
    return report;
  }
  if (proof == Proof::kNone && !given_up_ && report.attempts <= kAttemptsBeforeProof)
    proof = prove(goals);
  return end_closest(goals, proof, stopped, report);
}

Report Reach::finish(const Goals& goals, const Pose& start, const ClosestPoses& closest,
                     const Report& attempts, bool stopped) {
  Report report = end_elsewhere(goals, start, closest, attempts, stopped);
  measure_end(goals, report);
  return report;
}

Report Reach::end_elsewhere(const Goals& goals, const Pose& start, const ClosestPoses& closest,
                            const Report& attempts, bool stopped) {
  Report report = attempts;
  if (!begin(goals, start, attempts.updates)) {
    report.outcome = Outcome::kNotFinite;
    return report;
  }
  report.starts = goals.stop.restarts + 1;
  closest_.take_limit(closest.only_limit());
  closest_.offer(rows_.objective(), start_);
  for (int i = 0; i < closest.count(); ++i) {
    pose_.theta = closest.theta(i);
    keep_if_closer(goals);
  }
  return end_closest(goals, Proof::kNone, stopped, report);
}

Proof Reach::proof(const Goals& goals, const Pose& start) {
  if (!begin(goals, start, 0)) return Proof::kNone;
  return gap_ > 0.0 ? Proof::kDistance : prove(goals);
}

/// Asks whether the joints serve the goals' directions at all.
Proof Reach::prove(const Goals& goals) {
  if (!goals.stop.tolerances.empty()) return Proof::kNone;  // an axis may be free
  unserved_.begin();
  for (int i = 1; i <= Unserved::kPoses; ++i) {
    ranges_.draw(i, pose_.theta);
    place(goals);
    rows_.linearise(pose_);
    unserved_.add(goals, rows_, pose_);
  }
  return unserved_.proof(goals, rows_, pose_);
}

/// Descends to the closest pose where no attempt has reached the goals.
Report Reach::end_closest(const Goals& goals, Proof proof, bool stopped, Report report) {
  attempt_ = -1;
  descend_from_all(goals, proof);
  if (proof == Proof::kNone && !given_up_ && no_pose_by_equations(goals)) proof = Proof::kPoses;
  rows_.look(best_);
  report.given_up = given_up_;
  if (rows_.reached()) {
    report.outcome = Outcome::kReached;
    report.verdict = Verdict::kReached;
  } else if (proof != Proof::kNone) {
    report.outcome = given_up_ || !descent_.rests() ? Outcome::kMoved : Outcome::kStalled;
    report.verdict = Verdict::kProven;
    report.proof = proof;
    if (proof == Proof::kPoses && descent_.rests()) blame(goals, report);
  } else if (stopped || given_up_ || !descent_.rests()) {
    report.outcome = Outcome::kMoved;
    report.verdict = Verdict::kUnfinished;
  } else {
    report.outcome = Outcome::kStalled;
    report.verdict = Verdict::kSearched;
    blame(goals, report);
  }
  report.updates = updates_;
  return report;
}

/// Descends from a pose with forward kinematics, and once more from another one if it ends at a
/// saddle.
void Reach::descend(const Goals& goals, Pose& pose) {
  updates_ += descent_.run(goals, rows_, ranges_, updates_left(goals), pose);
  given_up_ = descent_.given_up();
  if (given_up_ || !descent_.rests() || descent_.at_minimum()) return;
  rows_.look(pose);
  const double saddle = rows_.objective();
  ranges_.draw(1, trial_.theta);
  forward_kinematics(goals.multibody, trial_);
  updates_ += descent_.run(goals, rows_, ranges_, updates_left(goals), trial_);
  given_up_ = descent_.given_up();
  rows_.look(trial_);
  if (rows_.objective() < saddle) std::swap(pose, trial_);
}

/// Sets best_ to the closest pose to which descents from the closest poses of all attempts lead.
void Reach::descend_from_all(const Goals& goals, Proof proof) {
  const bool outside = proof == Proof::kDistance || proof == Proof::kPoses;
  const int starts = std::max(outside ? kOutsideStarts : 0, closest_.count());
  double least = kUnlimited;
  best_.theta = closest_.theta(0);
  forward_kinematics(goals.multibody, best_);
  for (int i = 0; i < starts && !given_up_ && updates_left(goals) > 0; ++i) {
    if (i < closest_.count()) {
      pose_.theta = closest_.theta(i);
    } else {
      ranges_.draw(i, pose_.theta);
    }
    forward_kinematics(goals.multibody, pose_);
    descend(goals, pose_);
    rows_.look(pose_);
    if (!(rows_.objective() < least)) continue;
    least = rows_.objective();
    std::swap(best_, pose_);
    // one position, as close as can be
    const bool alone = rows_.system().rows() == 3 && goals.multibody.effector_count() == 1;
    if (rows_.reached() ||
        (alone && gap_ > 0.0 && std::sqrt(least / goals.weights[0]) <= (1.0 + kAtBound) * gap_)) {
      break;
    }
  }
}

/// Names the joint with the most costly limit: an attempt reached the goals beyond that limit
/// alone, or a descent without it from the closest pose ends with less error.
void Reach::blame(const Goals& goals, Report& report) {
  if (closest_.only_limit() >= 0) {
    report.joint = closest_.only_limit();
    report.gain = 1.0;
    return;
  }
  rows_.look(best_);
  const double error = std::sqrt(rows_.objective());
  std::fill(blamed_.begin(), blamed_.end(), char{0});
  descent_.look(goals, rows_, ranges_, best_);
  for (int i = 0; i < kMaxBlamed && updates_left(goals) > 0; ++i) {
    const int j = descent_.next_pushing(blamed_);
    if (j < 0) return;
    ranges_.release(j, true);
    pose_.theta = best_.theta;
    forward_kinematics(goals.multibody, pose_);
    updates_ +=
        descent_.run(goals, rows_, ranges_, std::min(kDescentSteps, updates_left(goals)), pose_);
    ranges_.release(j, false);
    rows_.look(pose_);
    const double gain = rows_.reached() ? 1.0 : 1.0 - std::sqrt(rows_.objective()) / error;
    if (gain >= kWorth && gain > report.gain) {
      report.gain = gain;
      report.joint = j;
    }
    descent_.look(goals, rows_, ranges_, best_);
  }
}

}  // namespace ik
