#pragma once

#include "lab/diagnosis/observer.h"
#include "lab/track/reach.h"

namespace lab {

/// An analysis of a shaky moment: the linear model of its step, and how well that model holds.
struct Evidence {
  double share = 0.0;  ///< of the sum of |bend|^2 over the analysed moments

  double sigma_max = 0.0;  ///< of J at the effectors, m / rad
  double sigma_min = 0.0;  ///< the smallest above rounding, m / rad
  /// The share of |bend|^2 in weak directions: right singular vectors with sigma < kWeak sigma_max.
  double weak_share = 0.0;
  double weak_sigma = 0.0;     ///< of the weak direction that bends most, m / rad
  ik::VectorX weak_u, weak_v;  ///< its u (m) and v (n), unit

  /// The least lambda at which damped least squares comes to rest here, m / rad.
  ///
  /// Near rest its update is theta + (J^T J + lambda^2 I)^-1 J^T e, which moves a small deviation
  /// x to x - (J^T J + lambda^2 I)^-1 H x with H the exact Hessian of 1/2 |e|^2. Deviations shrink
  /// where all eigenvalues of that product lie between 0 and 2, which is, H being symmetric,
  ///   H <= 2 (J^T J + lambda^2 I)      lambda^2 >= 1/2 largest eigenvalue of H - 2 J^T J.
  /// Below it every step overshoots the minimum by more than its distance: the cliff of Buss
  /// (2009), section 8. H - J^T J grows with e, hence D_max lowers the cliff.
  double cliff = 0.0;
  double cliff_with_d_max = 0.0;  ///< the same with every e_i clamped to half a link
  double cliff_at_rest = 0.0;     ///< the same in the pose where the body rests with these targets
  /// The largest eigenvalue of H, m^2 / rad^2: steps r J^T e come to rest if r < 2 / curvature.
  double curvature = 0.0;
  ik::VectorX steep;  ///< (n) the motion that overshoots, unit

  std::vector<double> error;   ///< (k) |e_i| before any clamp, m
  std::vector<double> beyond;  ///< (k) distance of the target from the links' reach (reach_of), m
  /// (k) each error when the body has come to rest, m: with all goals, with that goal alone, and
  /// with that goal alone and no limits.
  std::vector<double> together, alone, unlimited;
  /// |J at the target - J at the effector| / |J at the effector|; 0 if the method uses the latter.
  double alternate = 0.0;
  bool capped = false;  ///< a cap shortened the step
  /// The method's step, before any cap, leaves no less error than before: it goes too far by
  /// itself, and a cap only bounds the swing. Measured with a method and a workspace without
  /// history.
  bool overshoots = false;
};

/// The share of the largest singular value below which a singular value is weak.
inline constexpr double kWeak = 0.2;

/// Error above which an effector is not at its target, m: a hundredth of its reach, more than
/// rounding and lag.
double unreached(const ik::Multibody& multibody, int effector);

/// Analyses the shakiest of the observer's moments, which hold most of the shaking, with the
/// tracker's method and settings. Takes milliseconds.
std::vector<Evidence> evidence_of(const Tracker& tracker, const DiagnosisObserver& observer);

}  // namespace lab
