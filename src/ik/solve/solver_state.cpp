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
    if (outcome == Outcome::kNotFinite || outcome == Outcome::kInvalidAim) {
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

}  // namespace ik
