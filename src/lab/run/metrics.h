#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <string>

#include "ik/simd/lanes.h"
#include "iklab/experiment.h"
#include "lab/scene/scene.h"
#include "lab/scene/settings.h"
#include "lab/track/tracker.h"

// The sums for the measures of a run. The number type N (see ik/simd/lanes.h) is a double for one
// run, or a set of SIMD lanes with one run in each. Every lane equals a separate run bit for bit.

namespace lab {

/// Changes of theta up to this are rounding, without a meaningful sign; rad or m.
inline constexpr double kMotion = 1e-6;

/// Steps until the motion after a start or a jump of a target has settled: a quarter turn in
/// steps of 5 degrees, the smallest cap of a method.
inline constexpr long kSettling = 18;

/// The motion of a body in a step, compared with the previous step.
template <class N>
struct Motion {
  N largest = ik::every<N>(0.0);    ///< largest |change| of an angle, rad
  N bends = ik::every<N>(0.0);      ///< sum over angles of |change - previous change|^2, rad^2
  N pairs = ik::every<N>(0.0);      ///< joints with both changes above kMotion
  N reversals = ik::every<N>(0.0);  ///< pairs with changes of opposite sign
  // sums over all joints, treating rad and m alike
  N all_bends = ik::every<N>(0.0);       ///< the sum of |change - previous change|^2
  N squares = ik::every<N>(0.0);         ///< the sum of |change|^2
  N squares_before = ik::every<N>(0.0);  ///< the sum of |previous change|^2

  /// Adds a joint.
  /// \param now, before the joint's changes in this step and the previous one, rad or m
  IK_INLINE void add(bool angular, const N& now, const N& before) {
    using Mask = ik::MaskOf<N>;
    const N zero = ik::every<N>(0.0), one = ik::every<N>(1.0), still = ik::every<N>(kMotion);
    const N size = ik::magnitude<N>(now), past = ik::magnitude<N>(before);
    const N bend = now - before;
    all_bends += bend * bend;
    squares += now * now;
    squares_before += before * before;
    if (angular) {
      largest = size > largest ? size : largest;
      bends += bend * bend;
    }
    const Mask rests = (size <= still) | (past <= still);
    const Mask turned = (now > zero) != (before > zero);
    pairs += rests ? zero : one;
    reversals += rests ? zero : (turned ? one : zero);
  }
  /// (|change| + |previous change|)^2, with norms over all joints: the most that all_bends can be.
  N ways() const {
    const N both = ik::wide_root<N>(squares) + ik::wide_root<N>(squares_before);
    return both * both;
  }
};

/// Sums over the steps and effectors of a run.
template <class N>
struct MetricSums {
  N total = ik::every<N>(0.0);    ///< the sum of errors, m
  N largest = ik::every<N>(0.0);  ///< largest error, m; NaN if any error is NaN
  N squares = ik::every<N>(0.0);  ///< the sum over errors up to kSquarable, m^2
  N far = ik::every<N>(0.0);  ///< the sum over larger errors, multiplied by kFar before squaring
  N largest_step = ik::every<N>(0.0);  ///< deg
  N jitter = ik::every<N>(0.0);        ///< deg
  N pairs = ik::every<N>(0.0), reversals = ik::every<N>(0.0);
  N bends = ik::every<N>(0.0);  ///< sum of Motion::all_bends over the settled steps
  N ways = ik::every<N>(0.0);   ///< sum of Motion::ways() over the settled steps

  /// Two sums of squares, so that far targets do not overflow (Blue 1978).
  static constexpr double kSquarable = 0x1p400;
  static constexpr double kFar = 0x1p-600;

  IK_INLINE void add_error(const N& error) {
    using Mask = ik::MaskOf<N>;
    total += error;
    const Mask larger = (error > largest) | (error != error);
    largest = larger ? error : largest;
    const Mask is_far = error > ik::every<N>(kSquarable);
    if (ik::any(is_far)) {
      const N zero = ik::every<N>(0.0), scaled = ik::every<N>(kFar) * error;
      far += is_far ? scaled * scaled : zero;
      squares += is_far ? zero : error * error;
    } else {
      squares += error * error;
    }
  }
  /// \param step counted from the run's start: jitter and reversals begin with the second step,
  /// the roughness after the first kSettling steps
  IK_INLINE void add_motion(const Motion<N>& motion, long step) {
    const N largest_now = ik::every<N>(kDegrees) * motion.largest;
    largest_step = largest_now > largest_step ? largest_now : largest_step;
    if (step < 2) return;
    jitter += ik::every<N>(kDegrees) * ik::wide_root<N>(motion.bends);
    pairs += motion.pairs;
    reversals += motion.reversals;
    if (step <= kSettling) return;
    bends += motion.all_bends;
    ways += motion.ways();
  }

  double root_of_squares() const {
    return far > 0.0 ? std::sqrt(far + squares * kFar * kFar) / kFar : std::sqrt(squares);
  }
};

/// One measure of a summary, for tables and plots.
struct MeasureInfo {
  const char* name;   ///< its column's name: "mean_error"
  const char* label;  ///< "mean error"
  const char* unit;   ///< "" for a pure number
  double Summary::*value;
  std::optional<double> limit = {};  ///< what a body that shakes reaches, see is_shaking()

  double get(const Summary& summary) const { return summary.*value; }
};

/// The measures that every run has and that need no clock, in the order of docs/formats.md.
std::span<const MeasureInfo> measures();
/// The measure with a name. \pre it is one of measures()
const MeasureInfo& find_measure(std::string_view name);

/// The tracker's last step.
Motion<double> motion_of(const Tracker& tracker);
/// The same; nothing for a run's first step, which has no step before it to turn back from.
Motion<double> turn_of(const Tracker& tracker);

/// |theta_k - 2 theta_{k-1} + theta_{k-2}| over the angular joints of the tracker's last step,
/// degrees. 0 before the second step.
double jitter_deg(const Tracker& tracker);

/// The summary of a run's sums, without aims and times.
/// \param errors number of added errors
/// \param bends  number of added steps, without the run's first
Summary summary_of(const MetricSums<double>& sums, long errors, long bends);

class Metrics {
 public:
  /// \param warmup number of first steps to leave out
  explicit Metrics(long warmup = 0) : warmup_(warmup) {}

  void add(const Tracker& tracker);

  Summary summary() const;

 private:
  long warmup_, steps_ = 0, errors_ = 0, bends_ = 0, aims_ = 0;
  MetricSums<double> sums_;
  double aim_errors_ = 0.0;  // rad
};

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
    add(kDegrees * std::sqrt(motion.bends), motion.all_bends, motion.ways(), keep);
  }
  /// Adds a step by its jitter, degrees, and its terms of the other sums.
  void add(double step_jitter, double step_bends, double step_ways, double keep) {
    if (settling > 0.0) {
      settling -= 1.0;
      return;
    }
    weight = keep * weight + 1.0;
    jitter = keep * jitter + step_jitter;
    bends = keep * bends + step_bends;
    ways = keep * ways + step_ways;
  }
  /// Mean jitter, degrees; 0 before the first step that counts.
  double jitter_deg() const { return weight > 0.0 ? jitter / weight : 0.0; }
  /// The same for plots: NaN before the first step that counts.
  double plotted_jitter() const { return weight > 0.0 ? jitter_deg() : std::nan(""); }
  double roughness() const { return ways > 0.0 ? bends / ways : 0.0; }
  bool shakes() const { return is_shaking(jitter_deg(), roughness()); }
};

/// Horizon of what shakes now, steps: two seconds at 120 steps a second, as long as viewers
/// remember.
inline constexpr double kRecentSteps = 240.0;
/// The factor of earlier weights for that horizon.
inline constexpr double kKeptOfRecent = 1.0 - 1.0 / kRecentSteps;

/// RecentShaking of a tracker over kRecentSteps steps. It begins anew after a change of the set-up
/// that makes another motion, see shake_alike().
class ShakingNow {
 public:
  RecentShaking recent;

  /// Adds the tracker's last step, if it has made one. \param motion turn_of(tracker)
  void add(const Tracker& tracker, const Motion<double>& motion);

 private:
  std::optional<Setup> setup_;  // a set-up that shakes like the last one
};

/// A note for the user if the body shakes with DLS and the scene's settings while its targets make
/// a few rounds, see is_shaking(); empty if it is calm, or too large to try.
std::string shaking_note(const Scene& scene);

}  // namespace lab
