#include "ik/solve/solver_state.h"

#include <algorithm>
#include <utility>

namespace ik {
namespace {

/// solve() stalls if the objective falls by less than this share in kGainSteps steps: at that rate
/// a digit takes thousands of steps.
constexpr double kMinGain = 1e-3;
constexpr int kGainSteps = 32;
/// Far targets make some methods shake. D_max is then set to this share of the largest error, and
/// reduced again, at most kMaxShortenings times.
constexpr double kShorter = 0.25;
constexpr int kMaxShortenings = 5;
/// Most steps of a method that goes first in solve(): if it has not come near by then, restarts
/// reach sooner.
constexpr int kLeadingSteps = 100;
/// Attempts of a body with loops, each with at most so many steps.
constexpr int kClosedSteps = 200;
/// A body does not shake if its joints move by less than this in a step, rad or m.
constexpr double kRest = 1e-6;

}  // namespace

Report Solver::State::attempt(const Stop& stop) { return attempt(stop, kMaxShortenings); }

Report Solver::State::attempt(const Stop& stop, int shortenings_left) {
  Report report;
  report.outcome = Outcome::kMoved;
  double objective = this->objective(), least = objective, mark = objective;
  best = pose.theta;
  for (;;) {
    measure(problem(), report);
    if (report.error <= stop.error && report.aim_error <= stop.aim_error) {
      report.outcome = Outcome::kReached;
      break;
    }
    report.given_up = stop.give_up && stop.give_up();
    if (report.updates >= stop.updates || report.given_up) break;
    const Outcome outcome = update(report);
    ++report.updates;
    if (outcome == Outcome::kNotFinite || outcome == Outcome::kInvalidAim ||
        outcome == Outcome::kOpensLoops) {
      report.outcome = outcome;
      break;
    }
    objective = this->objective();
    if (objective < least) {
      least = objective;
      best = pose.theta;
    }
    if (report.updates % kGainSteps == 0) {
      const bool gains = least < (1.0 - kMinGain) * mark;
      mark = least;
      const bool rests = dtheta.lpNorm<Eigen::Infinity>() < kRest;
      if (!gains && (rests || --shortenings_left < 0)) {
        report.outcome = Outcome::kStalled;
      } else if (!gains) {
        place(best);
        measure(problem(), report);
        const double most = d_max.front();
        set_d_max(kShorter * std::min(most, std::max(report.error, report.aim_error)));
      }
    }
    if (outcome == Outcome::kStalled) report.outcome = outcome;
    if (report.outcome == Outcome::kStalled) break;
  }
  set_d_max(own.d_max);
  if (report.outcome != Outcome::kReached && objective > least) place(best);
  measure(problem(), report);
  report.attempts = report.updates > 0 ? 1 : 0;
  report.starts = 1;
  report.verdict = report.outcome == Outcome::kReached   ? Verdict::kReached
                   : report.outcome == Outcome::kStalled ? Verdict::kSearched
                                                         : Verdict::kUnfinished;
  return report;
}

Report Solver::State::search(const Stop& stop) {
  // here, so that the first failure allocates nothing, also after calls with a pose that stands
  reach.reserve(multibody);
  stand();
  start = pose.theta;
  Report report;
  const bool invalid = has_invalid_aim(multibody, aims);
  if (!finite_numbers || invalid) {
    measure(problem(), report);
    report.outcome = invalid ? Outcome::kInvalidAim : Outcome::kNotFinite;
    dtheta.setZero();
    return report;
  }
  if (leads && stop.tolerances.empty()) {
    Stop first = stop;
    first.updates = std::min(kLeadingSteps, stop.updates / 2);
    report = attempt(first, 0);
    // where the body stands, other choices may know a better pose
    const bool ends =
        stop.choice == Choice::kFirst || (stop.choice == Choice::kNearest && report.updates == 0);
    const bool done = report.outcome == Outcome::kReached && ends;
    if (done) report.starts = report.attempts;
    if (done || report.outcome == Outcome::kNotFinite) return report;
  }
  const int used = report.updates, attempts = report.attempts;
  report = reach.run(goals(stop), pose, start, used);
  if (reach.stood()) return report;
  report.attempts += attempts;
  report.starts += attempts;
  if (report.joint >= 0) report.joint = multibody.given_index(report.joint);
  if (report.outcome != Outcome::kNotFinite) std::swap(pose, reach.pose());
  to_given(pose.theta, theta);
  // the numbers of the last step are about this pose
  pose_before.theta = pose.theta;
  std::copy(targets.begin(), targets.end(), asked_targets.begin());
  std::copy(aims.begin(), aims.end(), asked_aims.begin());
  looked_at = false;
  dtheta.setZero();
  return report;
}

namespace {

/// What makes a pose of a body with loops better than another: reached first, then less error.
double badness(const Report& report, double objective) {
  return report.outcome == Outcome::kReached ? -1.0 : objective;
}

}  // namespace

bool Solver::State::attempt_from(int number, const Stop& stop, Report& report) {
  if (number == 0) {
    place(start);
  } else {
    Pose& trial = workspace.trial;
    trial.theta = start;
    ranges.draw_start(number, trial.theta);
    forward_kinematics(multibody, trial);
    if (!close(trial)) return false;
    place(trial.theta);
  }
  if (!closed_method) closed_method = known_method("levenberg-marquardt").create();
  const bool leading = leads && number == 0;
  if (!leading) std::swap(method, *closed_method);
  workspace.forget();
  const int used = report.updates;
  Stop one = stop;
  one.updates = std::min(kClosedSteps, stop.updates - used);
  report = attempt(one, 0);
  report.updates += used;
  if (!leading) std::swap(method, *closed_method);
  return true;
}

Report Solver::State::search_closed(const Stop& stop) {
  start = pose.theta;
  Report report;
  const bool invalid = has_invalid_aim(multibody, aims);
  if (!finite_numbers || invalid || !begin_step(problem(), workspace)) {
    measure(problem(), report);
    report.outcome = invalid ? Outcome::kInvalidAim : Outcome::kNotFinite;
    dtheta.setZero();
    return report;
  }
  begin_ranges();
  VectorX best_pose = start;
  double least = kUnlimited;
  Report result;
  for (int number = 0; number <= stop.restarts; ++number) {
    if (!attempt_from(number, stop, report)) continue;
    const double here = badness(report, objective());
    const int attempts = result.attempts + report.attempts;
    if (here < least) {
      least = here;
      best_pose = pose.theta;
      result = report;
    }
    result.attempts = attempts;
    result.starts = number + 1;
    result.updates = report.updates;
    if (here < 0.0 || report.given_up || report.updates >= stop.updates) break;
  }
  place(best_pose);
  measure(problem(), result);
  if (result.outcome != Outcome::kReached) {
    result.verdict = result.starts > stop.restarts ? Verdict::kSearched : Verdict::kUnfinished;
  }
  return result;
}

void Solver::State::collect_closed(const Stop& stop, int count, Solutions& found) {
  if (count == 0 || !finite_numbers || !begin_step(problem(), workspace)) return;
  const VectorX here = pose.theta;
  start = here;
  begin_ranges();
  found.starts = stop.restarts + 1;
  Report report;
  for (int number = 0; number <= stop.restarts; ++number) {
    if (report.updates >= stop.updates || (stop.give_up && stop.give_up())) break;
    ++found.attempts;
    ++found.fruitless;
    if (!attempt_from(number, stop, report) || report.outcome != Outcome::kReached) continue;
    const bool known = std::ranges::any_of(found.theta, [this](const VectorX& other) {
      return ranges.same(pose.theta, other, kSamePose);
    });
    if (known) continue;
    found.theta.push_back(pose.theta);
    found.fruitless = 0;
  }
  std::ranges::sort(found.theta, {},
                    [&](const VectorX& one) { return ranges.distance(one, here, true); });
  if (found.theta.size() > static_cast<std::size_t>(count)) {
    found.theta.resize(static_cast<std::size_t>(count));
  }
  found.branches = static_cast<int>(found.theta.size());
  place(here);
}

void Solver::State::begin_ranges() {
  ranges.reserve(multibody);
  moving.clear();
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const bool immobile = !mobility.empty() && mobility[static_cast<std::size_t>(j)] == 0.0;
    if (!immobile && multibody.joint(j).leader < 0) moving.push_back(j);
  }
  double unit = 0.0;
  for (const Joint& joint : multibody.joints()) {
    unit = std::max(unit, joint.parent_from_joint.translation().norm());
  }
  ranges.begin(body_in_force(), moving, start, unit > 0.0 ? unit : 1.0, 0);
}

}  // namespace ik
