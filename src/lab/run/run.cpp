#include "lab/run/run.h"

#include <algorithm>
#include <cmath>

namespace lab {
namespace {

constexpr std::size_t kChunk = 32;       // steps: some tens of microseconds with a fast method
constexpr std::size_t kMaxMeans = 4096;  // above this, pairs of means are merged

}  // namespace

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

UpdateTime::UpdateTime(Clock wall, Clock cpu) : wall_(std::move(wall)), cpu_(std::move(cpu)) {
  steps_.reserve(kChunk);
  begin_chunk();
}

void UpdateTime::begin_chunk() {
  steps_.clear();
  if (!cpu_) return;
  wall_start_ = wall_();
  cpu_start_ = cpu_();
}

/// ns of CPU time per update. \pre the chunk has an update
double UpdateTime::chunk() const {
  double ns = 0.0, updates = 0.0;
  for (const Step& step : steps_) {
    ns += step.ns;
    updates += step.updates;
  }
  if (!cpu_) return ns / updates;
  const double wall = wall_() - wall_start_;
  const double pause = wall - (cpu_() - cpu_start_);
  // the clocks differ in the last digits: without an interruption use the wall clock's time
  if (!(pause > 0.0)) return ns / updates;
  const double excess = ns - updates * usual_ns(ns / updates);
  const double least = std::max(0.0, pause - (wall - ns)), most = std::min(pause, ns);
  return (ns - std::clamp(excess, least, most)) / updates;
}

/// Wall time of an update in the chunk's median step, ns, or the mean if that is smaller.
double UpdateTime::usual_ns(double mean) const {
  std::vector<double> each;
  for (const Step& step : steps_) {
    if (step.updates > 0) each.push_back(step.ns / step.updates);
  }
  return std::min(median_of(std::move(each)), mean);
}

void UpdateTime::add(double ns, int updates) {
  steps_.push_back({ns, updates});
  if (steps_.size() < kChunk) return;
  if (std::ranges::any_of(steps_, [](const Step& step) { return step.updates > 0; })) {
    sum_ += chunk();
    if (++summed_ == chunks_in_mean_) keep_mean();
  }
  begin_chunk();
}

void UpdateTime::keep_mean() {
  means_.push_back(sum_ / summed_);
  sum_ = 0.0;
  summed_ = 0;
  if (means_.size() < kMaxMeans) return;
  for (std::size_t i = 0; i < kMaxMeans / 2; ++i) {
    means_[i] = 0.5 * (means_[2 * i] + means_[2 * i + 1]);
  }
  means_.resize(kMaxMeans / 2);
  chunks_in_mean_ *= 2;
}

std::optional<double> UpdateTime::median() const {
  if (!means_.empty()) return median_of(means_);
  if (std::ranges::none_of(steps_, [](const Step& step) { return step.updates > 0; })) {
    return std::nullopt;
  }
  return chunk();
}

double Run::advance(long steps) {
  if (tracker_.prepare(1, plan_.store) < 1.0) return 0.0;
  if (!std::exchange(begun_, true) && plan_.on_row) plan_.on_row(tracker_);
  for (; steps > 0 && made_ < plan_.steps; --steps) step();
  return made_ < plan_.steps ? static_cast<double>(made_) / static_cast<double>(plan_.steps) : 1.0;
}

void Run::step() {
  const bool measured = ++made_ > plan_.warmup;
  if (measured && !time_ && plan_.clock) time_.emplace(plan_.clock, plan_.cpu);
  tracker_.advance();
  const double start = plan_.clock ? plan_.clock() : 0.0;
  tracker_.update();
  if (measured && time_) time_->add(plan_.clock() - start, tracker_.updates());
  metrics_.add(tracker_);
  if (plan_.on_row) plan_.on_row(tracker_);
  if (measured && plan_.on_measured) plan_.on_measured(tracker_);
}

Summary Run::summary() const {
  Summary summary = metrics_.summary();
  if (time_) summary.ns_per_update = time_->median();
  return summary;
}

Summary run(Tracker& tracker, const RunPlan& plan) {
  Run run(tracker, plan);
  while (run.advance(plan.steps) < 1.0) {
  }
  return run.summary();
}

Experiment experiment_of(const Setup& setup, long steps, long warmup) {
  Scene scene = *setup.scene;
  scene.targets.clear();
  for (const TargetSetup& target : setup.targets) {
    scene.targets.push_back(target.held ? TargetCurve(WaveCurve{*target.held, {}}) : target.curve);
  }
  scene.weights = setup.goal_weights;
  scene.group = setup.group;
  const auto joints = scene.multibody.joints();
  const auto effectors = scene.multibody.effectors();
  std::vector<ik::Joint> weighted(joints.begin(), joints.end());
  for (std::size_t j = 0; j < weighted.size(); ++j) weighted[j].weight = setup.joint_weights[j];
  const auto loops = scene.multibody.loops();
  scene.multibody = ik::Multibody(std::move(weighted), {effectors.begin(), effectors.end()},
                                  {loops.begin(), loops.end()});
  const Lane& lane = setup.front_lane();
  return {std::move(scene), lane.method, lane.settings, steps, warmup};
}

}  // namespace lab
