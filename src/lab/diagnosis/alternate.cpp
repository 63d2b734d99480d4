#include "lab/diagnosis/alternate.h"

#include <cmath>

#include "ik/task/limits.h"
#include "lab/run/metrics.h"

namespace lab {
namespace {

/// Repeats the steps from a moment: with its pose, its targets' curves, and a method without
/// memory. An adaptive D_max keeps its state.
class Replayed {
 public:
  Replayed(const Tracker& tracker, const ObservedMoment& moment)
      : tracker_(tracker), moment_(moment) {}

  /// The sum of |bend|^2 over kTried steps with a kind of Jacobian.
  double bends(ik::JacobianKind kind) const {
    const Settings& settings = tracker_.settings();
    const ik::Multibody& body = tracker_.multibody();
    const LimitRule rule = ik::has_limits(body) ? settings.limits : LimitRule::kIgnore;
    const ik::StepCaps caps{tracker_.max_angle(), settings.max_slide};
    const ik::AnyMethod& method = tracker_.method();
    ik::LimitedStep limited_step;
    ik::Workspace workspace;
    ik::Pose pose = ik::pose_at(body, moment_.theta), before;
    std::vector<Eigen::Vector3d> targets = moment_.targets;
    std::vector<ik::Aim> aims = moment_.aims;
    ik::VectorX last;
    double sum = 0.0;
    for (int k = 0; k <= kTried; ++k) {
      if (k > 0) move_goals(k, targets, aims);
      const ik::VectorX start = pose.theta;
      for (int update = 0; update < settings.iterations; ++update) {
        ik::Problem problem = tracker_.problem().at(pose);
        problem.targets = targets;
        problem.aims = aims;
        problem.d_max = moment_.d_max;
        problem.jacobian = kind;
        limited_step.propose(method, problem, caps, rule, workspace);
        ik::take_step(body, workspace.dtheta, rule != LimitRule::kIgnore, pose, before);
      }
      const ik::VectorX step = pose.theta - start;
      if (k > 0) sum += (step - last).squaredNorm();
      last = step;
    }
    return sum;
  }

 private:
  void move_goals(int k, std::vector<Eigen::Vector3d>& targets, std::vector<ik::Aim>& aims) const {
    if (tracker_.targets_frozen()) return;
    const long steps = moment_.step + k - tracker_.step_count();
    const double step_time = tracker_.settings().time_step;
    const double time = tracker_.target_time() + static_cast<double>(steps) * step_time;
    const double lead = tracker_.settings().lead;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const TargetSetup& target = tracker_.setup().targets[i];
      if (target.held) continue;
      const Eigen::Vector3d now = target.curve.at(time);
      const bool jumps = target.curve.jumps_between(time - step_time, time);
      targets[i] =
          jumps ? now : Eigen::Vector3d(now + lead * (now - target.curve.at(time - step_time)));
    }
    for (std::size_t i = 0; i < aims.size(); ++i) aims[i] = tracker_.scene().aims[i].at(time);
  }

  const Tracker& tracker_;
  const ObservedMoment& moment_;
};

struct Again {
  Tracker tracker;
  AlternateRun::Measured measured;
};

/// \param left_out steps before the measured ones
Again again(const Tracker& tracker, ik::JacobianKind kind, long left_out) {
  Again again{tracker, {}};
  again.tracker.change([kind](Setup& setup) { setup.front_lane().settings.jacobian = kind; });
  again.tracker.reset();
  Metrics metrics(left_out);
  for (long k = 1; k <= tracker.step_count(); ++k) {
    again.tracker.step();
    metrics.add(again.tracker);
    if (k > left_out) again.measured.bends += motion_of(again.tracker).all_bends;
  }
  const Summary summary = metrics.summary();
  again.measured.jitter_deg = summary.mean_jitter_deg;
  again.measured.roughness = summary.roughness;
  return again;
}

}  // namespace

double bends_at_effector(const Tracker& tracker, const ObservedMoment& moment) {
  const Replayed replayed(tracker, moment);
  const double bends = replayed.bends(ik::JacobianKind::kTarget);
  return bends > 0.0 ? replayed.bends(ik::JacobianKind::kEffector) / bends : 1.0;
}

std::optional<AlternateRun> run_at_effector(const Tracker& tracker,
                                            const DiagnosisObserver& observer) {
  const long steps = tracker.step_count();
  const long observed = std::lround(observer.weight());
  if (steps > kMaxRepeatedSteps || observed < 1 || observed > steps) return std::nullopt;
  const Again same = again(tracker, tracker.settings().jacobian, steps - observed);
  if (same.tracker.pose().theta != tracker.pose().theta) return std::nullopt;
  const Again other = again(tracker, ik::JacobianKind::kEffector, steps - observed);
  return AlternateRun{.at_target = same.measured, .at_effector = other.measured};
}

}  // namespace lab
