#include "lab/sweep/batch_sweep.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ik/body/layout.h"
#include "ik/simd/largest.h"
#include "lab/scene/knobs.h"

namespace lab {
namespace {

constexpr int kWidth = BatchRuns::kWidth;
using Batch = BatchRuns::Batch;
// a block is kSets sets of four bodies
using FourMotions = Motion<ik::Lanes>;
using FourSums = MetricSums<ik::Lanes>;
constexpr int kSets = kWidth / ik::kLanes;

bool can_run_in_batch(const Scene& scene) {
  const ik::Multibody& body = scene.multibody;
  return body.aim_count() == 0 && body.followers().empty() && body.loops().empty() &&
         ik::all_one(scene.weights) && !scene.group;
}

/// Adds the errors of four bodies of a block.
/// \param s, t (3 count) effectors, in rows, and targets, m
IK_MULTIVERSION void add_errors(const double* s, const double* t, int count, FourSums& sums) {
  FourSums own = sums;
  for (int i = 0; i < count; ++i) {
    own.add_error(ik::length_of<ik::Lanes>(t[3 * i] - ik::get<ik::Lanes>(s, 3 * i),
                                           t[3 * i + 1] - ik::get<ik::Lanes>(s, 3 * i + 1),
                                           t[3 * i + 2] - ik::get<ik::Lanes>(s, 3 * i + 2)));
  }
  sums = own;
}

/// Rows of a block, from one of its bodies on.
struct MotionRows {
  const double* theta;  ///< (n) after the step
  double* before;       ///< (n) in: theta before the step; out: after it
  double* change;       ///< (n) in: the change of theta in the step before; out: in this step
};

/// Adds the motion of four bodies of a block in a step. \param[out] motion of this step
IK_MULTIVERSION void add_motion(std::span<const ik::Link> links, const MotionRows& rows, long step,
                                FourSums& sums, FourMotions& motion) {
  const auto [theta, before, change] = rows;
  FourMotions own;
  const int count = static_cast<int>(links.size());
  for (int j = 0; j < count; ++j) {
    const auto now = ik::get<ik::Lanes>(theta, j);
    const ik::Lanes changed = now - ik::get<ik::Lanes>(before, j);
    own.add(ik::is_angular(links[static_cast<std::size_t>(j)].type), changed,
            ik::get<ik::Lanes>(change, j));
    ik::put<ik::Lanes>(now, before, j);
    ik::put<ik::Lanes>(changed, change, j);
  }
  sums.add_motion(own, step);
  motion = own;
}

}  // namespace

/// Metrics of the bodies of one block, with the bits of lab::Metrics.
class BlockMetrics {
 public:
  BlockMetrics(const Batch& batch, long warmup) : multibody_(batch.multibody()), warmup_(warmup) {
    const double* const theta = batch.theta().block(0);
    before_.assign(theta, theta + batch.theta().rows() * kWidth);
    change_.assign(before_.size(), 0.0);
  }

  /// Takes in the step that the batch has just made. \param targets (3k) of every body, m
  void add(const Batch& batch, const double* targets) {
    ++steps_;
    for (int set = 0; set < kSets; ++set) {
      const int lane = set * ik::kLanes;
      const auto at = static_cast<std::size_t>(set);
      // the sums of the warm-up are not used
      FourSums unused;
      FourSums& sums = steps_ > warmup_ ? sums_[at] : unused;
      add_errors(batch.effectors().block(0) + lane, targets, multibody_.effector_count(), sums);
      add_motion(multibody_.layout().links,
                 {batch.theta().block(0) + lane, before_.data() + lane, change_.data() + lane},
                 steps_, sums, motions_[at]);
    }
  }

  /// The step that add() has just taken in. \param[out] bodies of the first lanes
  void write_step(const Batch& batch, const double* targets, std::span<BodyStep> bodies) const {
    const int count = multibody_.effector_count();
    std::size_t body = 0;
    for (int set = 0; set < kSets; ++set) {
      FourSums sums;
      add_errors(batch.effectors().block(0) + set * ik::kLanes, targets, count, sums);
      const FourMotions& motion = motions_[static_cast<std::size_t>(set)];
      for (int lane = 0; lane < ik::kLanes; ++lane) {
        if (body == bodies.size()) return;
        bodies[body].mean_error = sums.total[lane] / count;
        bodies[body].jitter_deg = steps_ < 2 ? 0.0 : kDegrees * std::sqrt(motion.bends[lane]);
        ++body;
      }
    }
  }

  Summary summary(int lane) const {
    const FourSums& four = sums_[static_cast<std::size_t>(lane / ik::kLanes)];
    const auto of = [lane](const ik::Lanes& lanes) { return lanes[lane % ik::kLanes]; };
    const MetricSums<double> sums = {of(four.total), of(four.largest),      of(four.squares),
                                     of(four.far),   of(four.largest_step), of(four.jitter),
                                     of(four.pairs), of(four.reversals),    of(four.bends),
                                     of(four.ways)};
    // jitter begins with the second step
    Summary summary = summary_of(sums, (steps_ - warmup_) * multibody_.effector_count(),
                                 steps_ - std::max(warmup_, 1L));
    summary.steps = steps_;
    summary.warmup = warmup_;
    return summary;
  }

 private:
  const ik::Multibody& multibody_;
  long warmup_, steps_ = 0;
  std::vector<double> before_, change_;  // theta after the last step, and its change in that step
  std::array<FourSums, kSets> sums_;
  std::array<FourMotions, kSets> motions_;  // the last step's
};

ik::BatchSettings batch_settings(const BatchRule& rule) {
  ik::BatchSettings result(*rule.method);
  result.method = make_method(*rule.method, rule.settings);
  result.max_angle = angle_cap(rule.settings, *rule.method);
  result.max_slide = rule.settings.max_slide;
  result.d_max = rule.settings.d_max;
  return result;
}

bool BatchRuns::can_run(const Settings& settings) {
  static const Settings defaults;
  return std::ranges::all_of(shared_knobs(), [&](const Knob& knob) {
    return knob.batch != BatchUse::kNone || knob.given(settings) == knob.given(defaults);
  });
}

bool BatchRuns::may_differ(const SweepAxis& axis) { return axis.batch == BatchUse::kOneEach; }

bool BatchRuns::may_differ(const Settings& a, const Settings& b) {
  return std::ranges::all_of(shared_knobs(), [&](const Knob& knob) {
    return knob.given(a) == knob.given(b) || knob.batch == BatchUse::kOneEach;
  });
}

std::optional<BatchRuns> BatchRuns::of(const Experiment& experiment) {
  const bool known = ik::has_simd_form(*experiment.method) && experiment.steps <= kMaxSteps &&
                     can_run(experiment.settings) && can_run_in_batch(experiment.scene);
  return known ? std::optional(BatchRuns(experiment)) : std::nullopt;
}

BatchRuns::BatchRuns(Experiment experiment) : experiment_(std::move(experiment)) {
  const double lead = experiment_.settings.number(knob::kLead.name);
  for (long step = 0; step <= experiment_.steps; ++step) {
    const double time = static_cast<double>(step) * experiment_.settings.time_step;
    const double before = static_cast<double>(step - 1) * experiment_.settings.time_step;
    for (const TargetCurve& curve : experiment_.scene.targets) {
      const Eigen::Vector3d target = curve.at(time);
      if (lead > 0.0 && step > 0) {
        // as in Tracker::advance
        const Eigen::Vector3d was(targets_.data() + targets_.size() - row());
        const bool jumps = curve.jumps_between(before, time);
        const Eigen::Vector3d shown =
            jumps ? target : Eigen::Vector3d(target + lead * (target - was));
        shown_.insert(shown_.end(), shown.begin(), shown.end());
      }
      targets_.insert(targets_.end(), target.begin(), target.end());
    }
  }
}

struct BatchRun::State {
  State(const BatchRuns& of, std::span<const BatchRule> rules, OnStep look)
      : runs(of),
        count(static_cast<int>(rules.size())),
        on_step(std::move(look)),
        batch(experiment().scene.multibody, count, *experiment().method,
              experiment().settings.jacobian),
        scratch(batch),
        metrics(batch, experiment().warmup),
        bodies(rules.size()) {
    for (int i = 0; i < count; ++i) {
      batch.set_settings(i, batch_settings(rules[static_cast<std::size_t>(i)]));
    }
    batch.keep_limits(experiment().settings.limits);  // the same for all runs
  }
  const Experiment& experiment() const { return runs.experiment_; }

  void step() {
    const std::size_t row = runs.row(), at = static_cast<std::size_t>(++made) * row;
    const double* target = runs.targets_.data() + at;
    const double* shown = runs.shown_.empty() ? target : runs.shown_.data() + at - row;
    double* rows = batch.targets().block(0);
    for (std::size_t r = 0; r < row; ++r) std::fill_n(rows + r * kWidth, kWidth, shown[r]);
    for (int update = 0; update < experiment().settings.iterations; ++update) {
      batch.step(0, 1, scratch);
    }
    metrics.add(batch, target);
    if (!on_step) return;
    metrics.write_step(batch, target, bodies);
    on_step(made, {target, row}, bodies);
  }

  const BatchRuns& runs;
  int count;
  OnStep on_step;
  Batch batch;
  Batch::Scratch scratch;
  BlockMetrics metrics;
  std::vector<BodyStep> bodies;
  long made = 0;
};

BatchRun::BatchRun(const BatchRuns& runs, std::span<const BatchRule> rules, OnStep on_step)
    : state_(std::make_unique<State>(runs, rules, std::move(on_step))) {}
BatchRun::BatchRun(BatchRun&&) noexcept = default;
BatchRun::~BatchRun() = default;

double BatchRun::advance(long steps) {
  const long all = state_->experiment().steps;
  for (; steps > 0 && state_->made < all; --steps) state_->step();
  return state_->made < all ? static_cast<double>(state_->made) / static_cast<double>(all) : 1.0;
}

std::vector<Summary> BatchRun::summaries() const {
  std::vector<Summary> summaries;
  summaries.reserve(static_cast<std::size_t>(state_->count));
  for (int i = 0; i < state_->count; ++i) summaries.push_back(state_->metrics.summary(i));
  return summaries;
}

std::vector<SweepCell> SweepRun::results() const {
  if (alone_) return {{cells_.front(), alone_->summary()}};
  const std::vector<Summary> summaries = block_->summaries();
  std::vector<SweepCell> results;
  for (std::size_t i = 0; i < cells_.size(); ++i) results.push_back({cells_[i], summaries[i]});
  return results;
}

SweepParts::SweepParts(Sweep sweep, std::vector<int> cells, ik::PreparationStore* store)
    : sweep_(std::move(sweep)), cells_(std::move(cells)), store_(store) {
  const auto may_differ = [](const SweepAxis& axis) { return BatchRuns::may_differ(axis); };
  if (std::ranges::all_of(sweep_.axes(), may_differ)) blocks_ = BatchRuns::of(sweep_.experiment());
}

int SweepParts::count() const { return static_cast<int>((cells_.size() + width() - 1) / width()); }

SweepRun SweepParts::begin(int part) const {
  const std::size_t first = static_cast<std::size_t>(part) * width();
  const auto cells = std::span(cells_).subspan(first, std::min(width(), cells_.size() - first));
  SweepRun run(cells);
  const Experiment& experiment = sweep_.experiment();
  if (!blocks_) {
    run.tracker_ = std::make_unique<Tracker>(sweep_.tracker(cells.front()));
    run.alone_ = std::make_unique<Run>(
        *run.tracker_,
        RunPlan{.steps = experiment.steps, .warmup = experiment.warmup, .store = store_});
    return run;
  }
  std::vector<BatchRule> rules;
  for (const int cell : cells) rules.push_back({experiment.method, sweep_.settings(cell)});
  run.block_.emplace(*blocks_, rules);
  return run;
}

}  // namespace lab
