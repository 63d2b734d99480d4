#pragma once

#include <array>
#include <vector>

#include "lab/run/metrics.h"
#include "lab/track/tracker.h"

namespace lab {

/// One of the shakiest observed steps: its input and its motion.
struct ObservedMoment {
  long step = 0;
  ik::VectorX theta;                     ///< (n) before the step, rad or m
  ik::VectorX bend;                      ///< (n) this step minus the previous step, rad or m
  std::vector<Eigen::Vector3d> targets;  ///< (k) as passed to the method, m
  std::vector<ik::Aim> aims;             ///< (r)
  std::vector<double> d_max;             ///< (k) m
  double weight = 0.0;                   ///< |bend|
  bool capped = false;                   ///< a cap cut the step
};

/// Measures a tracker's shaking in constant memory. Adding a step takes well under a microsecond,
/// allocates nothing after the first steps, and does not change the run.
///
/// The measures are exponentially weighted means over about the last `horizon` steps; with an
/// infinite horizon of all steps. The first kSettling steps are left out (RecentShaking). The
/// observer restarts where the tracker restarts or jumps in time, or changes its method or body.
class DiagnosisObserver {
 public:
  /// Smallest step of a target that counts as a jump, as a share of its effector's reach. The
  /// curves of the report move by less than a tenth of that.
  static constexpr double kLeapShare = 0.1;
  /// \param horizon steps, above 1; kOff for the whole run
  /// \param made    steps that the run has made before the first added one; they count as left out
  explicit DiagnosisObserver(double horizon = kRecentSteps, long made = 0);

  void add(const Tracker& tracker);
  void clear();
  /// Changes the horizon; the measures keep their values. \param horizon steps, above 1
  void set_horizon(double horizon);

  /// The sum of the weights of all steps, in steps; 0 at the start of a run.
  double weight() const { return recent_.weight; }
  /// The number of steps that count, however old they are.
  long observed() const { return observed_; }
  /// Mean over the steps of |theta_k - 2 theta_{k-1} + theta_{k-2}|, angular joints, degrees.
  double jitter_deg() const { return recent_.jitter_deg(); }
  double roughness() const { return recent_.roughness(); }
  bool shakes() const { return recent_.shakes(); }
  /// The shares of the shaking, by |bend|^2, in steps that limits shortened, and in the kSettling
  /// steps after a jump of a target.
  double at_limits() const { return recent_.bends > 0.0 ? limited_ / recent_.bends : 0.0; }
  double after_leap() const { return recent_.bends > 0.0 ? leapt_ / recent_.bends : 0.0; }
  double not_finite() const { return share(not_finite_); }  ///< share of steps that are not finite
  /// Mean of |step - previous step| of joint j, rad or m.
  double bend_of(int j) const { return share(bends_[static_cast<std::size_t>(j)]); }
  /// The share of the steps after which joint j was at a limit.
  double limit_hits(int j) const { return share(hits_[static_cast<std::size_t>(j)]); }
  /// Largest recent jump of a target, m, and its effector.
  double leap() const { return leap_; }
  int leaping_effector() const { return leaping_effector_; }

  /// Shaky moments, spread over the horizon, unordered.
  std::span<const ObservedMoment> moments() const { return {moments_.data(), kept_}; }
  static constexpr std::size_t kMoments = 16;

 private:
  double share(double sum) const { return recent_.weight > 0.0 ? sum / recent_.weight : 0.0; }
  void scale(double factor);
  bool detect_jumps(const Tracker& tracker);
  void keep(const Tracker& tracker, double bend);
  ObservedMoment& place();

  double horizon_, keep_share_;
  long made_ = 0, observed_ = 0;
  RecentShaking recent_;
  double limited_ = 0.0, leapt_ = 0.0, not_finite_ = 0.0;
  std::vector<double> bends_, hits_;
  double leap_ = 0.0;
  int leaping_effector_ = -1;
  long last_step_ = -1, last_leap_ = -1, leap_step_ = -1;
  const ik::MethodInfo* method_ = nullptr;
  std::vector<Eigen::Vector3d> targets_;
  std::vector<double> reach_;  // (k) m
  bool limits_ = false;        // limits were on when reach_ was measured
  std::array<ObservedMoment, kMoments> moments_;
  std::size_t kept_ = 0;
  long stride_ = 1, last_kept_ = -1;
};

}  // namespace lab
