#include "lab/claims/measurement.h"

#include <algorithm>
#include <functional>

#include "ik/simd/check.h"
#include "lab/solve/basin_map.h"
#include "lab/sweep/batch_sweep.h"
#include "lab/track/reach.h"

namespace lab {

/// Collects the measured steps of a run for its ClaimResult.
class RunSteps {
 public:
  explicit RunSteps(const ik::Multibody& multibody)
      : beyond_(multibody), effectors_(static_cast<std::size_t>(multibody.effector_count())) {}

  /// \param target_of returns target i, m
  template <class TargetOf>
  void add(const TargetOf& target_of, const BodyStep& step) {
    const bool beyond = beyond_.add(target_of);
    (beyond ? jitter_beyond_ : jitter_within_) += step.jitter_deg;
    ++(beyond ? beyond_steps_ : within_steps_);
    result_.error.push_back(step.mean_error);
    result_.jitter.push_back(step.jitter_deg);
  }

  ClaimResult result(const ClaimRun& run, const Summary& summary) {
    result_.run = run;
    result_.summary = summary;
    result_.jitter_beyond_deg = mean(jitter_beyond_, beyond_steps_);
    result_.jitter_within_deg = mean(jitter_within_, within_steps_);
    result_.beyond = mean(beyond_.distance, result_.error.size() * effectors_);
    return std::move(result_);
  }

 private:
  static double mean(double sum, std::size_t count) {
    return count > 0 ? sum / static_cast<double>(count) : 0.0;
  }

  BeyondReach beyond_;
  std::size_t effectors_;
  double jitter_beyond_ = 0.0, jitter_within_ = 0.0;  // sums, degrees
  std::size_t beyond_steps_ = 0, within_steps_ = 0;
  ClaimResult result_;
};

namespace {

/// Indices of the runs that can share a block: `first` and later runs of the plan.
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

}  // namespace

/// A run in progress, alone or in one block with others.
struct Measurement::Running {
  Running(std::span<const ClaimRun> plan, std::size_t first, const SceneSource& scenes,
          const Clock& clock) {
    const ClaimRun& run = plan[first];
    Experiment experiment{.scene = scenes(run.scene),
                          .method = ik::find_method(run.method),
                          .settings = {},
                          .steps = run.steps,
                          .warmup = run.warmup};
    experiment.settings = settings_of(run, experiment.scene);
    scene_name = experiment.scene.name;
    if (run.basin_side > 0) ask_basins(experiment, run.basin_side);
    if (!clock && !basins) group = beside(plan, first, experiment.scene);
    if (group.size() > 1) batch = BatchRuns::of(experiment);
    if (!batch) group = {first};
    steps.assign(group.size(), RunSteps(body_in_force(experiment.scene, experiment.settings)));
    if (batch) {
      std::vector<BatchRule> rules;
      for (const std::size_t i : group) {
        rules.push_back({experiment.method, settings_of(plan[i], experiment.scene)});
      }
      block.emplace(*batch, rules, [this](long step, auto targets, auto bodies) {
        if (step > batch->experiment().warmup) add(targets, bodies);
      });
      return;
    }
    tracker.emplace(std::move(experiment.scene), *experiment.method, experiment.settings);
    alone.emplace(*tracker, RunPlan{.steps = run.steps,
                                    .warmup = run.warmup,
                                    .clock = clock,
                                    .on_measured = [this](const Tracker&) { add(); }});
  }

  void ask_basins(const Experiment& experiment, int side) {
    const StandingLane lane(Tracker(experiment.scene, *experiment.method, experiment.settings));
    const auto joints = plane_joints(lane);
    ik::require(joints.has_value(), "claim: a map of basins needs two joints");
    basins.emplace(lane, plane_of(lane, (*joints)[0], (*joints)[1], side));
    map.emplace(*basins);
  }
  BasinReading reading() const {
    return {.reached_share = map->reached_share(),
            .mean_updates = map->mean_updates(),
            .dimension = box_dimension(map->labels(), map->columns()),
            .order = convergence(basins->lane(), basins->lane().theta).order};
  }

  void add() {
    double sum = 0.0;
    for (const double error : tracker->errors()) sum += error;
    steps.front().add([this](std::size_t i) { return tracker->targets()[i]; },
                      {.mean_error = sum / static_cast<double>(tracker->errors().size()),
                       .jitter_deg = jitter_deg(*tracker)});
  }
  void add(std::span<const double> targets, std::span<const BodyStep> bodies) {
    const auto target_of = [targets](std::size_t i) {
      return Eigen::Vector3d(targets.data() + 3 * i);
    };
    for (std::size_t i = 0; i < steps.size(); ++i) {
      steps[i].add(target_of, bodies[i]);
    }
  }
  /// The map first, a part in each call.
  double advance(long count) {
    if (map && !map->complete()) {
      map->compute(*basins, map->parts_done() + 1);
      return 0.5 * map->parts_done() / basins->count();
    }
    const double share = block ? block->advance(count) : alone->advance(count);
    return map ? 0.5 + 0.5 * share : share;
  }
  std::vector<Summary> summaries() const {
    return block ? block->summaries() : std::vector{alone->summary()};
  }

  std::vector<std::size_t> group;  // indices in the plan
  std::string scene_name;
  std::vector<RunSteps> steps;
  std::optional<BatchRuns> batch;
  std::optional<BatchRun> block;
  std::optional<Tracker> tracker;
  std::optional<Run> alone;
  std::optional<Basins> basins;  // and its map
  std::optional<BasinMap> map;
};

Measurement::Measurement(const Claim& claim, SceneSource scenes, Clock clock)
    : claim_(claim),
      scenes_(std::move(scenes)),
      clock_(claim.about_time ? std::move(clock) : Clock()),
      plan_(claim.plan()),
      results_(plan_.size()) {}
Measurement::Measurement(Measurement&&) noexcept = default;
Measurement::~Measurement() = default;

double Measurement::advance(long steps) {
  if (done_ == plan_.size()) return 1.0;
  if (!running_) {
    const auto next = std::ranges::find_if(results_, std::logical_not<>());
    const auto first = static_cast<std::size_t>(next - results_.begin());
    running_ = std::make_unique<Running>(plan_, first, scenes_, clock_);
  }
  const auto all = static_cast<double>(plan_.size());
  const std::vector<std::size_t>& group = running_->group;
  const double share = running_->advance(steps);
  if (share < 1.0) {
    return (static_cast<double>(done_) + static_cast<double>(group.size()) * share) / all;
  }
  const std::vector<Summary> summaries = running_->summaries();
  for (std::size_t i = 0; i < group.size(); ++i) {
    auto& result = results_[group[i]];
    result = running_->steps[i].result(plan_[group[i]], summaries[i]);
    result->scene_name = running_->scene_name;
    if (running_->map) result->basins = running_->reading();
  }
  done_ += group.size();
  running_.reset();
  return static_cast<double>(done_) / all;
}

Finding Measurement::finding() {
  Finding finding;
  finding.claim = &claim_;
  for (std::optional<ClaimResult>& result : results_) finding.results.push_back(std::move(*result));
  finding.judgement = claim_.judge(finding.results);
  finding.plots = plots_of(claim_, finding.results);
  return finding;
}

}  // namespace lab
