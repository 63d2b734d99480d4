#include "lab/batch_sweep.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "lab/degrees.h"

namespace lab {
namespace {

constexpr int kWidth = BatchSweep::kWidth;
using Lanes = std::array<double, kWidth>;
using Batch = ik::Batch<double>;

/// The numbers in which a sweep's cells may differ for a batch.
bool is_lane_setting(const SweepAxis& axis) {
  if (axis.setting == nullptr) return axis.kind == SettingKind::kNumber;
  constexpr std::string_view kKnown[] = {"lambda", "d-max", "max-angle", "max-slide"};
  return std::find(std::begin(kKnown), std::end(kKnown), axis.name) != std::end(kKnown);
}

bool knows(const Settings& settings) {
  return !settings.adaptive_d_max && settings.iterations == 1 && !(settings.tolerance < kOff) &&
         settings.lead == 0.0 && settings.limits != LimitRule::kActiveSet;
}

bool knows(const Scene& scene) {
  const bool weighted = std::any_of(scene.weights.begin(), scene.weights.end(),
                                    [](double weight) { return weight != 1.0; });
  return scene.multibody.aim_count() == 0 && !weighted && !scene.group;
}

/// Metrics, as those of lab::Metrics, of the bodies of one block.
class LaneMetrics {
 public:
  explicit LaneMetrics(const ik::Multibody& multibody, long warmup)
      : multibody_(multibody),
        warmup_(warmup),
        before_(static_cast<std::size_t>(multibody.joint_count())) {
    for (Lanes& row : before_) row.fill(0.0);
  }

  void add(Batch& batch) {
    ++steps_;
    const bool counts = steps_ > warmup_;
    if (counts) add_errors(batch);
    add_steps(batch, counts);
  }

  Summary summary(std::size_t lane) const {
    const long measured = steps_ - warmup_, effectors = multibody_.effector_count();
    const auto errors = static_cast<double>(measured * effectors);
    // jitter begins with the second step
    const auto bends = static_cast<double>(steps_ - std::max(warmup_, 1L));
    Summary summary;
    summary.steps = steps_;
    summary.warmup = warmup_;
    summary.total_error = total_[lane];
    summary.mean_error = total_[lane] / errors;
    summary.rms_error = std::sqrt(squares_[lane] / errors);
    summary.max_error = largest_[lane];
    summary.max_step_deg = kDegrees * std::sqrt(largest_step_[lane]);
    summary.mean_jitter_deg = bends > 0.0 ? kDegrees * jitter_[lane] / bends : 0.0;
    summary.reversal_rate = pairs_[lane] > 0.0 ? reversals_[lane] / pairs_[lane] : 0.0;
    return summary;
  }

 private:
  void add_errors(Batch& batch) {
    const double* targets = batch.targets().block(0);
    const double* effectors = batch.effectors().block(0);
    for (int i = 0; i < multibody_.effector_count(); ++i) {
      const double* t = targets + 3 * i * kWidth;
      const double* s = effectors + 3 * i * kWidth;
      for (std::size_t lane = 0; lane < kWidth; ++lane) {
        const double x = t[lane] - s[lane], y = t[lane + kWidth] - s[lane + kWidth],
                     z = t[lane + 2 * kWidth] - s[lane + 2 * kWidth];
        const double square = x * x + y * y + z * z;
        const double error = std::sqrt(square);
        total_[lane] += error;
        squares_[lane] += square;
        largest_[lane] = error > largest_[lane] ? error : largest_[lane];
      }
    }
  }

  void add_steps(Batch& batch, bool counts) {
    const double* dtheta = batch.dtheta().block(0);
    Lanes bends{};
    for (int j = 0; j < multibody_.joint_count(); ++j) {
      const double* now = dtheta + j * kWidth;
      Lanes& before = before_[static_cast<std::size_t>(j)];
      if (counts) add_joint(ik::is_angular(multibody_.joint(j).type), now, before, bends);
      std::copy(now, now + kWidth, before.begin());
    }
    if (!counts || steps_ < 2) return;
    for (std::size_t lane = 0; lane < kWidth; ++lane) jitter_[lane] += std::sqrt(bends[lane]);
  }

  void add_joint(bool angular, const double* now, const Lanes& before, Lanes& bends) {
    for (std::size_t lane = 0; angular && lane < kWidth; ++lane) {
      const double square = now[lane] * now[lane], bend = now[lane] - before[lane];
      largest_step_[lane] = square > largest_step_[lane] ? square : largest_step_[lane];
      bends[lane] += bend * bend;
    }
    if (steps_ < 2) return;
    for (std::size_t lane = 0; lane < kWidth; ++lane) {
      const bool moves = std::abs(now[lane]) > kMotion && std::abs(before[lane]) > kMotion;
      pairs_[lane] += moves ? 1.0 : 0.0;
      reversals_[lane] += moves && now[lane] * before[lane] < 0.0 ? 1.0 : 0.0;
    }
  }

  const ik::Multibody& multibody_;
  long warmup_, steps_ = 0;
  std::vector<Lanes> before_;  // dtheta, by joint
  alignas(64) Lanes total_{}, squares_{}, largest_{}, largest_step_{}, jitter_{}, pairs_{},
      reversals_{};
};

}  // namespace

std::optional<BatchSweep> BatchSweep::of(const Sweep& sweep) {
  const Experiment& experiment = sweep.experiment();
  const auto method = ik::batch_method(experiment.method->id);
  if (experiment.steps > kMostSteps) return std::nullopt;
  if (!method || !knows(experiment.settings) || !knows(experiment.scene)) return std::nullopt;
  const auto& axes = sweep.axes();
  if (!std::all_of(axes.begin(), axes.end(), is_lane_setting)) return std::nullopt;
  return BatchSweep(sweep, *method);
}

BatchSweep::BatchSweep(Sweep sweep, ik::BatchMethod method)
    : sweep_(std::move(sweep)), method_(method) {
  const Experiment& experiment = sweep_.experiment();
  for (long step = 1; step <= experiment.steps; ++step) {
    const double time = static_cast<double>(step) * experiment.settings.time_step;
    for (const TargetCurve& curve : experiment.scene.targets) {
      const Eigen::Vector3d target = curve.at(time);
      targets_.insert(targets_.end(), target.begin(), target.end());
    }
  }
}

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
  LaneMetrics metrics(multibody, experiment.warmup);
  double* rows = batch.targets().block(0);
  const double* target = targets_.data();
  for (long step = 1; step <= experiment.steps; ++step) {
    if (stop) return std::nullopt;
    for (int row = 0; row < 3 * multibody.effector_count(); ++row) {
      std::fill_n(rows + row * kWidth, kWidth, *target++);
    }
    batch.step(0, 1, scratch);
    metrics.add(batch);
  }
  std::vector<Summary> summaries;
  for (std::size_t i = 0; i < cells.size(); ++i) summaries.push_back(metrics.summary(i));
  return summaries;
}

}  // namespace lab
