#pragma once

#include "lab/diagnosis/observer.h"
#include "lab/diagnosis/rest.h"
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
  /// (k) the least error found at rest, m: with all goals, with that goal alone, and with that goal
  /// alone and no limits. An error that is not unreached() shows a pose; a larger one shows only
  /// that none was found, from the number of starts below (Rest).
  std::vector<double> together, alone, unlimited;
  int starts_together = 1;        ///< where each goal alone can be reached, else 1
  std::vector<int> starts_alone;  ///< (k)
  /// |J at the target - J at the effector| / |J at the effector|; 0 if the method uses the latter.
  double alternate = 0.0;
  /// bends_at_effector() where the method takes J at the target, else 1.
  double bends_at_effector = 1.0;
  bool capped = false;  ///< a cap shortened the step
  /// The method's step, before any cap, leaves no less error than before: it goes too far by
  /// itself, and a cap only bounds the swing. Measured with a method and a workspace without
  /// history.
  bool overshoots = false;
};

/// The share of the largest singular value below which a singular value is weak.
inline constexpr double kWeak = 0.2;

/// The largest eigenvalue of a symmetric matrix, and unless null a unit vector of its direction.
double largest_eigenvalue(const ik::MatrixX& A, ik::VectorX* direction = nullptr);

/// Analyses the shakiest of the observer's moments, which hold most of the shaking, with the
/// tracker's method and settings. Takes milliseconds.
std::vector<Evidence> evidence_of(const Tracker& tracker, const DiagnosisObserver& observer);

}  // namespace lab
