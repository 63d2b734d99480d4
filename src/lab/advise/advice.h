#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lab/advise/candidates.h"

namespace lab {

/// What a candidate costs; smaller is better.
struct Cost {
  double error = 0.0;   ///< error_of(), m
  double jitter = 0.0;  ///< Summary::mean_jitter_deg
  double ns = kOff;     ///< CPU time of an update, ns; infinite if it was not timed
  bool finite = true;   ///< whether all numbers of the run are
  bool shakes = false;  ///< is_shaking(): by the reversals, until the run has been observed
};

/// The error by which candidates are compared: the mean error of a run, over positions and aims. An
/// aim counts as the body's mean lever times its angle, so with k positions and r aims
///   (k mean_error + r lever mean_aim_error) / (k + r),   m
/// which is mean_error where nothing aims.
double error_of(const Summary& summary, const ik::Multibody& multibody);
/// The name of error_of(): "mean error", or where something aims "mean error with aims", because
/// the mean error of a run is that of the positions alone.
const char* error_name(const ik::Multibody& multibody);
Cost cost_of(const Summary& summary, const ik::Multibody& multibody);

/// The candidates that no other beats in error and jitter, by rising error, so by falling jitter. A
/// candidate beats another if it is finite and the other is not, or if neither number is larger and
/// one is smaller. Of those with equal numbers only the first remains. Time has no part in it: the
/// front does not depend on the machine.
/// \returns indices; empty if no candidate is finite
std::vector<std::size_t> front_of(std::span<const Cost> costs);

/// What counts as close and as calm.
///
/// Close: an error of at most (1 + kCloseShare) times the least one, or one that counts as reached.
/// Calm: not shaking (is_shaking).
struct Bounds {
  double error = 0.0;  ///< m

  static constexpr double kCloseShare = 1.0 / 3.0;

  bool close(const Cost& cost) const { return cost.finite && cost.error <= error; }
  bool calm(const Cost& cost) const { return cost.finite && !cost.shakes; }
};

/// \param reached the error that counts as reached, m
/// \returns nothing if no candidate is finite
std::optional<Bounds> bounds_of(std::span<const Cost> costs, double reached);

/// The error that counts as reached: kReachedShare of the longest reach, m.
double reached_error(const ik::Multibody& multibody);

/// What a recommendation is for.
enum class Purpose {
  kClosest,   ///< least error among the calm
  kCalmest,   ///< least jitter among the close
  kQuickest,  ///< least time among those that are both
};
/// "closest", "calmest", "quickest".
const char* name(Purpose purpose);
/// "Closest while calm", "Calmest while close", "Quickest while both".
const char* words(Purpose purpose);

/// The candidate that is best for a purpose.
struct Choice {
  Purpose purpose;
  std::size_t candidate;
  /// The rival: the closest of all, the closest of those that are calmer, the quickest of those
  /// that are clearly quicker and not both close and calm; none if nothing is better.
  std::optional<std::size_t> instead;
};

/// Times within this share of the least one are equal: of those, the closest candidate is chosen,
/// so that the noise of a clock does not choose.
inline constexpr double kSameTime = 0.25;

/// A time below this share of another is clearly less, whatever the noise of a clock.
inline constexpr double kClearlyLess = 0.9;

/// The three recommendations; without the quickest where nothing was timed, without it and the
/// closest where all shake, and none where no candidate is finite. Of equal candidates the first is
/// chosen.
std::vector<Choice> choose(std::span<const Cost> costs, double reached);

}  // namespace lab
