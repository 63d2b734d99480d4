#include "lab/advise/advice_parts.h"

#include <algorithm>
#include <span>
#include <utility>

namespace lab {

AdviceParts::AdviceParts(AdvicePlan plan, AdviceClocks clocks, ik::PreparationStore* store)
    : plan_(std::move(plan)), clocks_(std::move(clocks)), store_(store) {
  const std::span<const Candidate> all = plan_.candidates;
  for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
    // the candidates of one method
    while (end < all.size() && all[end].method == all[first].method) ++end;
    const Experiment experiment = plan_.of(first);
    const auto fits = [&experiment](const Candidate& candidate) {
      return BatchRuns::may_differ(experiment.settings, candidate.settings);
    };
    const bool alike = std::ranges::all_of(all.subspan(first, end - first), fits);
    std::shared_ptr<const BatchRuns> runs;
    if (auto batch = alike ? BatchRuns::of(experiment) : std::nullopt) {
      runs = std::make_shared<const BatchRuns>(std::move(*batch));
    }
    const std::size_t width = runs ? BatchRuns::kWidth : 1;
    for (std::size_t i = first; i < end; i += width) {
      parts_.push_back({(i - first) / width, i, std::min(width, end - i), runs});
    }
  }
  // alternate between the methods, so that a picture of all methods appears early
  std::ranges::stable_sort(parts_, {}, &Part::turn);
}

AdviceRun AdviceParts::begin(int part) const {
  const Part& own = parts_[static_cast<std::size_t>(part)];
  AdviceRun run(*this, own.first, own.count);
  if (!own.runs) return run;
  std::vector<BatchRule> rules;
  for (const Candidate& candidate : std::span(plan_.candidates).subspan(own.first, own.count)) {
    rules.push_back({candidate.method, candidate.settings});
  }
  run.block_.emplace(*own.runs, rules);
  return run;
}

void AdviceRun::begin_alone(long steps, long warmup) {
  const Candidate& own = parts_.plan_.candidates[first_ + timed_];
  tracker_ = std::make_unique<Tracker>(parts_.plan_.experiment.scene, *own.method, own.settings);
  alone_ = std::make_unique<Run>(*tracker_, RunPlan{.steps = steps,
                                                    .warmup = warmup,
                                                    .clock = parts_.clocks_.wall,
                                                    .cpu = parts_.clocks_.cpu,
                                                    .store = parts_.store_});
}

double AdviceRun::advance(long steps) {
  if (block_ || !results_.empty()) return advance_block(steps);
  const Experiment& experiment = parts_.plan_.experiment;
  if (!alone_) begin_alone(experiment.steps, experiment.warmup);
  const double share = alone_->advance(steps);
  if (!(share < 1.0)) results_ = {{first_, alone_->summary()}};
  return share;
}

double AdviceRun::advance_block(long steps) {
  constexpr double kBlockShare = 0.5;  // this much of the work; the rest is timing
  if (block_) {
    const double share = block_->advance(steps);
    if (share < 1.0) return kBlockShare * share;
    const std::vector<Summary> summaries = block_->summaries();
    for (std::size_t i = 0; i < count_; ++i) results_.push_back({first_ + i, summaries[i]});
    block_.reset();
  }
  if (!parts_.clocks_.wall || timed_ == count_) return 1.0;
  if (!alone_) {
    const long all = std::min(parts_.plan_.experiment.steps, AdviceParts::kTimedSteps);
    begin_alone(all, std::min(all - 1, AdviceParts::kTimedWarmup));
  }
  const double share = alone_->advance(steps);
  if (!(share < 1.0)) {
    results_[timed_].summary.ns_per_update = alone_->summary().ns_per_update;
    alone_.reset();
    ++timed_;
  }
  if (timed_ == count_) return 1.0;
  const double done = static_cast<double>(timed_) + (alone_ ? share : 0.0);
  return kBlockShare + (1.0 - kBlockShare) * done / static_cast<double>(count_);
}

}  // namespace lab
