#include "lab/advise/advice_parts.h"

#include <algorithm>
#include <utility>

namespace lab {
namespace {

/// The candidates of each method, by index.
std::vector<std::vector<std::size_t>> by_method(const AdvicePlan& plan) {
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    const ik::MethodInfo* method = plan.candidates[i].method;
    if (groups.empty() || plan.candidates[groups.back().front()].method != method) {
      groups.emplace_back();
    }
    groups.back().push_back(i);
  }
  return groups;
}

}  // namespace

AdviceParts::AdviceParts(AdvicePlan plan, AdviceClocks clocks, ik::PreparationStore* store)
    : plan_(std::move(plan)), clocks_(std::move(clocks)), store_(store) {
  std::vector<std::vector<Part>> rows;
  for (const std::vector<std::size_t>& group : by_method(plan_)) {
    auto& row = rows.emplace_back();
    const Experiment first = plan_.of(group.front());
    const bool alike = std::all_of(group.begin(), group.end(), [&](std::size_t i) {
      return BatchRuns::may_differ(first.settings, plan_.candidates[i].settings);
    });
    std::shared_ptr<const BatchRuns> runs;
    if (auto lanes = alike ? BatchRuns::of(first) : std::nullopt) {
      runs = std::make_shared<const BatchRuns>(std::move(*lanes));
    }
    const std::size_t width = runs ? BatchRuns::kWidth : 1;
    for (std::size_t i = 0; i < group.size(); i += width) {
      const auto begin = group.begin() + static_cast<std::ptrdiff_t>(i);
      const auto end =
          group.begin() + static_cast<std::ptrdiff_t>(std::min(i + width, group.size()));
      row.push_back({{begin, end}, runs});
    }
  }
  // the methods by turns, so that a picture of them all appears early
  for (std::size_t place = 0;; ++place) {
    bool more = false;
    for (const std::vector<Part>& row : rows) {
      if (place >= row.size()) continue;
      parts_.push_back(row[place]);
      more = true;
    }
    if (!more) return;
  }
}

AdviceRun AdviceParts::begin(int part) const {
  const Part& own = parts_[static_cast<std::size_t>(part)];
  AdviceRun run(*this, own.candidates);
  if (!own.runs) return run;
  std::vector<BatchRule> rules;
  for (const std::size_t i : own.candidates) {
    rules.push_back({plan_.candidates[i].method, plan_.candidates[i].settings});
  }
  run.block_.emplace(*own.runs, rules);
  return run;
}

AdviceRun::AdviceRun(const AdviceParts& parts, std::vector<std::size_t> candidates)
    : parts_(parts), candidates_(std::move(candidates)) {}

void AdviceRun::begin_alone(const RunPlan& plan) {
  const Experiment& experiment = parts_.plan_.experiment;
  const Candidate& own = parts_.plan_.candidates[candidates_[timed_]];
  tracker_ = std::make_unique<Tracker>(experiment.scene, *own.method, own.settings);
  alone_ = std::make_unique<Run>(*tracker_, plan);
}

double AdviceRun::advance(long steps) {
  if (block_ || !results_.empty()) return advance_block(steps);
  const Experiment& experiment = parts_.plan_.experiment;
  if (!alone_) {
    begin_alone({.steps = experiment.steps,
                 .warmup = experiment.warmup,
                 .clock = parts_.clocks_.wall,
                 .cpu = parts_.clocks_.cpu,
                 .store = parts_.store_});
  }
  const double share = alone_->advance(steps);
  if (!(share < 1.0)) results_ = {{candidates_.front(), alone_->summary()}};
  return share;
}

double AdviceRun::advance_block(long steps) {
  constexpr double kBlockShare = 0.5;  // of the work, beside the timing
  if (block_) {
    const double share = block_->advance(steps);
    if (share < 1.0) return kBlockShare * share;
    const std::vector<Summary> summaries = block_->summaries();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      results_.push_back({candidates_[i], summaries[i]});
    }
    block_.reset();
  }
  if (!parts_.clocks_.wall || timed_ == candidates_.size()) return 1.0;
  if (!alone_) {
    const long all = std::min(parts_.plan_.experiment.steps, AdviceParts::kTimedSteps);
    begin_alone({.steps = all,
                 .warmup = std::min(all - 1, AdviceParts::kTimedWarmup),
                 .clock = parts_.clocks_.wall,
                 .cpu = parts_.clocks_.cpu,
                 .store = parts_.store_});
  }
  const double share = alone_->advance(steps);
  if (!(share < 1.0)) {
    results_[timed_].summary.ns_per_update = alone_->summary().ns_per_update;
    alone_.reset();
    ++timed_;
  }
  if (timed_ == candidates_.size()) return 1.0;
  const double done = static_cast<double>(timed_) + (alone_ ? share : 0.0);
  return kBlockShare + (1.0 - kBlockShare) * done / static_cast<double>(candidates_.size());
}

}  // namespace lab
