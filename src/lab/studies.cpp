#include "iklab/studies.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>

#include "ik/simd/check.h"
#include "lab/advise/conclusion.h"
#include "lab/own_row.h"
#include "lab/run/run.h"
#include "lab/scene/knobs.h"
#include "lab/solve/reach_summary.h"
#include "lab/sweep/sweep.h"
#include "lab/track/tracker.h"

namespace lab {

struct MethodTable::Row {
  std::string id;
  std::shared_ptr<const ik::MethodInfo> info;  // its texts are `id`
};

void MethodTable::add(std::string id, ik::AnyMethod method) {
  ik::require(!id.empty(), "a method needs an id");
  const std::vector<std::string> taken = ids();
  const bool is_taken = id == ReachMethod().id() || std::ranges::find(taken, id) != taken.end();
  ik::require(!is_taken, "there is a method '" + id + "' already");
  auto row = std::make_shared<Row>(Row{std::move(id), {}});
  row->info = own_row(std::move(method), row->id.c_str());
  added_.push_back(std::move(row));
}

const ik::MethodInfo& MethodTable::at(std::string_view id) const {
  for (const auto& row : added_) {
    if (row->id == id) return *row->info;
  }
  if (const ik::MethodInfo* info = ik::find_method(id)) return *info;
  std::string known;
  for (const std::string& one : ids()) known += (known.empty() ? "" : ", ") + one;
  throw std::invalid_argument("unknown method '" + std::string(id) + "': there are " + known);
}

std::vector<std::string> MethodTable::ids() const {
  std::vector<std::string> all;
  for (const ik::MethodInfo& info : ik::methods()) all.emplace_back(info.id);
  for (const auto& row : added_) all.push_back(row->id);
  return all;
}

namespace {

using Infos = std::vector<const ik::MethodInfo*>;

/// Steps or poses between two looks at StudyOptions::progress.
constexpr long kStudyPortion = 64;

/// The share of a study that is finished, told by its parts.
class StudyProgress {
 public:
  /// \param from, to the shares of the study at the begin and the end of the parts
  StudyProgress(const StudyOptions& options, int parts, double from, double to)
      : tell_(options.progress), parts_(parts), from_(from), to_(to) {}

  /// A part has gone on by `share` of itself.
  void add(double share) {
    if (!tell_) return;
    const long long done = done_ += std::llround(kWhole * share);
    const double finished = static_cast<double>(done) / kWhole / parts_;
    constexpr double kRounding = 1e-6;  // the shares are rounded
    tell_(finished > 1.0 - kRounding ? to_ : from_ + (to_ - from_) * finished);
  }

 private:
  static constexpr double kWhole = 1e9;  // a part, in the units of done_

  const std::function<void(double)>& tell_;
  const int parts_;
  const double from_, to_;
  std::atomic<long long> done_ = 0;
};

/// Finishes `count` runs: begin(i) makes one, and end(i, run) takes its results.
template <class Begin, class End>
void finish_runs(const StudyOptions& options, int count, double from, double to, const Begin& begin,
                 const End& end) {
  StudyProgress progress(options, count, from, to);
  std::atomic<bool> failed = false;  // the study ends: no run goes on
  const auto work = [&](int i) {
    try {
      auto run = begin(i);
      double before = 0.0;
      while (before < 1.0 && !failed) {
        const double share = run->advance(kStudyPortion);
        progress.add(std::min(share, 1.0) - before);
        before = share;
      }
      if (!failed) end(i, *run);
    } catch (...) {
      failed = true;
      throw;
    }
  };
  if (options.for_each) return options.for_each(count, work);
  for (int i = 0; i < count; ++i) work(i);
}

Infos infos_of(const MethodTable& table, const std::vector<std::string>& ids) {
  Infos infos;
  for (const std::string& id : ids) infos.push_back(&table.at(id));
  return infos;
}

/// The scene's settings with the given ones. \throws std::invalid_argument that names a setting
Settings settings_of(const ik::Scene& scene, const Infos& methods, const StudyOptions& options) {
  Settings settings = scene.data()->settings;
  for (const auto& [name, value] : options.settings) {
    std::optional<Knob> knob;
    for (const ik::MethodInfo* method : methods) {
      if (!knob) knob = find_knob(*method, name);
    }
    if (!knob && find_shared_knob(name) != nullptr) knob = *find_shared_knob(name);
    ik::require(knob.has_value(), "no setting or parameter '" + name + "'");
    ik::require(knob->accepts(value), name + ": expected " + knob->expectation());
    knob->set(settings, value);
  }
  return settings;
}

Experiment experiment_with(const ik::Scene& scene, const ik::MethodInfo* method, Settings settings,
                           const StudyOptions& options, long usual) {
  const long warmup = options.warmup.value_or(usual);
  ik::require(options.steps >= 1 && options.steps <= kMaxRunSteps,
              "steps: expected a whole number from 1 to " + std::to_string(kMaxRunSteps));
  ik::require(warmup >= 0 && warmup < options.steps,
              "warmup: expected a whole number from 0, below the steps");
  return {.scene = *scene.data(),
          .method = method,
          .settings = std::move(settings),
          .steps = options.steps,
          .warmup = warmup};
}

/// A run with the tracker that it moves.
class TrackedRun {
 public:
  TrackedRun(Tracker tracker, const Experiment& experiment, const StudyOptions& options)
      : tracker_(std::move(tracker)),
        run_(tracker_, {.steps = experiment.steps,
                        .warmup = experiment.warmup,
                        .clock = options.wall,
                        .cpu = options.cpu}) {}
  TrackedRun(const TrackedRun&) = delete;
  TrackedRun& operator=(const TrackedRun&) = delete;

  double advance(long steps) { return run_.advance(steps); }
  Summary summary() const { return run_.summary(); }

 private:
  Tracker tracker_;
  Run run_;
};

/// Settings by which two differ, by the knobs of a method.
std::vector<NamedValue> differences_of(const ik::MethodInfo& method, const Settings& usual,
                                       const Settings& settings) {
  std::vector<NamedValue> named;
  for (const Knob& knob : knobs(method)) {
    const double value = knob.in_force(settings);
    if (value != knob.in_force(usual)) named.emplace_back(knob.name, value);
  }
  return named;
}

template <std::size_t N>
std::size_t index_of_word(const char* const (&words)[N], const std::string& word,
                          const char* option) {
  const auto* found = std::ranges::find(words, word);
  if (found != std::end(words)) return static_cast<std::size_t>(found - words);
  std::string known;
  for (const char* one : words) known += (known.empty() ? "" : ", ") + std::string(one);
  throw std::invalid_argument(std::string(option) + ": expected one of " + known + ", not '" +
                              word + "'");
}

}  // namespace

std::vector<ComparedMethod> compare(const ik::Scene& scene, const MethodTable& table,
                                    const std::vector<std::string>& methods,
                                    const StudyOptions& options) {
  const Infos infos = infos_of(table, methods);
  const Experiment experiment =
      experiment_with(scene, nullptr, settings_of(scene, infos, options), options, 0);
  std::vector<ComparedMethod> rows(infos.size());
  finish_runs(
      options, static_cast<int>(infos.size()), 0.0, 1.0,
      [&](int i) {
        const ik::MethodInfo& info = *infos[static_cast<std::size_t>(i)];
        return std::make_unique<TrackedRun>(Tracker(experiment.scene, info, experiment.settings),
                                            experiment, options);
      },
      [&](int i, const TrackedRun& run) {
        const auto at = static_cast<std::size_t>(i);
        rows[at] = {infos[at]->id, run.summary()};
      });
  return rows;
}

std::vector<SweptCell> sweep(const ik::Scene& scene, const MethodTable& table,
                             std::string_view method, const std::vector<SweptSetting>& vary,
                             const StudyOptions& options) {
  const ik::MethodInfo& info = table.at(method);
  std::vector<SweepAxis> axes;
  for (const SweptSetting& one : vary) {
    std::optional<SweepAxis> axis = find_axis(info, one.name);
    ik::require(axis.has_value(), "vary: " + std::string(method) + " has no '" + one.name + "'");
    axis->low = one.low;
    axis->high = one.high;
    axis->count = one.count;
    axes.push_back(*axis);
  }
  const Sweep grid(experiment_with(scene, &info, settings_of(scene, {&info}, options), options, 0),
                   std::move(axes));
  std::vector<SweptCell> cells(static_cast<std::size_t>(grid.cell_count()));
  finish_runs(
      options, grid.cell_count(), 0.0, 1.0,
      [&](int cell) {
        return std::make_unique<TrackedRun>(grid.tracker(cell), grid.experiment(), options);
      },
      [&](int cell, const TrackedRun& run) {
        SweptCell& own = cells[static_cast<std::size_t>(cell)];
        for (std::size_t axis = 0; axis < grid.axes().size(); ++axis) {
          own.values.push_back(grid.value(cell, axis));
        }
        own.summary = run.summary();
      });
  return cells;
}

StudiedAdvice advise(const ik::Scene& scene, const MethodTable& table,
                     const std::vector<std::string>& methods, const StudyOptions& options) {
  constexpr double kTrialShare = 0.95;  // the rest is the conclusion
  const Infos infos = infos_of(table, methods.empty() ? table.ids() : methods);
  Experiment experiment =
      experiment_with(scene, nullptr, settings_of(scene, infos, options), options,
                      usual_warmup(scene.data()->targets, options.steps));
  const std::string why = no_advice_on(body_in_force(experiment.scene, experiment.settings));
  ik::require(why.empty(), why);
  std::set<std::string, std::less<>> fixed;
  for (const auto& [name, value] : options.settings) {
    const Knob* shared = find_shared_knob(name);
    fixed.insert(shared != nullptr ? shared->name : name);
  }
  const AdvicePlan plan = plan_advice(std::move(experiment), infos, fixed);
  const AdviceParts parts(plan, {options.wall, options.cpu});

  AdviceResults results(plan.candidates.size());
  finish_runs(
      options, parts.count(), 0.0, kTrialShare,
      [&](int part) { return std::make_unique<AdviceRun>(parts.begin(part)); },
      [&](int, const AdviceRun& run) {
        for (const auto& [candidate, summary] : run.results()) results[candidate] = summary;
      });
  Conclusion conclusion(plan, results);
  StudyProgress progress(options, 1, kTrialShare, 1.0);
  for (double before = 0.0, share = 0.0; share < 1.0; before = share) {
    share = conclusion.advance(kStudyPortion);
    progress.add(std::min(share, 1.0) - before);
  }

  const Advice advice = conclusion.advice();
  StudiedAdvice told;
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    const Candidate& own = plan.candidates[i];
    told.candidates.push_back(
        {.method = own.method->id,
         .words = describe(own),
         .settings = differences_of(*own.method, scene.data()->settings, own.settings),
         .summary = results[i].value(),
         .error = advice.costs[i].error,
         .finite = advice.costs[i].finite,
         .shakes = advice.costs[i].shakes,
         .on_front = advice.on_front(i)});
  }
  for (const Recommendation& r : advice.recommendations) {
    told.advice.push_back({name(r.choice.purpose), r.choice.candidate, r.sentence, r.reason});
  }
  return told;
}

std::vector<ReachedPoses> reach(const ik::Scene& scene, const MethodTable& table,
                                const std::vector<std::string>& methods, const ReachOptions& how,
                                const StudyOptions& options) {
  std::vector<ReachMethod> chosen;
  for (const std::string& id : methods) {
    chosen.push_back({id == ReachMethod().id() ? nullptr : &table.at(id)});
  }
  ik::require(!chosen.empty(), "reach: no method");
  const int n = scene.multibody().joint_count();
  for (std::size_t i = 0; i < how.given.size(); ++i) {
    ik::require(how.given[i].size() == n, "given: pose " + std::to_string(i) + " has " +
                                              std::to_string(how.given[i].size()) +
                                              " numbers, not " + std::to_string(n));
  }
  ReachPlan plan{.scene = *scene.data(),
                 .settings = settings_of(scene, alone_of(chosen), options),
                 .methods = chosen,
                 .drawn = how.poses,
                 .given = how.given,
                 .seed = how.seed,
                 .tolerance = how.tolerance,
                 .aim_tolerance = how.aim_tolerance,
                 .restarts = how.restarts,
                 .updates = how.updates};
  plan.start = static_cast<ReachStart>(index_of_word(kReachStarts, how.start, "start"));
  plan.draw = static_cast<ReachDraw>(index_of_word(kReachDraws, how.draw, "draw"));
  const long most = kMaxReachResults / static_cast<long>(chosen.size());
  ik::require(plan.pose_count() >= 1 && plan.pose_count() <= most,
              "poses: expected a whole number from 1 to " + std::to_string(most));
  ik::require(how.tolerance > 0.0 && how.aim_tolerance > 0.0,
              "tolerance: expected a number above 0");
  ik::require(how.restarts.value_or(0) >= 0 && how.updates.value_or(1) >= 1,
              "restarts and updates: expected whole numbers from 0 and from 1");

  ReachStudy study(std::move(plan), options.wall, options.cpu);
  while (study.prepared() < 1.0) {
    study.prepare(1);
    if (options.progress) options.progress(0.0);
  }
  std::vector<int> poses(static_cast<std::size_t>(study.plan().pose_count()));
  std::iota(poses.begin(), poses.end(), 0);
  const ReachParts parts(study, std::move(poses));
  ReachResults results(study.plan());
  finish_runs(
      options, parts.count(), 0.0, 1.0,
      [&](int part) { return std::make_unique<ReachRun>(parts.begin(part)); },
      [&](int, const ReachRun& run) {
        for (ReachResult& result : run.results()) results.set(std::move(result));
      });
  std::vector<ReachedPoses> rows;
  for (const ReachSummary& own : summaries(study, results)) {
    rows.push_back({.method = own.method.id(),
                    .poses = own.poses,
                    .reached = own.reached,
                    .mean_updates = own.mean_updates,
                    .median_updates = own.median_updates,
                    .max_updates = own.max_updates,
                    .mean_attempts = own.mean_attempts,
                    .mean_us = own.mean_us,
                    .median_us = own.median_us,
                    .p99_us = own.p99_us});
  }
  return rows;
}

}  // namespace lab
