#include "lab/run/metrics.h"

#include <algorithm>
#include <cmath>

#include "lab/run/run.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

constexpr MeasureInfo kMeasures[] = {
    {"mean_error", "mean error", "m", &Summary::mean_error},
    {"rms_error", "rms error", "m", &Summary::rms_error},
    {"max_error", "largest error", "m", &Summary::max_error},
    {"total_error", "total error", "m", &Summary::total_error},
    {"mean_jitter_deg", "jitter |Δ²θ|", "deg", &Summary::mean_jitter_deg, kShakingJitter},
    {"reversal_rate", "reversals", "", &Summary::reversal_rate},
    {"max_step_deg", "largest step", "deg", &Summary::max_step_deg},
    {"roughness", "motion that turns back", "", &Summary::roughness, kShakingRoughness},
};

bool is_first_step(const Tracker& tracker) { return tracker.step_count() < 2; }

}  // namespace

std::string shaking_note(const Scene& scene) {
  constexpr int kMostJoints = 200;
  constexpr double kTriedTime = 4.0;  // s, two periods of the slowest wave of a fitted curve
  constexpr long kMostSteps = 800;
  if (scene.multibody.joint_count() > kMostJoints) return {};
  const long steps = std::min(std::lround(kTriedTime / scene.settings.time_step), kMostSteps);
  Tracker tracker(scene, *ik::find_method("dls"));
  const Summary summary = run(tracker, steps, steps / 2);
  if (!is_shaking(summary)) return {};
  return "with dls it shakes by " + brief_number(summary.mean_jitter_deg) +
         " degrees a step: nearer targets or a larger lambda calm it";
}

std::span<const MeasureInfo> measures() { return kMeasures; }

const MeasureInfo& find_measure(std::string_view name) {
  return *std::ranges::find(kMeasures, name, &MeasureInfo::name);
}

Motion<double> motion_of(const Tracker& tracker) {
  Motion<double> motion;
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    motion.add(ik::is_angular(tracker.multibody().joint(j).type), tracker.last_step()[j],
               tracker.step_before()[j]);
  }
  return motion;
}

Motion<double> turn_of(const Tracker& tracker) {
  return is_first_step(tracker) ? Motion<double>() : motion_of(tracker);
}

double jitter_deg(const Tracker& tracker) { return kDegrees * std::sqrt(turn_of(tracker).bends); }

void ShakingNow::add(const Tracker& tracker, const Motion<double>& motion) {
  if (!setup_ || !shake_alike(*setup_, tracker.setup())) {
    recent = {};
    setup_ = tracker.setup();
  }
  if (tracker.step_count() > 0) recent.add(motion, kKeptOfRecent);
}

Summary summary_of(const MetricSums<double>& sums, long errors, long bends) {
  const auto share = [](double sum, double count) { return count > 0.0 ? sum / count : 0.0; };
  const auto count = static_cast<double>(errors);
  Summary summary;
  summary.total_error = sums.total;
  summary.mean_error = share(sums.total, count);
  summary.rms_error = share(sums.root_of_squares(), std::sqrt(count));
  summary.max_error = sums.largest;
  summary.max_step_deg = sums.largest_step;
  summary.mean_jitter_deg = share(sums.jitter, static_cast<double>(bends));
  summary.reversal_rate = share(sums.reversals, sums.pairs);
  summary.roughness = share(sums.bends, sums.ways);
  return summary;
}

void Metrics::add(const Tracker& tracker) {
  ++steps_;
  if (steps_ <= warmup_) return;

  for (const double error : tracker.errors()) sums_.add_error(error);
  errors_ += static_cast<long>(tracker.errors().size());
  aims_ += static_cast<long>(tracker.aim_errors().size());
  for (const double angle : tracker.aim_errors()) aim_errors_ += angle;
  sums_.add_motion(motion_of(tracker), tracker.step_count());
  if (!is_first_step(tracker)) ++bends_;
}

Summary Metrics::summary() const {
  Summary summary = summary_of(sums_, errors_, bends_);
  summary.steps = steps_;
  summary.warmup = warmup_;
  if (aims_ > 0) {
    summary.mean_aim_error_deg = kDegrees * (aim_errors_ / static_cast<double>(aims_));
  }
  return summary;
}

}  // namespace lab
