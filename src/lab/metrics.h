#pragma once

#include <optional>
#include <span>

#include "lab/metric_sums.h"
#include "lab/tracker.h"

namespace lab {

/// The measures of a run, as docs/formats.md defines them. Angles in degrees, lengths in metres.
struct Summary {
  long steps = 0;                ///< all that were made, the warm-up among them
  long warmup = 0;               ///< the first ones, left out of everything below
  double mean_error = 0.0;       ///< over steps and effectors, m
  double rms_error = 0.0;        ///< likewise
  double max_error = 0.0;        ///< likewise; NaN where an error is none
  double total_error = 0.0;      ///< sum over both, m
  double mean_jitter_deg = 0.0;  ///< mean over steps of |theta_k - 2 theta_{k-1} + theta_{k-2}|
  double reversal_rate = 0.0;    ///< share of pairs of successive changes of opposite sign
  double max_step_deg = 0.0;     ///< largest change of an angle in one step
  std::optional<double> mean_aim_error_deg;  ///< over steps and aims; empty where nothing aims
  std::optional<double> ns_per_update;       ///< empty where nobody held a clock
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
