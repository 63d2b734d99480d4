#include "lab/advise/advice.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "lab/run/metrics.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

using Names = std::set<std::string, std::less<>>;

class MethodCandidates {
 public:
  MethodCandidates(const Experiment& experiment, const ik::MethodInfo& method, const Names& fixed,
                   AdvicePlan& plan)
      : method_(method),
        fixed_(fixed),
        body_(experiment.scene.multibody),
        base_(shared_settings(experiment.settings)),
        plan_(plan) {
    for (const auto& [name, value] : own_params(experiment.settings)) {
      const bool holds = &method == experiment.method || fixed.contains(name);
      if (holds && find_param(method, name)) base_.set_param(name, value);
    }
  }

  void add_all() {
    const std::vector<double> d_max = d_max_values();
    const auto add_with_d_max = [&](const Settings& settings) {
      add(settings);
      for (const double value : d_max) {
        Settings with = settings;
        with.d_max = value;
        add(with);
      }
    };
    add_with_d_max(base_);
    if (make_method(method_, base_).prepared(body_) < 1.0) {
      plan_.left_out.push_back(std::string(method_.label) +
                               ": its parameters keep their values, because each other value would "
                               "need its own training.");
      return;
    }
    const std::vector<SweepAxis> axes = axes_of_method();
    for (std::size_t i = 0; i < axes.size(); ++i) {
      for (const double value : values(axes[i], i == 0 ? kMainValues : kOtherValues)) {
        Settings settings = base_;
        axes[i].set(settings, value);
        if (i == 0) {
          add_with_d_max(settings);
          continue;
        }
        add(settings);
        if (d_max.empty() || half_link_ <= 0.0) continue;
        settings.d_max = half_link_;
        add(settings);
      }
    }
  }

 private:
  void add(const Settings& settings) {
    const Candidate candidate{&method_, settings};
    const auto own = plan_.candidates.begin() + static_cast<std::ptrdiff_t>(first_);
    if (std::find(own, plan_.candidates.end(), candidate) == plan_.candidates.end()) {
      plan_.candidates.push_back(candidate);
    }
  }

  /// Values of D_max besides the present one; none where it has no effect.
  std::vector<double> d_max_values() const {
    const bool used = knob::kDMax.why_unused({method_, base_, &body_}).empty();
    if (fixed_.contains(knob::kDMax.name) || !used) return {};
    std::vector<double> values{kOff};
    if (half_link_ <= 0.0) return values;
    for (const double factor : {0.5, 1.0, 2.0}) {
      values.push_back(rounded_to_digits(factor * half_link_, 2));
    }
    return values;
  }

  /// The parameters that are varied, the main one first.
  std::vector<SweepAxis> axes_of_method() const {
    std::vector<SweepAxis> axes;
    method_.create().visit([&](const ik::Knob& param, ik::KnobValue) {
      if (fixed_.contains(param.name)) return;
      const std::optional<SweepAxis> axis = find_axis(method_, param.name);
      if (axis && axis->why_unused({method_, base_, &body_}).empty()) axes.push_back(*axis);
    });
    const auto is_damping = [](const SweepAxis& axis) {
      return axis.is_named(knob::kDamping.name);
    };
    std::stable_partition(axes.begin(), axes.end(), is_damping);
    return axes;
  }

  /// Values of an axis with two digits, without the one that is in force.
  std::set<double> values(SweepAxis axis, int count) const {
    constexpr int kDigits = 2;
    if (axis.kind == ik::KnobKind::kNumber) axis.count = count;
    std::set<double> values;
    for (int i = 0; i < axis.count; ++i) {
      const double value = value_of(axis, i);
      const bool is_end = i == 0 || i + 1 == axis.count;
      values.insert(is_end ? value : rounded_to_digits(value, kDigits));
    }
    values.insert(axis.usual.value());
    values.erase(axis.in_force(base_));
    return values;
  }

  const ik::MethodInfo& method_;
  const Names& fixed_;
  const ik::Multibody& body_;
  Settings base_;
  AdvicePlan& plan_;
  std::size_t first_ = plan_.candidates.size();
  double half_link_ = rounded_to_digits(half_link(body_), 2);
};

using Picks = std::function<bool(const Cost&)>;

/// The first of the picked candidates with the smallest measure.
std::optional<std::size_t> argmin_of(std::span<const Cost> costs, double Cost::*measure,
                                     const Picks& picks) {
  std::optional<std::size_t> least;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    if (!costs[i].finite || !picks(costs[i])) continue;
    if (!least || costs[i].*measure < costs[*least].*measure) least = i;
  }
  return least;
}

bool any(const Cost&) { return true; }

/// The closest of the picked candidates with a time equal to the shortest within kSameTime.
std::optional<std::size_t> quickest_of(std::span<const Cost> costs, const Picks& picks) {
  const auto least = argmin_of(costs, &Cost::ns, picks);
  if (!least || !std::isfinite(costs[*least].ns)) return std::nullopt;
  const double most = (1.0 + kSameTime) * costs[*least].ns;
  return argmin_of(costs, &Cost::error,
                   [&](const Cost& cost) { return picks(cost) && cost.ns <= most; });
}

constexpr const char* kNames[] = {"closest", "calmest", "quickest"};
constexpr const char* kWords[] = {"Closest while calm", "Calmest while close",
                                  "Quickest while both"};

}  // namespace

std::string no_advice_on(const ik::Multibody& multibody) {
  const auto unmoved = static_cast<int>(unmoved_effectors(multibody).size());
  return unmoved < multibody.effector_count() ? ""
                                              : "no effector can move: there is nothing to advise";
}

std::string describe(const Candidate& candidate) {
  return describe(*candidate.method, candidate.settings);
}

Experiment AdvicePlan::of(std::size_t candidate) const {
  Experiment own = experiment;
  own.method = candidates[candidate].method;
  own.settings = candidates[candidate].settings;
  return own;
}

long usual_warmup(std::span<const TargetCurve> targets, long steps) {
  constexpr long kShare = 6, kMax = 400;
  return std::ranges::all_of(targets, stands) ? 0 : std::min(steps / kShare, kMax);
}

AdvicePlan plan_advice(Experiment experiment, std::span<const ik::MethodInfo* const> methods,
                       const Names& fixed) {
  std::vector<const ik::MethodInfo*> all(methods.begin(), methods.end());
  if (all.empty()) {
    for (const ik::MethodInfo& method : ik::methods()) all.push_back(&method);
  }
  AdvicePlan plan{.experiment = std::move(experiment), .candidates = {}, .left_out = {}};
  for (const ik::MethodInfo* method : all) {
    MethodCandidates(plan.experiment, *method, fixed, plan).add_all();
  }
  return plan;
}

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
  run.block_.emplace(*own.runs, std::span(plan_.candidates).subspan(own.first, own.count));
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

double error_of(const Summary& summary, const ik::Multibody& multibody) {
  const int k = multibody.effector_count(), r = multibody.aim_count();
  if (r == 0 || !summary.mean_aim_error_deg) return summary.mean_error;
  double lever = 0.0;
  for (int g = k; g < k + r; ++g) lever += multibody.goal_effector(g).lever / r;
  const double aim = lever * *summary.mean_aim_error_deg / kDegrees;
  return (k * summary.mean_error + r * aim) / (k + r);
}

const char* error_name(const ik::Multibody& multibody) {
  return multibody.aim_count() > 0 ? "mean error with aims" : "mean error";
}

Cost cost_of(const Summary& summary, const ik::Multibody& multibody) {
  Cost cost{.error = error_of(summary, multibody),
            .jitter = summary.mean_jitter_deg,
            .ns = summary.ns_per_update.value_or(kOff),
            .shakes = is_shaking(summary)};
  cost.finite = std::isfinite(cost.error) &&
                std::ranges::all_of(measures(), [&summary](const MeasureInfo& info) {
                  return std::isfinite(info.get(summary));
                });
  return cost;
}

std::vector<std::size_t> front_of(std::span<const Cost> costs) {
  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&costs](std::size_t i) { return !costs[i].finite; });
  std::ranges::stable_sort(
      order, {}, [&costs](std::size_t i) { return std::pair(costs[i].error, costs[i].jitter); });
  // by rising error: earlier candidates are as close, so this one must be calmer than the last
  std::vector<std::size_t> front;
  for (const std::size_t i : order) {
    if (front.empty() || costs[i].jitter < costs[front.back()].jitter) front.push_back(i);
  }
  return front;
}

std::optional<Bounds> bounds_of(std::span<const Cost> costs, double reached) {
  const auto closest = argmin_of(costs, &Cost::error, any);
  if (!closest) return std::nullopt;
  Bounds bounds;
  bounds.error = std::max((1.0 + Bounds::kCloseShare) * costs[*closest].error, reached);
  return bounds;
}

double reached_error(const ik::Multibody& multibody) {
  double longest = 0.0;
  for (int i = 0; i < multibody.effector_count(); ++i) {
    longest = std::max(longest, outer_radius(reach_of(multibody, i)));
  }
  return kReachedShare * longest;
}

const char* name(Purpose purpose) { return kNames[static_cast<std::size_t>(purpose)]; }
const char* words(Purpose purpose) { return kWords[static_cast<std::size_t>(purpose)]; }

std::vector<Choice> choose(std::span<const Cost> costs, double reached) {
  const std::optional<Bounds> bounds = bounds_of(costs, reached);
  if (!bounds) return {};
  const Picks calm = [&bounds](const Cost& cost) { return bounds->calm(cost); };
  const Picks close = [&bounds](const Cost& cost) { return bounds->close(cost); };
  const Picks both = [&](const Cost& cost) { return calm(cost) && close(cost); };
  std::vector<Choice> choices;
  const auto add = [&choices](Purpose purpose, std::optional<std::size_t> best,
                              std::optional<std::size_t> of_all, bool passes) {
    if (best) choices.push_back({purpose, *best, passes ? std::nullopt : of_all});
  };
  const auto closest = argmin_of(costs, &Cost::error, any),
             calmest = argmin_of(costs, &Cost::jitter, close);
  const auto calmer = argmin_of(
      costs, &Cost::error, [&](const Cost& cost) { return cost.jitter < costs[*calmest].jitter; });
  add(Purpose::kClosest, argmin_of(costs, &Cost::error, calm), closest, calm(costs[*closest]));
  add(Purpose::kCalmest, calmest, calmer, false);
  const auto quickest = quickest_of(costs, both);
  const auto quicker = quickest_of(costs, [&](const Cost& cost) {
    return quickest && !both(cost) && cost.ns < kClearlyLess * costs[*quickest].ns;
  });
  add(Purpose::kQuickest, quickest, quicker, false);
  return choices;
}

}  // namespace lab
