#pragma once

#include "lab/diagnosis/observer.h"
#include "lab/track/reach.h"

namespace lab {

/// What a shaky moment looks like from inside: the linear model that its step was computed from,
/// and how far that model holds.
struct Evidence {
  double share = 0.0;  ///< of all |bend|^2 of the moments looked at; they add up to 1

  double sigma_max = 0.0;  ///< of J at the effectors, m / rad
  double sigma_min = 0.0;  ///< the smallest that no rounding explains, m / rad
  /// The share of |bend|^2 along right singular vectors whose sigma is below kWeak sigma_max.
  double weak_share = 0.0;
  double weak_sigma = 0.0;         ///< of the direction among those that bends most
  Eigen::VectorXd weak_u, weak_v;  ///< its u (m) and v (n), unit

  /// The least lambda at which damped least squares comes to rest here, m / rad.
  ///
  /// Near rest its update is theta + (J^T J + lambda^2 I)^-1 J^T e, which moves a small deviation
  /// x to x - (J^T J + lambda^2 I)^-1 H x with H the exact Hessian of 1/2 |e|^2. Deviations shrink
  /// where all eigenvalues of that product lie between 0 and 2, which is, H being symmetric,
  ///   H <= 2 (J^T J + lambda^2 I)      lambda^2 >= 1/2 largest eigenvalue of H - 2 J^T J.
  /// Below it every step overshoots the bottom of the valley by more than it was away: the cliff
  /// of Buss (2009), section 8. H - J^T J grows with e, hence D_max lowers it.
  double cliff = 0.0;
  double cliff_with_d_max = 0.0;  ///< the same with every e_i cut to half a link
  double cliff_at_rest = 0.0;     ///< the same where the body comes to rest under these targets
  /// The largest eigenvalue of H, m^2 / rad^2: steps of r J^T e come to rest while r is below 2
  /// over it.
  double curvature = 0.0;
  Eigen::VectorXd steep;  ///< (n) the motion that overshoots, unit

  std::vector<double> error;   ///< (k) |e_i| before any clamp, m
  std::vector<double> beyond;  ///< (k) how far the target is outside reach_of, m
  /// (k) what is left of each error when the body is brought to rest: all goals at once, that goal
  /// alone, and that goal alone without limits, m.
  std::vector<double> together, alone, unlimited;
  /// |J at the target - J at the effector| / |J at the effector|; 0 where the method sees the
  /// latter.
  double alternate = 0.0;
  bool capped = false;  ///< a cap cut the step
  /// The method's whole step, before any cap, leaves as much error as there was, as it is shown to
  /// methods: it goes too far by itself, and a cap only bounds the swing. The method starts afresh.
  bool overshoots = false;
};

/// Below this share of the largest a singular value counts as weak.
inline constexpr double kWeak = 0.2;

/// An error above this is no rounding and no lag: a hundredth of the effector's reach, m.
double unreached(const ik::Multibody& multibody, int effector);

/// Looks into the shakiest of the observer's moments, those that hold most of the shaking. The
/// tracker says which method and settings are in force and is not touched. Takes milliseconds.
std::vector<Evidence> evidence_of(const Tracker& tracker, const DiagnosisObserver& observer);

}  // namespace lab
