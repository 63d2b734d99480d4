#include "lab/claims/claims.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "lab/claims/tables.h"
#include "lab/scene/number_text.h"
#include "lab/sweep/batch_sweep.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

const std::vector<Claim>& table() {
  static const std::vector<Claim> table = [] {
    std::vector<Claim> all;
    for (auto* part : {claims_on_methods, claims_on_damping, claims_on_clamps, claims_on_frames}) {
      for (Claim& claim : part()) all.push_back(std::move(claim));
    }
    return all;
  }();
  return table;
}

/// Adds up the jitter of steps with and without a target beyond reach, and how far beyond.
class Ranges {
 public:
  explicit Ranges(const ik::Multibody& multibody) {
    for (int i = 0; i < multibody.effector_count(); ++i) {
      reach_.push_back(reach_of(multibody, i));
    }
  }
  /// \param target_of i, m \param jitter of the step, degrees
  template <class TargetOf>
  void add(const TargetOf& target_of, double jitter) {
    bool beyond = false;
    for (std::size_t i = 0; i < reach_.size(); ++i) {
      const double distance = (target_of(i) - reach_[i].center).norm();
      const double outside = std::max(distance - reach_[i].most, reach_[i].least - distance);
      beyond |= outside > 0.0;
      outside_ += std::max(0.0, outside);
    }
    (beyond ? beyond_ : within_) += jitter;
    ++(beyond ? beyond_steps_ : within_steps_);
  }
  double beyond() const { return mean(beyond_, beyond_steps_); }
  double within() const { return mean(within_, within_steps_); }
  /// Mean over steps and effectors, m.
  double outside() const {
    return mean(outside_, (beyond_steps_ + within_steps_) * static_cast<long>(reach_.size()));
  }

 private:
  static double mean(double sum, long count) {
    return count > 0 ? sum / static_cast<double>(count) : 0.0;
  }
  std::vector<Reach> reach_;
  double beyond_ = 0.0, within_ = 0.0, outside_ = 0.0;
  long beyond_steps_ = 0, within_steps_ = 0;
};

/// Takes in the measured steps of a run, for its result.
class RunSteps {
 public:
  explicit RunSteps(const ik::Multibody& multibody) : ranges_(multibody) {}

  /// \param error mean over the effectors, m \param jitter degrees
  template <class TargetOf>
  void add(const TargetOf& target_of, double error, double jitter) {
    ranges_.add(target_of, jitter);
    error_.push_back(error);
    jitter_.push_back(jitter);
  }
  ClaimResult result(const ClaimRun& run, const Summary& summary) {
    ClaimResult result;
    result.run = run;
    result.summary = summary;
    result.jitter_beyond_deg = ranges_.beyond();
    result.jitter_within_deg = ranges_.within();
    result.beyond = ranges_.outside();
    result.error = std::move(error_);
    result.jitter = std::move(jitter_);
    return result;
  }

 private:
  Ranges ranges_;
  std::vector<double> error_, jitter_;
};

/// One of the runs that advance side by side.
class LaneSteps {
 public:
  LaneSteps(const ik::Multibody& multibody, int lane)
      : multibody_(multibody),
        lane_(lane),
        before_(multibody.initial_theta()),
        change_(Eigen::VectorXd::Zero(before_.size())),
        steps_(multibody) {}

  /// Takes in the step that the batch has just made. \param targets (3k) m
  void add(long step, bool measured, const BatchRuns::Batch& batch,
           std::span<const double> targets) {
    Motion<double> motion;
    for (int j = 0; j < multibody_.joint_count(); ++j) {
      const double now = batch.theta()(j, lane_), changed = now - before_[j];
      motion.add(ik::is_angular(multibody_.joint(j).type), changed, change_[j]);
      before_[j] = now;
      change_[j] = changed;
    }
    if (!measured) return;
    const int count = multibody_.effector_count();
    const auto target_of = [targets](std::size_t i) {
      return Eigen::Vector3d(targets[3 * i], targets[3 * i + 1], targets[3 * i + 2]);
    };
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
      const Eigen::Vector3d target = target_of(static_cast<std::size_t>(i));
      sum += distance<double>(target[0] - batch.effectors()(3 * i, lane_),
                              target[1] - batch.effectors()(3 * i + 1, lane_),
                              target[2] - batch.effectors()(3 * i + 2, lane_));
    }
    steps_.add(target_of, sum / count, step < 2 ? 0.0 : kDegrees * std::sqrt(motion.bends));
  }
  ClaimResult result(const ClaimRun& run, const Summary& summary) {
    return steps_.result(run, summary);
  }

 private:
  const ik::Multibody& multibody_;
  int lane_;
  Eigen::VectorXd before_, change_;  // theta after the last step, and what that changed
  RunSteps steps_;
};

Settings settings_of(const ClaimRun& run, const Scene& scene) {
  Settings settings = scene.settings;
  for (const auto& [name, value] : run.settings) find_setting(name)->set(settings, value);
  return settings;
}

/// The runs of a plan from `first` on that may advance beside it, itself among them.
std::vector<std::size_t> beside(std::span<const ClaimRun> plan, std::size_t first,
                                const Scene& scene) {
  std::vector<std::size_t> group;
  const ClaimRun& own = plan[first];
  const Settings settings = settings_of(own, scene);
  for (std::size_t i = first; i < plan.size() && group.size() < BatchRuns::kWidth; ++i) {
    const ClaimRun& run = plan[i];
    if (run.scene == own.scene && std::string_view(run.method) == own.method &&
        run.steps == own.steps && run.warmup == own.warmup &&
        BatchRuns::may_differ(settings, settings_of(run, scene))) {
      group.push_back(i);
    }
  }
  return group;
}

/// Runs that advance side by side. \returns nothing if they were given up
std::vector<ClaimResult> conduct_together(const BatchRuns& runs, std::span<const ClaimRun> plan,
                                          std::span<const std::size_t> group, const Watch& watch) {
  const Experiment& experiment = runs.experiment();
  std::vector<BatchRule> rules;
  std::vector<LaneSteps> lanes;
  for (const std::size_t i : group) {
    rules.push_back({experiment.method, settings_of(plan[i], experiment.scene), {}});
    lanes.emplace_back(experiment.scene.multibody, static_cast<int>(lanes.size()));
  }
  const auto summaries = runs.compute(rules, [&](long step, const auto& batch, auto targets) {
    for (LaneSteps& lane : lanes) lane.add(step, step > experiment.warmup, batch, targets);
    return !watch || watch(static_cast<double>(step - 1) / static_cast<double>(experiment.steps));
  });
  std::vector<ClaimResult> results;
  for (std::size_t i = 0; summaries && i < group.size(); ++i) {
    results.push_back(lanes[i].result(plan[group[i]], (*summaries)[i]));
  }
  return results;
}

/// One run alone, see conduct.
ClaimResult conduct_alone(const ClaimRun& run, Scene scene, const Clock& clock,
                          const Watch& watch) {
  const Settings settings = settings_of(run, scene);
  Tracker tracker(std::move(scene), *ik::find_method(run.method), settings);
  tracker.prepare(ik::kAllPortions);

  Metrics metrics(run.warmup);
  RunSteps steps(tracker.multibody());
  std::vector<double> times;
  for (long step = 1; step <= run.steps; ++step) {
    if (watch && !watch(static_cast<double>(step - 1) / static_cast<double>(run.steps))) break;
    tracker.advance();
    const double start = clock ? clock() : 0.0;
    tracker.update();
    const double took = clock ? clock() - start : 0.0;
    metrics.add(tracker);
    if (step <= run.warmup) continue;
    if (clock) times.push_back(took / tracker.updates());
    double sum = 0.0;
    for (const double error : tracker.errors()) sum += error;
    steps.add([&tracker](std::size_t i) { return tracker.targets()[i]; },
              sum / static_cast<double>(tracker.errors().size()), jitter_deg(tracker));
  }
  ClaimResult result = steps.result(run, metrics.summary());
  if (!times.empty()) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    result.summary.ns_per_update = *middle;
  }
  return result;
}

std::string setting_text(const SettingInfo& info, double value) {
  if (info.kind == SettingKind::kSwitch) return info.label;
  if (info.kind == SettingKind::kChoice) {
    return std::string(info.label) + " " + info.choices[static_cast<std::size_t>(value)];
  }
  if (value == kOff) return std::string("no ") + info.label;
  const std::string unit = *info.unit != '\0' ? std::string(" ") + info.unit : std::string();
  return std::string(info.label) + " " + short_number(value) + unit;
}

Series& series_of(Plot& plot, const ClaimRun& run, std::string label, bool by_method) {
  for (Series& series : plot.series) {
    if (series.label == label) return series;
  }
  const Color color = by_method ? method_color(*ik::find_method(run.method))
                                : series_color(static_cast<int>(plot.series.size()));
  plot.series.push_back({.label = std::move(label), .color = color});
  return plot.series.back();
}

/// The scenes of the results, each once.
std::vector<std::string> scenes_of(std::span<const ClaimResult> results) {
  std::vector<std::string> scenes;
  for (const ClaimResult& result : results) {
    if (std::find(scenes.begin(), scenes.end(), result.run.scene) == scenes.end()) {
      scenes.push_back(result.run.scene);
    }
  }
  return scenes;
}

/// Whether every run of the scene has a method of its own, whose colour then tells it.
bool methods_differ(std::span<const ClaimResult> results, const std::string& scene) {
  std::vector<std::string_view> methods;
  for (const ClaimResult& result : results) {
    if (result.run.scene == scene) methods.emplace_back(result.run.method);
  }
  std::sort(methods.begin(), methods.end());
  return std::adjacent_find(methods.begin(), methods.end()) == methods.end();
}

Plot time_plot(const Claim& claim, std::span<const ClaimResult> results, const std::string& scene) {
  const bool error = claim.view == ClaimView::kErrorInTime;
  Plot plot{.title = (error ? "Mean error, " : "Jitter, ") + scene, .subtitle = claim.sentence};
  plot.x = {.label = "step", .unit = ""};
  plot.y = {.label = error ? "error" : "jitter", .unit = error ? "m" : "deg"};
  const bool by_method = methods_differ(results, scene);
  for (const ClaimResult& result : results) {
    if (result.run.scene != scene) continue;
    Series& series = series_of(plot, result.run, result.run.series, by_method);
    series.y = error ? result.error : result.jitter;
    for (std::size_t k = 0; k < series.y.size(); ++k) {
      series.x.push_back(static_cast<double>(result.run.warmup) + static_cast<double>(k) + 1.0);
    }
  }
  fit(plot);
  return plot;
}

Plot sweep_plot(const Claim& claim, std::span<const ClaimResult> results, bool error) {
  Plot plot{.title = error ? "Mean error" : "Jitter", .subtitle = claim.sentence};
  plot.x = {.label = claim.x_label, .unit = claim.x_unit};
  plot.y = {
      .label = error ? "error" : "jitter", .unit = error ? "m" : "deg", .logarithmic = !error};
  const bool one_scene = scenes_of(results).size() == 1;
  for (const ClaimResult& result : results) {
    const std::string label =
        one_scene ? result.run.series : result.run.scene + ", " + result.run.series;
    Series& series = series_of(plot, result.run, label, false);
    series.x.push_back(result.run.x);
    series.y.push_back(error ? result.summary.mean_error : result.summary.mean_jitter_deg);
  }
  // a run outside the sweep is a level to compare with
  double least = kOff, most = -kOff;
  for (const Series& series : plot.series) {
    if (series.x.size() < 2) continue;
    least = std::min(least, series.x.front());
    most = std::max(most, series.x.back());
  }
  for (Series& series : plot.series) {
    if (series.x.size() != 1 || !(least < most)) continue;
    series.x = {least, most};
    series.y.push_back(series.y.front());
    series.dashed = true;
  }
  fit(plot);
  return plot;
}

}  // namespace

const char* name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kInPart:
      return "holds in part";
    case Verdict::kDoesNotHold:
      return "does not hold";
    case Verdict::kNotJudged:
      break;
  }
  return "not judged";
}

std::span<const Claim> claims() { return table(); }

const Claim* find_claim(std::string_view id) {
  for (const Claim& claim : table()) {
    if (id == claim.id) return &claim;
  }
  return nullptr;
}

std::string describe(const ClaimRun& run) {
  std::string text = run.method;
  for (const auto& [name, value] : run.settings) {
    text += ", " + setting_text(*find_setting(name), value);
  }
  return text;
}

ClaimResult conduct(const ClaimRun& run, const SceneSource& scenes, const Clock& clock,
                    const Watch& watch) {
  return conduct_alone(run, scenes(run.scene), clock, watch);
}

std::vector<Plot> plots_of(const Claim& claim, std::span<const ClaimResult> results) {
  if (claim.view == ClaimView::kErrorBySweep) {
    return {sweep_plot(claim, results, true), sweep_plot(claim, results, false)};
  }
  std::vector<Plot> plots;
  for (const std::string& scene : scenes_of(results)) {
    plots.push_back(time_plot(claim, results, scene));
  }
  return plots;
}

Finding conduct(const Claim& claim, const SceneSource& scenes, const Clock& clock,
                const Watch& watch) {
  const std::vector<ClaimRun> plan = claim.plan();
  const bool timed = clock && claim.about_time;
  std::vector<std::optional<ClaimResult>> results(plan.size());
  double before = 0.0;  // runs that are done
  bool goes_on = true;
  for (std::size_t first = 0; first < plan.size() && goes_on; ++first) {
    if (results[first]) continue;
    const ClaimRun& run = plan[first];
    Experiment experiment{.scene = scenes(run.scene),
                          .method = ik::find_method(run.method),
                          .settings = {},
                          .params = {},
                          .steps = run.steps,
                          .warmup = run.warmup};
    experiment.settings = settings_of(run, experiment.scene);
    std::vector<std::size_t> group = {first};
    if (!timed) group = beside(plan, first, experiment.scene);
    const auto runs = group.size() > 1 ? BatchRuns::of(experiment) : std::nullopt;
    if (!runs) group = {first};
    const auto count = static_cast<double>(group.size());
    Watch part;
    if (watch) {
      part = [&](double done) {
        goes_on = watch((before + count * done) / static_cast<double>(plan.size()));
        return goes_on;
      };
    }
    if (runs) {
      std::vector<ClaimResult> together = conduct_together(*runs, plan, group, part);
      for (std::size_t i = 0; i < together.size(); ++i) results[group[i]] = std::move(together[i]);
    } else {
      results[first] =
          conduct_alone(run, std::move(experiment.scene), timed ? clock : Clock(), part);
    }
    before += count;
  }
  Finding finding;
  finding.claim = &claim;
  for (std::optional<ClaimResult>& result : results) {
    if (result) finding.results.push_back(std::move(*result));
  }
  if (!goes_on) return finding;
  finding.judgement = claim.judge(finding.results);
  finding.plots = plots_of(claim, finding.results);
  return finding;
}

}  // namespace lab
