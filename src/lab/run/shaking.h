#pragma once

#include "lab/run/metrics.h"

namespace lab {

// The only definition of shaking. Sweeps, the ranking of lanes, advice, the page "Why?", its
// remedies, claims and plots all call is_shaking().

/// Smallest jitter of a body that shakes, degrees. Less is invisible in a picture of a body of one
/// or two metres: 2 pixels in 500.
inline constexpr double kShakingJitter = 0.2;
/// Smallest roughness of a body that shakes: an oscillation with a period of ten steps, 6
/// Hz at 60 steps a second. Slower oscillations look like movement.
inline constexpr double kShakingRoughness = 0.1;

/// Whether a motion shakes: its jitter is visible, and much of it turns back. The second condition
/// excludes fast but smooth motion.
/// \param roughness Summary::roughness of the motion
constexpr bool is_shaking(double jitter_deg, double roughness) {
  return jitter_deg >= kShakingJitter && roughness >= kShakingRoughness;
}
/// Whether the measured steps of a run shake.
inline bool is_shaking(const Summary& summary) {
  return is_shaking(summary.mean_jitter_deg, summary.roughness);
}

/// The two measures of shaking over the latest steps: exponentially weighted means, in which a step
/// counts 1/e after `horizon` more steps. The first kSettling steps are left out.
struct RecentShaking {
  double settling = kSettling;  ///< number of steps that are still left out
  double weight = 0.0;          ///< sum of the steps' weights
  double jitter = 0.0;          ///< weighted sum of the steps' jitters, degrees
  double bends = 0.0;           ///< weighted sum of Motion::all_bends
  double ways = 0.0;            ///< weighted sum of Motion::ways()

  /// Adds a step. \param keep the factor of all earlier weights, 1 - 1 / horizon
  void add(const Motion<double>& motion, double keep) {
    if (settling > 0.0) {
      settling -= 1.0;
      return;
    }
    weight = keep * weight + 1.0;
    jitter = keep * jitter + kDegrees * std::sqrt(motion.bends);
    bends = keep * bends + motion.all_bends;
    ways = keep * ways + motion.ways();
  }
  /// Mean jitter, degrees; 0 before the first step that counts.
  double jitter_deg() const { return weight > 0.0 ? jitter / weight : 0.0; }
  double roughness() const { return ways > 0.0 ? bends / ways : 0.0; }
  bool shakes() const { return is_shaking(jitter_deg(), roughness()); }
};

/// Horizon of what shakes now, steps: two seconds at 120 steps a second, about as long as a viewer
/// remembers.
inline constexpr double kRecentSteps = 240.0;

}  // namespace lab
