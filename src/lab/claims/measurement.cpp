#include <algorithm>
#include <functional>

#include "lab/claims/claims.h"
#include "lab/sweep/batch_sweep.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

/// Collects the measured steps of a run for its ClaimResult.
class RunSteps {
 public:
  explicit RunSteps(const ik::Multibody& multibody) {
    for (int i = 0; i < multibody.effector_count(); ++i) {
      reach_.push_back(reach_of(multibody, i));
    }
  }

  /// \param target_of gives target i, m
  /// \param error     mean over the effectors, m
  /// \param jitter    degrees
  template <class TargetOf>
  void add(const TargetOf& target_of, double error, double jitter) {
    bool beyond = false;
    for (std::size_t i = 0; i < reach_.size(); ++i) {
      const double distance = (target_of(i) - reach_[i].center).norm();
      const double outside = std::max(distance - reach_[i].most, reach_[i].least - distance);
      beyond |= outside > 0.0;
      outside_ += std::max(0.0, outside);
    }
    (beyond ? beyond_ : within_) += jitter;
    ++(beyond ? beyond_steps_ : within_steps_);
    result_.error.push_back(error);
    result_.jitter.push_back(jitter);
  }

  ClaimResult result(const ClaimRun& run, const Summary& summary) {
    result_.run = run;
    result_.summary = summary;
    result_.jitter_beyond_deg = mean(beyond_, beyond_steps_);
    result_.jitter_within_deg = mean(within_, within_steps_);
    result_.beyond = mean(outside_, result_.error.size() * reach_.size());
    return std::move(result_);
  }

 private:
  static double mean(double sum, std::size_t count) {
    return count > 0 ? sum / static_cast<double>(count) : 0.0;
  }

  std::vector<Reach> reach_;
  double beyond_ = 0.0, within_ = 0.0;  // sums of jitter, degrees
  std::size_t beyond_steps_ = 0, within_steps_ = 0;
  double outside_ = 0.0;  // sum over steps and effectors, m
  ClaimResult result_;
};

/// The run `first` of a plan and those after it that can share a block with it, by index.
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

/// One run in progress, or several in one block.
struct Measurement::Running {
  virtual ~Running() = default;
  virtual double advance(long steps) = 0;
  virtual std::vector<ClaimResult> results() = 0;
};

namespace {

struct RunAlone final : Measurement::Running {
  RunAlone(const ClaimRun& what, Scene scene, const Clock& clock)
      : claim_run(what),
        tracker(tracker_of(what, std::move(scene))),
        steps(tracker.multibody()),
        run(tracker, {.steps = what.steps,
                      .warmup = what.warmup,
                      .clock = clock,
                      .on_measured = [this](const Tracker& now) { add(now); }}) {}
  static Tracker tracker_of(const ClaimRun& what, Scene scene) {
    const Settings settings = settings_of(what, scene);
    return {std::move(scene), *ik::find_method(what.method), settings};
  }
  void add(const Tracker& now) {
    double sum = 0.0;
    for (const double error : now.errors()) sum += error;
    steps.add([&now](std::size_t i) { return now.targets()[i]; },
              sum / static_cast<double>(now.errors().size()), jitter_deg(now));
  }
  double advance(long count) override { return run.advance(count); }
  std::vector<ClaimResult> results() override { return {steps.result(claim_run, run.summary())}; }

  ClaimRun claim_run;
  Tracker tracker;
  RunSteps steps;
  Run run;
};

struct RunsTogether final : Measurement::Running {
  RunsTogether(BatchRuns side_by_side, std::vector<ClaimRun> what)
      : claim_runs(std::move(what)),
        runs(std::move(side_by_side)),
        run(runs, rules(),
            [this](long step, auto targets, auto bodies) {
              if (step <= runs.experiment().warmup) return;
              const auto target_of = [targets](std::size_t i) {
                return Eigen::Vector3d(targets.data() + 3 * i);
              };
              for (std::size_t i = 0; i < steps.size(); ++i) {
                steps[i].add(target_of, bodies[i].mean_error, bodies[i].jitter_deg);
              }
            }),
        steps(claim_runs.size(), RunSteps(runs.experiment().scene.multibody)) {}
  std::vector<BatchRule> rules() const {
    const Experiment& experiment = runs.experiment();
    std::vector<BatchRule> rules;
    for (const ClaimRun& one : claim_runs) {
      rules.push_back({experiment.method, settings_of(one, experiment.scene)});
    }
    return rules;
  }
  double advance(long count) override { return run.advance(count); }
  std::vector<ClaimResult> results() override {
    const std::vector<Summary> summaries = run.summaries();
    std::vector<ClaimResult> results;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      results.push_back(steps[i].result(claim_runs[i], summaries[i]));
    }
    return results;
  }

  std::vector<ClaimRun> claim_runs;
  BatchRuns runs;
  BatchRun run;
  std::vector<RunSteps> steps;
};

}  // namespace

Measurement::Measurement(const Claim& claim, SceneSource scenes, Clock clock)
    : claim_(claim),
      scenes_(std::move(scenes)),
      clock_(claim.about_time ? std::move(clock) : Clock()),
      plan_(claim.plan()),
      results_(plan_.size()) {}
Measurement::Measurement(Measurement&&) noexcept = default;
Measurement::~Measurement() = default;

/// Starts the next run of the plan, with the runs that can share its block.
void Measurement::begin() {
  const auto next = std::ranges::find_if(results_, std::logical_not<>());
  const auto first = static_cast<std::size_t>(next - results_.begin());
  const ClaimRun& run = plan_[first];
  Experiment experiment{.scene = scenes_(run.scene),
                        .method = ik::find_method(run.method),
                        .settings = {},
                        .steps = run.steps,
                        .warmup = run.warmup};
  experiment.settings = settings_of(run, experiment.scene);
  scene_name_ = experiment.scene.name;
  group_ = {first};
  if (!clock_) group_ = beside(plan_, first, experiment.scene);
  auto runs = group_.size() > 1 ? BatchRuns::of(experiment) : std::nullopt;
  if (!runs) {
    group_ = {first};
    running_ = std::make_unique<RunAlone>(run, std::move(experiment.scene), clock_);
    return;
  }
  std::vector<ClaimRun> together;
  for (const std::size_t i : group_) together.push_back(plan_[i]);
  running_ = std::make_unique<RunsTogether>(std::move(*runs), std::move(together));
}

double Measurement::advance(long steps) {
  if (done_ == plan_.size()) return 1.0;
  if (!running_) begin();
  const auto all = static_cast<double>(plan_.size());
  const double share = running_->advance(steps);
  if (share < 1.0) {
    return (static_cast<double>(done_) + static_cast<double>(group_.size()) * share) / all;
  }
  std::vector<ClaimResult> results = running_->results();
  for (std::size_t i = 0; i < group_.size(); ++i) {
    results[i].scene_name = scene_name_;
    results_[group_[i]] = std::move(results[i]);
  }
  running_.reset();
  done_ += group_.size();
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
