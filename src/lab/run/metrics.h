#pragma once

#include <optional>
#include <span>

#include "iklab/experiment.h"

#include "ik/simd/lanes.h"
#include "lab/scene/settings.h"
#include "lab/track/tracker.h"

// What the measures of a run are added up from, in numbers N as of ik/simd/lanes.h: a double for
// one run, or a set of lanes with a run in each. Every lane has the bits that its run has alone.
namespace lab {

/// A change of theta up to this is no motion, so its sign means nothing; rad or m.
inline constexpr double kMotion = 1e-6;

/// How far target and effector are apart, m: ik::length of their difference.
template <class N>
IK_INLINE N distance(const N& x, const N& y, const N& z) {
  const N square = x * x + y * y + z * z;
  const ik::MaskOf<N> safe = ik::both(square > ik::every<N>(ik::kSafeSquare<double>),
                                      square < ik::every<N>(1.0 / ik::kSafeSquare<double>));
  if (ik::any(static_cast<ik::MaskOf<N>>(!safe))) return ik::length_of<N>(x, y, z);
  return ik::wide_root<N>(square);
}

/// What a step changes in a body, joint by joint.
template <class N>
struct Motion {
  N largest = ik::every<N>(0.0);    ///< change of an angle, rad
  N bends = ik::every<N>(0.0);      ///< sum over angles of |change - the one before|^2
  N pairs = ik::every<N>(0.0);      ///< as of Reversals
  N reversals = ik::every<N>(0.0);  ///< likewise

  /// \param now, before  two successive changes of a joint, rad or m
  IK_INLINE void add(bool angular, const N& now, const N& before) {
    using Mask = ik::MaskOf<N>;
    const N zero = ik::every<N>(0.0), one = ik::every<N>(1.0), still = ik::every<N>(kMotion);
    const N size = ik::magnitude<N>(now), past = ik::magnitude<N>(before);
    if (angular) {
      const N bend = now - before;
      largest = size > largest ? size : largest;
      bends += bend * bend;
    }
    const Mask rests = (size <= still) | (past <= still);
    const Mask turned = (now > zero) != (before > zero);
    pairs += rests ? zero : one;
    reversals += rests ? zero : (turned ? one : zero);
  }
};

/// Sums over the steps and effectors of a run.
template <class N>
struct MetricSums {
  N total = ik::every<N>(0.0);         ///< of errors, m
  N largest = ik::every<N>(0.0);       ///< error, m; NaN where one is none
  N squares = ik::every<N>(0.0);       ///< of errors that can be squared ...
  N far = ik::every<N>(0.0);           ///< ... and of the others, shortened by kFar
  N largest_step = ik::every<N>(0.0);  ///< deg
  N jitter = ik::every<N>(0.0);        ///< deg
  N pairs = ik::every<N>(0.0), reversals = ik::every<N>(0.0);

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
  /// \param first  whether it is a run's first step, before which there is none to compare with
  IK_INLINE void add_motion(const Motion<N>& motion, bool first) {
    const N largest_now = ik::every<N>(kDegrees) * motion.largest;
    largest_step = largest_now > largest_step ? largest_now : largest_step;
    if (first) return;
    jitter += ik::every<N>(kDegrees) * ik::wide_root<N>(motion.bends);
    pairs += motion.pairs;
    reversals += motion.reversals;
  }

  double root_of_squares() const {
    return far > 0.0 ? std::sqrt(far + squares * kFar * kFar) / kFar : std::sqrt(squares);
  }
};

/// One measure of a summary as tables and plots know it.
struct MeasureInfo {
  const char* name;   ///< of its column: "mean_error"
  const char* label;  ///< "mean error"
  const char* unit;   ///< "" for a pure number
  double Summary::*value;

  double get(const Summary& summary) const { return summary.*value; }
};

/// The measures that every run has and that depend on no clock, in the order of docs/formats.md.
std::span<const MeasureInfo> measures();
/// The measure of that name. \pre it is one of measures()
const MeasureInfo& find_measure(std::string_view name);

/// |theta_k - 2 theta_{k-1} + theta_{k-2}| over the angular joints of the tracker's last step,
/// degrees. Zero before the second step.
double jitter_deg(const Tracker& tracker);

/// The largest change of an angle in the tracker's last step, degrees.
double largest_step_deg(const Tracker& tracker);

/// Pairs of successive changes of a joint in the tracker's last two steps, both of them motion, and
/// how many of these turned round.
struct Reversals {
  int pairs = 0, reversals = 0;
};
Reversals count_reversals(const Tracker& tracker);

/// A summary of what one run's sums come to, without aims and clock.
/// \param errors, bends  how many errors, and steps that had one before, were added
Summary summary_of(const MetricSums<double>& sums, long errors, long bends);

/// Adds up a run, step by step.
class Metrics {
 public:
  /// \param warmup how many of the first steps to leave out
  explicit Metrics(long warmup = 0) : warmup_(warmup) {}

  /// Takes in the step that the tracker has just made.
  void add(const Tracker& tracker);

  Summary summary() const;

 private:
  long warmup_, steps_ = 0, errors_ = 0, bends_ = 0, aims_ = 0;
  MetricSums<double> sums_;
  double aim_errors_ = 0.0;  // rad
};

}  // namespace lab
