#include <algorithm>
#include <cmath>
#include <limits>

#include "lab/claims/claims.h"
#include "lab/sweep/batch_sweep.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

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
      sum += ik::length_of<double>(target[0] - batch.effectors()(3 * i, lane_),
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

constexpr long kAllSteps = std::numeric_limits<long>::max();

}  // namespace

/// Runs of the plan that are under way together.
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
        run(runs, rules(), [this](long step, const auto& batch, auto targets) {
          const bool measured = step > runs.experiment().warmup;
          for (LaneSteps& lane : lanes) lane.add(step, measured, batch, targets);
        }) {
    for (std::size_t i = 0; i < claim_runs.size(); ++i) {
      lanes.emplace_back(runs.experiment().scene.multibody, static_cast<int>(i));
    }
  }
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
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      results.push_back(lanes[i].result(claim_runs[i], summaries[i]));
    }
    return results;
  }

  std::vector<ClaimRun> claim_runs;
  BatchRuns runs;
  std::vector<LaneSteps> lanes;
  BatchRun run;
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

/// The next run of the plan, and those that may stand beside it.
void Measurement::begin() {
  const auto next = std::find(results_.begin(), results_.end(), std::nullopt);
  const auto first = static_cast<std::size_t>(next - results_.begin());
  const ClaimRun& run = plan_[first];
  Experiment experiment{.scene = scenes_(run.scene),
                        .method = ik::find_method(run.method),
                        .settings = {},
                        .steps = run.steps,
                        .warmup = run.warmup};
  experiment.settings = settings_of(run, experiment.scene);
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
  for (std::size_t i = 0; i < group_.size(); ++i) results_[group_[i]] = std::move(results[i]);
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

Finding conduct(const Claim& claim, const SceneSource& scenes, const Clock& clock) {
  Measurement measurement(claim, scenes, clock);
  while (measurement.advance(kAllSteps) < 1.0) {
  }
  return measurement.finding();
}

ClaimResult conduct(const ClaimRun& run, const SceneSource& scenes, const Clock& clock) {
  RunAlone alone(run, scenes(run.scene), clock);
  while (alone.advance(kAllSteps) < 1.0) {
  }
  return alone.results().front();
}

}  // namespace lab
