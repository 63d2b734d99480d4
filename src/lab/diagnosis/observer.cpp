#include "lab/diagnosis/observer.h"

#include <algorithm>
#include <cmath>

#include "ik/simd/check.h"
#include "lab/track/reach.h"

namespace lab {

DiagnosisObserver::DiagnosisObserver(double horizon, long made)
    : horizon_(horizon), keep_share_(1.0 - 1.0 / horizon), made_(made) {
  ik::require(horizon > 1.0, "DiagnosisObserver: the horizon has to be above 1 step");
}

void DiagnosisObserver::set_horizon(double horizon) {
  ik::require(horizon > 1.0, "DiagnosisObserver: the horizon has to be above 1 step");
  // steps that a longer horizon remembers count as few as a shorter one would
  const double most = horizon / std::max(recent_.weight, 1.0);
  if (most < 1.0) {
    recent_.weight *= most;
    recent_.jitter *= most;
    recent_.bends *= most;
    recent_.ways *= most;
    scale(most);
  }
  horizon_ = horizon;
  keep_share_ = 1.0 - 1.0 / horizon;
}

void DiagnosisObserver::clear() { *this = DiagnosisObserver(horizon_); }

void DiagnosisObserver::add(const Tracker& tracker) {
  const ik::Multibody& body = tracker.multibody();
  const auto n = static_cast<std::size_t>(body.joint_count());
  const auto k = static_cast<std::size_t>(body.effector_count());
  if (tracker.step_count() != last_step_ + 1 || method_ != &tracker.method_info() ||
      bends_.size() != n || targets_.size() != k) {
    const long made = made_;
    clear();
    recent_.settling = static_cast<double>(std::max(kSettling - made, 0L));
    bends_.assign(n, 0.0);
    hits_.assign(n, 0.0);
    method_ = &tracker.method_info();
    targets_.assign(tracker.targets().begin(), tracker.targets().end());
    reach_.clear();
  }
  const bool limits = tracker.settings().limits != LimitRule::kIgnore;
  if (reach_.empty() || limits_ != limits) {
    reach_.resize(k);
    for (std::size_t i = 0; i < k; ++i) reach_[i] = reach_of(body, static_cast<int>(i)).most;
    limits_ = limits;
  }
  last_step_ = tracker.step_count();
  const bool leaps = detect_jumps(tracker);
  if (leaps) last_leap_ = last_step_;
  const Motion<double> motion = motion_of(tracker);
  const bool settles = recent_.settling > 0.0;
  recent_.add(motion, keep_share_);
  // the first steps go straight to the targets and do not count as shaking
  if (settles) return;

  ++observed_;
  scale(keep_share_);
  if (tracker.outcome() == ik::Outcome::kNotFinite) not_finite_ += 1.0;
  const double bend = motion.all_bends;
  if (tracker.joints_at_limits() > 0) limited_ += bend;
  if (last_leap_ >= 0 && last_step_ - last_leap_ < kSettling) leapt_ += bend;
  constexpr double kNear = 1e-9;  // rad or m, well above rounding
  for (int j = 0; j < body.joint_count(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    bends_[at] += std::abs(tracker.last_step()[j] - tracker.step_before()[j]);
    const ik::Joint& joint = body.joint(j);
    const double theta = tracker.pose().theta[j];
    if (theta <= joint.lower + kNear || theta >= joint.upper - kNear) hits_[at] += 1.0;
  }
  // keep only steps that shake more than the average: they hold nearly all of the shaking
  if (bend > 0.0 && bend * recent_.weight >= recent_.bends) keep(tracker, std::sqrt(bend));
}

void DiagnosisObserver::scale(double factor) {
  for (double* sum : {&limited_, &leapt_, &not_finite_}) *sum *= factor;
  for (double& sum : bends_) sum *= factor;
  for (double& sum : hits_) sum *= factor;
}

bool DiagnosisObserver::detect_jumps(const Tracker& tracker) {
  bool leaps = false;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const double way = (tracker.targets()[i] - targets_[i]).norm();
    targets_[i] = tracker.targets()[i];
    if (!(way > kLeapShare * std::min(reach_[i], kOff)) || !std::isfinite(way)) continue;
    leaps = true;
    const bool forgotten = static_cast<double>(last_step_ - leap_step_) > horizon_;
    if (way <= leap_ && !forgotten) continue;
    leap_ = way;
    leap_step_ = last_step_;
    leaping_effector_ = static_cast<int>(i);
  }
  return leaps;
}

/// A free slot for a moment. Moments are at least a stride apart. If the array is full, every other
/// moment is removed and the stride doubles. Once they span the horizon, the oldest is removed.
ObservedMoment& DiagnosisObserver::place() {
  if (kept_ < kMoments) return moments_[kept_++];
  if (static_cast<double>(stride_) * kMoments >= horizon_) {
    return *std::ranges::min_element(moments_, {}, &ObservedMoment::step);
  }
  std::ranges::sort(moments_, {}, &ObservedMoment::step);
  for (std::size_t i = 1; 2 * i < kMoments; ++i) std::swap(moments_[i], moments_[2 * i]);
  stride_ *= 2;
  kept_ = kMoments / 2;
  return moments_[kept_++];
}

void DiagnosisObserver::keep(const Tracker& tracker, double bend) {
  if (last_kept_ >= 0 && last_step_ - last_kept_ < stride_) return;
  last_kept_ = last_step_;
  ObservedMoment& moment = place();
  const ik::Problem problem = tracker.problem();
  moment.step = last_step_;
  moment.theta = tracker.pose().theta - tracker.last_step();
  moment.bend = tracker.last_step() - tracker.step_before();
  moment.targets.assign(problem.targets.begin(), problem.targets.end());
  moment.aims.assign(problem.aims.begin(), problem.aims.end());
  moment.d_max.assign(problem.d_max.begin(), problem.d_max.end());
  moment.weight = bend;
  moment.capped = tracker.capped();
}

}  // namespace lab
