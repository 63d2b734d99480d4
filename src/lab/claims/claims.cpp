#include "lab/claims/claims.h"

#include <algorithm>

#include "lab/claims/tables.h"
#include "lab/plot/recording_plots.h"
#include "lab/scene/knobs.h"

namespace lab {
namespace {

// in the order of Verdict
constexpr const char* kVerdicts[] = {"holds", "holds in part", "does not hold", "not judged"};

std::string setting_text(const Knob& knob, double value) {
  if (knob.kind == ik::KnobKind::kSwitch) return knob.label;
  if (value == kOff) return std::string("no ") + knob.label;
  constexpr int kDigits = 12;
  return std::string(knob.label) + " " +
         with_unit_behind(control_text(knob, value, kDigits), knob.unit);
}

/// The run's series with the method's label instead of its id.
std::string series_name(const ClaimRun& run) {
  const std::string_view id = run.method;
  if (!run.series.starts_with(id)) return run.series;
  return method_name(run.method) + run.series.substr(id.size());
}

Series& series_of(Plot& plot, const ClaimRun& run, std::string label, bool by_method) {
  const auto known = std::ranges::find(plot.series, label, &Series::label);
  if (known != plot.series.end()) return *known;
  const Color color = by_method ? method_color(*ik::find_method(run.method))
                                : series_color(static_cast<int>(plot.series.size()));
  plot.series.push_back({.label = std::move(label), .color = color});
  return plot.series.back();
}

template <class Items, class RunOf = std::identity>
std::vector<std::string> each_scene(const Items& items, RunOf run_of = {}) {
  std::vector<std::string> scenes;
  for (const auto& item : items) {
    const std::string& scene = std::invoke(run_of, item).scene;
    if (std::ranges::find(scenes, scene) == scenes.end()) scenes.push_back(scene);
  }
  return scenes;
}

/// Whether no two runs of the scene have the same method, so that its colour identifies a run.
bool methods_differ(std::span<const ClaimResult> results, const std::string& scene) {
  std::vector<std::string_view> methods;
  for (const ClaimResult& result : results) {
    if (result.run.scene == scene) methods.emplace_back(result.run.method);
  }
  std::ranges::sort(methods);
  return std::ranges::adjacent_find(methods) == methods.end();
}

/// The mean jitter that is judged, up to each measured step, degrees.
std::vector<double> recent_jitter(const ClaimResult& result) {
  RecentShaking recent{.settling =
                           std::max(0.0, kSettling - static_cast<double>(result.run.warmup))};
  std::vector<double> means;
  for (const double jitter : result.jitter) {
    recent.add(jitter, 0.0, 0.0, kKeptOfRecent);
    means.push_back(recent.plotted_jitter());
  }
  return means;
}

Plot time_plot(const Claim& claim, std::span<const ClaimResult> results, const std::string& scene) {
  const bool error = claim.view == ClaimView::kErrorInTime;
  Plot plot{.title = (error ? "Mean error, " : "Jitter, ") + scene_name(results, scene),
            .subtitle = claim.sentence};
  plot.x = {.label = "step", .unit = ""};
  plot.y = {.label = "error", .unit = "m"};
  if (!error) show_recent_jitter(plot);
  const bool by_method = methods_differ(results, scene);
  for (const ClaimResult& result : results) {
    if (result.run.scene != scene) continue;
    Series& series = series_of(plot, result.run, series_name(result.run), by_method);
    series.y = error ? result.error : recent_jitter(result);
    for (std::size_t k = 0; k < series.y.size(); ++k) {
      series.x.push_back(static_cast<double>(result.run.warmup) + static_cast<double>(k) + 1.0);
    }
  }
  fit(plot);
  return plot;
}

/// A measure over the varied value.
struct SweptMeasure {
  const char* title;
  Axis y;
  double (*get)(const ClaimResult& result);
  std::optional<double> limit = {};  ///< MeasureInfo::limit
};

const SweptMeasure kError = {"Mean error",
                             {.label = "error", .unit = "m"},
                             [](const ClaimResult& r) { return r.summary.mean_error; }};
const SweptMeasure kJitterMeasure = {"Jitter",
                                     {.label = "jitter", .unit = "deg", .logarithmic = true},
                                     [](const ClaimResult& r) { return r.summary.mean_jitter_deg; },
                                     kShakingJitter};
const SweptMeasure kUnreached = {
    "Starts that reach no solution", {.label = "starts", .unit = "%"}, [](const ClaimResult& r) {
      return r.basins ? 100.0 * (1.0 - r.basins->reached_share) : 0.0;
    }};
const SweptMeasure kUpdatesToSolution = {
    "Updates to a solution", {.label = "updates", .unit = ""}, [](const ClaimResult& r) {
      return r.basins ? r.basins->mean_updates : 0.0;
    }};

Plot sweep_plot(const Claim& claim, std::span<const ClaimResult> results,
                const SweptMeasure& measure) {
  Plot plot{.title = measure.title, .subtitle = claim.sentence};
  plot.x = claim.x;
  plot.y = measure.y;
  plot.limit = measure.limit;
  const bool one_scene = each_scene(results, &ClaimResult::run).size() == 1;
  for (const ClaimResult& result : results) {
    const std::string label =
        one_scene ? series_name(result.run)
                  : scene_name(results, result.run.scene) + ", " + series_name(result.run);
    Series& series = series_of(plot, result.run, label, false);
    series.x.push_back(result.run.x);
    series.y.push_back(measure.get(result));
  }
  // a single run becomes a horizontal line beside the sweeps
  Range x;
  for (const Series& series : plot.series) {
    if (series.x.size() > 1) x.add(series.x.front()), x.add(series.x.back());
  }
  for (Series& series : plot.series) {
    if (series.x.size() != 1 || !(x.least < x.most)) continue;
    series.x = {x.least, x.most};
    series.y.push_back(series.y.front());
    series.dashed = true;
  }
  fit(plot);
  return plot;
}

}  // namespace

const char* name(Verdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)]; }

std::string statement(Verdict verdict) {
  return std::string(verdict == Verdict::kNotJudged ? "This is " : "This ") + name(verdict) + ".";
}

std::span<const Claim> claims() {
  static const std::vector<Claim> table = [] {
    std::vector<Claim> all;
    for (auto* part : {claims_on_methods, claims_on_damping, claims_on_clamps, claims_on_frames,
                       claims_on_basins}) {
      for (Claim& claim : part()) all.push_back(std::move(claim));
    }
    return all;
  }();
  return table;
}

const Claim* find_claim(std::string_view id) {
  const auto claim = std::ranges::find(claims(), id, &Claim::id);
  return claim == claims().end() ? nullptr : &*claim;
}

Settings settings_of(const ClaimRun& run, const Scene& scene) {
  Settings settings = scene.settings;
  for (const auto& [knob, value] : run.settings) knob->set(settings, value);
  return settings;
}

std::vector<std::string> scenes_of(const Claim& claim) { return each_scene(claim.plan()); }

Setup setup_of(const Claim& claim, const std::string& id, std::shared_ptr<const Scene> scene) {
  std::vector<std::vector<ClaimRun>> all;  // by series
  for (const ClaimRun& run : claim.plan()) {
    if (run.scene != id) continue;
    const auto known = std::ranges::find_if(
        all, [&run](const auto& series) { return series.front().series == run.series; });
    (known == all.end() ? all.emplace_back() : *known).push_back(run);
  }
  std::vector<Lane> lanes;
  for (const std::vector<ClaimRun>& series : all) {
    constexpr std::size_t kOfASweep = 3;
    const std::size_t count = std::min(series.size(), kOfASweep);
    for (std::size_t i = 0; i < count && lanes.size() < kMaxClaimLanes; ++i) {
      const ClaimRun& run = series[count < 2 ? 0 : i * (series.size() - 1) / (count - 1)];
      lanes.push_back({.id = static_cast<int>(lanes.size()),
                       .method = ik::find_method(run.method),
                       .settings = settings_of(run, *scene)});
    }
  }
  const Lane& first = lanes.front();
  Setup setup = setup_of(std::move(scene), *first.method, first.settings);
  setup.lanes = std::move(lanes);
  return setup;
}

std::string describe(const ClaimRun& run) {
  std::string text = run.method;
  for (const auto& [knob, value] : run.settings) text += ", " + setting_text(*knob, value);
  return text;
}

std::vector<Plot> plots_of(const Claim& claim, std::span<const ClaimResult> results) {
  if (claim.view == ClaimView::kErrorBySweep) {
    return {sweep_plot(claim, results, kError), sweep_plot(claim, results, kJitterMeasure)};
  }
  if (claim.view == ClaimView::kBasinsBySweep) {
    return {sweep_plot(claim, results, kUnreached), sweep_plot(claim, results, kUpdatesToSolution)};
  }
  std::vector<Plot> plots;
  for (const std::string& scene : each_scene(results, &ClaimResult::run)) {
    plots.push_back(time_plot(claim, results, scene));
  }
  return plots;
}

}  // namespace lab
