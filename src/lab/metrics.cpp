#include "lab/metrics.h"

#include <algorithm>
#include <cmath>

#include "lab/degrees.h"

namespace lab {
namespace {

constexpr MeasureInfo kMeasures[] = {
    {"mean_error", "mean error", "m", &Summary::mean_error},
    {"rms_error", "rms error", "m", &Summary::rms_error},
    {"max_error", "largest error", "m", &Summary::max_error},
    {"total_error", "total error", "m", &Summary::total_error},
    {"mean_jitter_deg", "jitter |Δ²θ|", "deg", &Summary::mean_jitter_deg},
    {"reversal_rate", "reversals", "", &Summary::reversal_rate},
    {"max_step_deg", "largest step", "deg", &Summary::max_step_deg},
};

/// The larger one; what is no number shows, as it does in a mean.
double larger(double a, double b) { return std::isnan(a) || a > b ? a : b; }

}  // namespace

std::span<const MeasureInfo> measures() { return kMeasures; }

double jitter_deg(const Tracker& tracker) {
  if (tracker.step_count() < 2) return 0.0;
  double square = 0.0;
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    if (!ik::is_angular(tracker.multibody().joint(j).type)) continue;
    const double bend = tracker.last_step()[j] - tracker.step_before()[j];
    square += bend * bend;
  }
  return kDegrees * std::sqrt(square);
}

double largest_step_deg(const Tracker& tracker) {
  double largest = 0.0;
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    if (ik::is_angular(tracker.multibody().joint(j).type)) {
      largest = larger(largest, std::abs(tracker.last_step()[j]));
    }
  }
  return kDegrees * largest;
}

Reversals count_reversals(const Tracker& tracker) {
  Reversals turned;
  if (tracker.step_count() < 2) return turned;
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    const double now = tracker.last_step()[j];
    const double before = tracker.step_before()[j];
    if (std::abs(now) <= kMotion || std::abs(before) <= kMotion) continue;
    ++turned.pairs;
    if ((now > 0.0) != (before > 0.0)) ++turned.reversals;
  }
  return turned;
}

void Metrics::add(const Tracker& tracker) {
  ++sums_.steps;
  if (sums_.steps <= sums_.warmup) return;

  for (const double error : tracker.errors()) {
    ++errors_;
    sums_.total_error += error;
    sums_.max_error = larger(sums_.max_error, error);
    root_of_squares_ = std::hypot(root_of_squares_, error);  // squares of far targets overflow
  }
  for (const double angle : tracker.aim_errors()) {
    ++aims_;
    aim_errors_ += angle;
  }
  sums_.max_step_deg = larger(sums_.max_step_deg, largest_step_deg(tracker));

  if (tracker.step_count() < 2) return;
  ++jitters_;
  jitter_ += jitter_deg(tracker);
  const Reversals turned = count_reversals(tracker);
  pairs_ += turned.pairs;
  reversals_ += turned.reversals;
}

Summary Metrics::summary() const {
  const auto share = [](double sum, long count) {
    return count > 0 ? sum / static_cast<double>(count) : 0.0;
  };
  Summary summary = sums_;
  summary.mean_error = share(sums_.total_error, errors_);
  summary.rms_error = root_of_squares_ / std::sqrt(static_cast<double>(std::max(errors_, 1L)));
  summary.mean_jitter_deg = share(jitter_, jitters_);
  if (aims_ > 0) summary.mean_aim_error_deg = kDegrees * share(aim_errors_, aims_);
  summary.reversal_rate = share(static_cast<double>(reversals_), pairs_);
  // hypot takes infinity and no number together for infinity
  if (std::isnan(summary.total_error)) summary.rms_error = summary.total_error;
  return summary;
}

}  // namespace lab
