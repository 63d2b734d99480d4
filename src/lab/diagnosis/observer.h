#pragma once

#include <array>
#include <vector>

#include "lab/track/tracker.h"

namespace lab {

/// One of the shakiest steps that an observer has seen: what it was computed from and what it did.
struct ObservedMoment {
  long step = 0;
  Eigen::VectorXd theta;                 ///< (n) before the step, rad or m
  Eigen::VectorXd bend;                  ///< (n) this step less the one before, rad or m
  std::vector<Eigen::Vector3d> targets;  ///< (k) as the method was shown them, m
  std::vector<ik::Aim> aims;             ///< (r)
  std::vector<double> d_max;             ///< (k) m
  double weight = 0.0;                   ///< |bend|
  bool capped = false;                   ///< a cap cut the step
};

/// Watches a tracker for shaking, in constant memory: fed after every step, it costs well under a
/// microsecond, allocates nothing once warm, and changes nothing of the run.
///
/// What it adds up fades with the age of the steps, so that it speaks of the last `horizon` steps
/// or so; an infinite horizon speaks of all. The first kSettling steps of a run are left out. It
/// starts afresh where the tracker did, where the method was changed, and for another body.
class DiagnosisObserver {
 public:
  /// Two seconds at 120 steps a second: what somebody who looks remembers.
  static constexpr double kHorizon = 240.0;
  /// Steps in which what a start or a leap of a target stirs up comes to rest: a quarter turn in
  /// steps of 5 degrees, the smallest cap of a method.
  static constexpr long kSettling = 18;
  /// \param horizon steps, above 1; kOff for a whole run
  explicit DiagnosisObserver(double horizon = kHorizon);

  /// Takes in the step that the tracker has just made.
  void add(const Tracker& tracker);
  void clear();

  /// How many steps count, 0 before the second step of a run.
  double weight() const { return weight_; }
  /// Mean over the steps of |theta_k - 2 theta_{k-1} + theta_{k-2}|, angular joints, degrees.
  double jitter_deg() const { return share(jitter_deg_); }
  /// sum |step - before|^2 / sum (|step| + |before|)^2, over all joints, rad and m alike: 0 for an
  /// even motion, about (pi / P)^2 for a swing of P steps, 1/2 for steps at random, 1 where every
  /// step takes the last one back.
  double roughness() const { return rough_of_ > 0.0 ? rough_ / rough_of_ : 0.0; }
  /// The share of the shaking, by |bend|^2, that fell in steps of which ...
  double capped() const { return rough_ > 0.0 ? capped_ / rough_ : 0.0; }      ///< a cap cut
  double at_limits() const { return rough_ > 0.0 ? limited_ / rough_ : 0.0; }  ///< limits stopped
  double after_leap() const { return rough_ > 0.0 ? leapt_ / rough_ : 0.0; }   ///< a target leapt
  double not_finite() const { return share(not_finite_); }  ///< the share of steps without numbers
  /// Mean of |step - before| of joint j, rad or m.
  double bend_of(int j) const { return share(bends_[static_cast<std::size_t>(j)]); }
  /// How often joint j stood at a limit, as a share of the steps.
  double limit_hits(int j) const { return share(hits_[static_cast<std::size_t>(j)]); }
  /// Largest recent jump of a target, m, and its effector.
  double leap() const { return leap_; }
  int leaping_effector() const { return leaping_effector_; }

  /// Shaky moments spread over the steps that count, in no order.
  std::span<const ObservedMoment> moments() const { return {moments_.data(), kept_}; }
  static constexpr std::size_t kMoments = 16;

 private:
  double share(double sum) const { return weight_ > 0.0 ? sum / weight_ : 0.0; }
  void fade();
  bool note_leaps(const Tracker& tracker);
  void keep(const Tracker& tracker, double bend);
  ObservedMoment& place();

  double horizon_, keep_share_;
  double weight_ = 0.0, jitter_deg_ = 0.0, rough_ = 0.0, rough_of_ = 0.0;
  double capped_ = 0.0, limited_ = 0.0, leapt_ = 0.0, not_finite_ = 0.0;
  std::vector<double> bends_, hits_;
  double leap_ = 0.0;
  int leaping_effector_ = -1;
  long last_step_ = -1, last_leap_ = -1, leap_step_ = -1;
  const ik::MethodInfo* method_ = nullptr;
  std::vector<Eigen::Vector3d> targets_;
  std::vector<double> reach_;  // (k) m
  std::array<ObservedMoment, kMoments> moments_;
  std::size_t kept_ = 0;
  long stride_ = 1, last_kept_ = -1;
};

}  // namespace lab
