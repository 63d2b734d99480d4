#include "lab/sweep/batch_sweep.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "ik/body/layout.h"
#include "ik/task/limits.h"

namespace lab {
namespace {

constexpr int kWidth = BatchSweep::kWidth;
using Batch = ik::Batch<double>;
/// Of four bodies; a block has kSets times so many.
using FourSums = MetricSums<ik::Lanes>;
constexpr int kSets = kWidth / ik::kLanes;

/// How the bodies of a batch take a setting.
enum class LaneUse {
  kEach,     ///< each by a value of its own
  kAll,      ///< all by the same value
  kDefault,  ///< as it is by default and in no other way
};
struct LaneSetting {
  std::string_view name;
  LaneUse use;
};
/// A setting that is not in this list, nobody has thought of: then lanes compute nothing.
constexpr LaneSetting kLaneSettings[] = {
    {"lambda", LaneUse::kEach},
    {"d-max", LaneUse::kEach},
    {"adaptive-d-max", LaneUse::kDefault},
    {"jacobian", LaneUse::kAll},
    {"max-angle", LaneUse::kEach},
    {"max-slide", LaneUse::kEach},
    {"aim-weight", LaneUse::kAll},  // nothing aims
    {"lead", LaneUse::kAll},
    {"limits", LaneUse::kAll},  // see keeps_limits_in_lanes
    {"iterations", LaneUse::kAll},
    {"tolerance", LaneUse::kDefault},
    {"time-step", LaneUse::kAll},
};
/// Parameters of methods, likewise: those that batch_settings and set_switches hand over.
constexpr LaneSetting kLaneParams[] = {
    {"lambda", LaneUse::kEach},    {"gain", LaneUse::kEach},      {"cutoff", LaneUse::kEach},
    {"gamma-max", LaneUse::kEach}, {"hard-clamp", LaneUse::kAll},
};

std::optional<LaneUse> find_use(std::span<const LaneSetting> list, std::string_view name) {
  for (const LaneSetting& setting : list) {
    if (setting.name == name) return setting.use;
  }
  return std::nullopt;
}

bool may_differ(const SweepAxis& axis) {
  return axis.setting != nullptr ? find_use(kLaneSettings, axis.name) == LaneUse::kEach
                                 : find_use(kLaneParams, axis.name) == LaneUse::kEach;
}

bool knows(const Settings& settings) {
  static const Settings defaults;
  return std::all_of(lab::settings().begin(), lab::settings().end(), [&](const SettingInfo& info) {
    const auto use = find_use(kLaneSettings, info.name);
    return use && (*use != LaneUse::kDefault || info.get(settings) == info.get(defaults));
  });
}

bool knows(const ik::MethodInfo& method) {
  bool all = true;
  method.make().visit([&all](const ik::ParamInfo& param, ik::ParamValue) {
    all &= find_use(kLaneParams, param.name).has_value();
  });
  return all;
}

bool keeps_limits_in_lanes(LimitRule rule, const ik::Multibody& multibody) {
  return rule == LimitRule::kClamp || rule == LimitRule::kIgnore || !ik::has_limits(multibody);
}

bool knows(const Scene& scene) {
  const bool weighted = std::any_of(scene.weights.begin(), scene.weights.end(),
                                    [](double weight) { return weight != 1.0; });
  return scene.multibody.aim_count() == 0 && !weighted && !scene.group;
}

/// Adds the errors of four bodies of a block. \param s, t  (3 count) effectors, in rows, and
/// targets, m
IK_MULTIVERSION void add_errors(const double* s, const double* t, int count, FourSums& sums) {
  FourSums own = sums;
  for (int i = 0; i < count; ++i) {
    own.add_error(distance<ik::Lanes>(t[3 * i] - ik::get<ik::Lanes>(s, 3 * i),
                                      t[3 * i + 1] - ik::get<ik::Lanes>(s, 3 * i + 1),
                                      t[3 * i + 2] - ik::get<ik::Lanes>(s, 3 * i + 2)));
  }
  sums = own;
}

/// Adds what a step changed in four bodies of a block. \param theta (n) after it, in rows
/// \param[in,out] before (n) theta after the step before, and then after this one
/// \param[in,out] change (n) what the step before changed, and then this one
IK_MULTIVERSION void add_motion(std::span<const ik::Link> links, const double* theta,
                                double* before, double* change, bool first, FourSums& sums) {
  Motion<ik::Lanes> motion;
  const int count = static_cast<int>(links.size());
  for (int j = 0; j < count; ++j) {
    const auto now = ik::get<ik::Lanes>(theta, j);
    const ik::Lanes changed = now - ik::get<ik::Lanes>(before, j);
    motion.add(ik::is_angular(links[static_cast<std::size_t>(j)].type), changed,
               ik::get<ik::Lanes>(change, j));
    ik::put<ik::Lanes>(now, before, j);
    ik::put<ik::Lanes>(changed, change, j);
  }
  sums.add_motion(motion, first);
}

/// Metrics of the bodies of one block, with the bits of lab::Metrics.
class LaneMetrics {
 public:
  LaneMetrics(const Batch& batch, long warmup) : multibody_(batch.multibody()), warmup_(warmup) {
    const double* const theta = batch.theta().block(0);
    before_.assign(theta, theta + batch.theta().rows() * kWidth);
    change_.assign(before_.size(), 0.0);
  }

  /// Takes in the step that the batch has just made. \param targets (3k) of every body, m
  void add(const Batch& batch, const double* targets) {
    ++steps_;
    for (int set = 0; set < kSets; ++set) {
      const int lane = set * ik::kLanes;
      // during the warm-up into sums that nobody looks at
      FourSums unused;
      FourSums& sums = steps_ > warmup_ ? sums_[static_cast<std::size_t>(set)] : unused;
      add_errors(batch.effectors().block(0) + lane, targets, multibody_.effector_count(), sums);
      add_motion(multibody_.layout().links, batch.theta().block(0) + lane, before_.data() + lane,
                 change_.data() + lane, steps_ < 2, sums);
    }
  }

  Summary summary(int lane) const {
    const FourSums& four = sums_[static_cast<std::size_t>(lane / ik::kLanes)];
    const auto of = [lane](const ik::Lanes& lanes) { return lanes[lane % ik::kLanes]; };
    const MetricSums<double> sums = {of(four.total), of(four.largest),      of(four.squares),
                                     of(four.far),   of(four.largest_step), of(four.jitter),
                                     of(four.pairs), of(four.reversals)};
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
  std::vector<double> before_, change_;  // theta after the last step, and what that changed
  std::array<FourSums, kSets> sums_;
};

}  // namespace

std::optional<BatchSweep> BatchSweep::of(const Sweep& sweep) {
  const Experiment& experiment = sweep.experiment();
  const auto method = ik::batch_method(experiment.method->id);
  if (!method || !knows(*experiment.method) || experiment.steps > kMostSteps) return std::nullopt;
  if (!knows(experiment.settings) || !knows(experiment.scene)) return std::nullopt;
  if (!keeps_limits_in_lanes(experiment.settings.limits, experiment.scene.multibody)) {
    return std::nullopt;
  }
  const auto& axes = sweep.axes();
  if (!std::all_of(axes.begin(), axes.end(), may_differ)) return std::nullopt;
  return BatchSweep(sweep, *method);
}

BatchSweep::BatchSweep(Sweep sweep, ik::BatchMethod method)
    : sweep_(std::move(sweep)), method_(method) {
  const Experiment& experiment = sweep_.experiment();
  const double lead = experiment.settings.lead;
  for (const TargetCurve& curve : experiment.scene.targets) {
    const Eigen::Vector3d target = curve.at(0.0);
    targets_.insert(targets_.end(), target.begin(), target.end());
  }
  for (long step = 1; step <= experiment.steps; ++step) {
    const double time = static_cast<double>(step) * experiment.settings.time_step;
    const double before = static_cast<double>(step - 1) * experiment.settings.time_step;
    for (const TargetCurve& curve : experiment.scene.targets) {
      const Eigen::Vector3d target = curve.at(time);
      if (lead > 0.0) {
        // what methods are shown, as in Tracker::advance
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

bool BatchSweep::exact() const { return ik::has_single_bits(method_); }

BatchRule BatchSweep::rule(int cell) const {
  return {method_, sweep_.settings(cell), sweep_.params(cell)};
}

std::optional<std::vector<Summary>> BatchSweep::compute(std::span<const int> cells,
                                                        const std::atomic<bool>& stop) const {
  const Experiment& experiment = sweep_.experiment();
  const ik::Multibody& multibody = experiment.scene.multibody;
  Batch batch(multibody, static_cast<int>(cells.size()), method_, experiment.settings.jacobian);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    batch.set_settings(static_cast<int>(i), batch_settings(rule(cells[i])));
  }
  set_switches(rule(cells.front()), batch);  // no axis is a switch

  Batch::Scratch scratch(batch);
  LaneMetrics metrics(batch, experiment.warmup);
  double* rows = batch.targets().block(0);
  const double* target = targets_.data() + row();
  const double* shown = shown_.empty() ? target : shown_.data();
  for (long step = 1; step <= experiment.steps; ++step, target += row(), shown += row()) {
    if (stop) return std::nullopt;
    for (std::ptrdiff_t r = 0; r < row(); ++r) std::fill_n(rows + r * kWidth, kWidth, shown[r]);
    for (int update = 0; update < experiment.settings.iterations; ++update) {
      batch.step(0, 1, scratch);
    }
    metrics.add(batch, target);
  }
  std::vector<Summary> summaries;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    summaries.push_back(metrics.summary(static_cast<int>(i)));
  }
  return summaries;
}

}  // namespace lab
