#include "lab/crowd/crowd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ik/math/elementary.h"
#include "ik/simd/check.h"
#include "ik/task/limits.h"
#include "lab/scene/knobs.h"

namespace lab {

DelayedTargets::DelayedTargets(std::vector<TargetCurve> curves, std::span<const double> delays)
    : curves_(std::move(curves)),
      centers_(curves_.size(), Eigen::Vector3d::Zero()),
      delays_(delays.begin(), delays.end()) {
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const auto* curve = std::get_if<WaveCurve>(&curves_[i].shape());
    if (curve == nullptr) {
      others_.push_back(static_cast<int>(i));
      continue;
    }
    centers_[i] = curve->center;
    for (const Wave& wave : curve->waves) {
      const auto known = std::ranges::find(frequencies_, wave.frequency);
      const auto frequency = static_cast<int>(known - frequencies_.begin());
      if (known == frequencies_.end()) frequencies_.push_back(wave.frequency);
      for (int c = 0; c < 3; ++c) {
        if (wave.amplitude[c] == 0.0) continue;
        terms_.push_back({3 * static_cast<int>(i) + c, frequency, wave.amplitude[c], wave.phase});
      }
    }
  }
  const auto width = static_cast<std::size_t>(kWidth);
  delays_.resize((delays_.size() + width - 1) / width * width, 0.0);
  turns_.reserve(delays_.size() / width * 2 * frequencies_.size());
  for (std::size_t first = 0; first < delays_.size(); first += width) {
    for (const double frequency : frequencies_) {
      Line cosine, sine;
      for (std::size_t slot = 0; slot < width; ++slot) {
        cosine.values[slot] = ik::cosine(frequency * delays_[first + slot]);
        sine.values[slot] = ik::sine(frequency * delays_[first + slot]);
      }
      turns_.push_back(cosine);
      turns_.push_back(sine);
    }
  }
}

void DelayedTargets::set(Moment& moment, double time) const {
  moment.time = time;
  moment.factors.clear();
  for (const Term& term : terms_) {
    const double angle = frequencies_[static_cast<std::size_t>(term.frequency)] * time + term.phase;
    moment.factors.push_back(term.amplitude * ik::sine(angle));
    moment.factors.push_back(-term.amplitude * ik::cosine(angle));
  }
}

void DelayedTargets::write(const Moment& moment, int block, Rows targets) const {
  double* rows = targets.block(block);
  for (std::size_t i = 0; i < centers_.size(); ++i) {
    for (int c = 0; c < 3; ++c) {
      std::fill_n(rows + (3 * static_cast<std::ptrdiff_t>(i) + c) * kWidth, kWidth, centers_[i][c]);
    }
  }
  const Line* turns = turns_.data() + static_cast<std::size_t>(block) * 2 * frequencies_.size();
  const double* factor = moment.factors.data();
  for (const Term& term : terms_) {
    const Line& cosine = turns[2 * term.frequency];
    const Line& sine = turns[2 * term.frequency + 1];
    double* row = rows + static_cast<std::ptrdiff_t>(term.row) * kWidth;
    for (int slot = 0; slot < kWidth; ++slot) {
      row[slot] += factor[0] * cosine.values[slot] + factor[1] * sine.values[slot];
    }
    factor += 2;
  }
  for (const int i : others_) {
    for (int body = block * kWidth; body < (block + 1) * kWidth; ++body) {
      const double delay = delays_[static_cast<std::size_t>(body)];
      const Eigen::Vector3d place = curves_[static_cast<std::size_t>(i)].at(moment.time - delay);
      for (int c = 0; c < 3; ++c) targets(3 * i + c, body) = place[c];
    }
  }
}

namespace {

constexpr double kMinScale = 1e-6;  ///< m; smaller errors are rounding
/// Positions on the scale of color_at() of no error and of the largest error. Large errors are dark
/// on a light background and bright on a dark one.
constexpr double kOnLight[] = {0.76, 0.0};
constexpr double kOnDark[] = {0.30, 1.0};

/// In the order of kCrowdStatuses, on a light background: blue, teal, ochre, dark red, nearly
/// black. A search maximised the distances (CIEDE2000) for normal and colour-deficient vision on
/// both backgrounds.
constexpr Color kStatusColors[] = {hex(0x014c92), hex(0x00a59a), hex(0xad890d), hex(0x871200),
                                   hex(0x37363c)};

std::size_t index_of(EffectorStatus status) {
  const auto* const at = std::ranges::find(kCrowdStatuses, status);
  return static_cast<std::size_t>(at - std::begin(kCrowdStatuses));
}

/// Copies the poses of the bodies that both have.
void copy_poses(const ik::Batch& from, ik::Batch& to) {
  const int n = to.multibody().joint_count();
  std::vector<double> theta(static_cast<std::size_t>(n));
  for (int body = 0; body < std::min(from.count(), to.count()); ++body) {
    for (int j = 0; j < n; ++j) theta[static_cast<std::size_t>(j)] = from.theta()(j, body);
    to.set_theta(body, theta);
  }
}

}  // namespace

std::size_t crowd_status(const Reach& reach, const Eigen::Vector3d& target, double error,
                         double tolerance) {
  if (const auto status = status_by_place(reach, target, error, tolerance)) {
    return index_of(*status);
  }
  return index_of(error > kFarShare * outer_radius(reach) ? EffectorStatus::kBehind
                                                          : EffectorStatus::kFollowing);
}

double error_scale(double most) {
  const double least = std::max(most, kMinScale);
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= least) return step * power;
  }
  return 10.0 * power;
}

Color error_tone(double share, bool dark) {
  const auto& [none, most] = dark ? kOnDark : kOnLight;
  return color_at(none + std::clamp(share, 0.0, 1.0) * (most - none));
}

Color status_tone(EffectorStatus status, bool dark) {
  const std::size_t last = std::size(kStatusColors) - 1;
  return on_ground(kStatusColors[std::min(index_of(status), last)], dark);
}

BatchRule crowd_rule(const Lane& lane, const ik::MethodInfo* wanted) {
  const ik::MethodInfo* method = wanted != nullptr ? wanted : lane.method;
  if (!ik::has_simd_form(*method)) method = ik::find_method("dls");
  Settings settings = method == lane.method ? lane.settings : shared_settings(lane.settings);
  for (const Knob& knob : shared_knobs()) {
    if (!knob.crowds) knob.set(settings, std::nullopt);
  }
  settings.iterations = std::min(settings.iterations, kMaxCrowdUpdates);
  return {method, settings};
}

Crowd::Crowd(const Scene& scene, std::vector<double> delays, BatchRule rule)
    : rule_(std::move(rule)),
      batch_(make_batch(scene.multibody, static_cast<int>(delays.size()))),
      delays_(std::move(delays)),
      targets_(scene.targets, delays_),
      z_up_(scene.z_up) {
  hand_over_settings();
  errors_before_.resize(reach_.size() * static_cast<std::size_t>(blocks()));
  restart();
}

ik::Batch Crowd::make_batch(const ik::Multibody& multibody, int count) const {
  ik::require(multibody.aim_count() == 0, "a crowd's effectors cannot aim");
  return {multibody, count, *rule_.method, rule_.settings.jacobian};
}

void Crowd::hand_over_settings() {
  const ik::BatchSettings settings = batch_settings(rule_);
  for (int body = 0; body < count(); ++body) batch_.set_settings(body, settings);
  take_limits();
}

void Crowd::take_limits() {
  const bool hold = rule_.settings.limits != LimitRule::kIgnore;
  batch_.keep_limits(hold ? LimitRule::kClamp : LimitRule::kIgnore);
  if (hold == limited_ && !reach_.empty()) return;
  limited_ = hold;
  reach_.clear();
  for (int i = 0; i < multibody().effector_count(); ++i) {
    reach_.push_back(reach_of(multibody(), i, hold));
  }
  put_within_limits();
}

/// Bodies that moved without limits, or come from a crowd without them.
void Crowd::put_within_limits() {
  ik::VectorX theta(multibody().joint_count());
  for (int i = 0; limited_ && i < count(); ++i) {
    for (int j = 0; j < multibody().joint_count(); ++j) theta[j] = batch_.theta()(j, i);
    if (ik::put_within_limits(multibody(), theta) == 0) continue;
    batch_.set_theta(i, {theta.data(), static_cast<std::size_t>(theta.size())});
  }
}

void Crowd::set_rule(const BatchRule& rule) {
  const bool other_batch =
      rule.method != rule_.method || rule.settings.jacobian != rule_.settings.jacobian;
  rule_ = rule;
  if (other_batch) {
    ik::Batch next = make_batch(multibody(), count());
    copy_poses(batch_, next);
    batch_ = std::move(next);
  }
  hand_over_settings();
}

void Crowd::set_curves(std::vector<TargetCurve> curves) {
  targets_ = DelayedTargets(std::move(curves), delays_);
}

void Crowd::take_poses(const Crowd& other) {
  copy_poses(other.batch_, batch_);
  put_within_limits();
}

void Crowd::restart() {
  const ik::VectorX initial = multibody().initial_theta();
  for (int body = 0; body < count(); ++body) {
    batch_.set_theta(body, {initial.data(), static_cast<std::size_t>(initial.size())});
    if (!rule_.settings.adaptive_d_max) continue;
    // until the first step measures how fast an effector can follow
    for (int i = 0; i < batch_.d_max().rows(); ++i) batch_.d_max()(i, body) = kOff;
  }
}

void Crowd::plan_steps(std::span<const double> times) {
  planned_ = times.size();
  steps_ = true;
  moments_.resize(std::max(moments_.size(), planned_));
  for (std::size_t i = 0; i < planned_; ++i) targets_.set(moments_[i], times[i]);
}

void Crowd::plan_place(double time) {
  plan_steps({&time, 1});
  steps_ = false;
}

void Crowd::advance(int first, int last, Scratch& scratch) {
  for (int block = first; block < last; ++block) {
    for (std::size_t i = 0; i < planned_; ++i) {
      targets_.write(moments_[i], block, batch_.targets());
      if (steps_) step(block, scratch);
    }
    if (!steps_) batch_.place(block, block + 1, scratch);
  }
}

void Crowd::step(int block, Scratch& scratch) {
  const bool adaptive = rule_.settings.adaptive_d_max;
  for (int update = 0; update < rule_.settings.iterations; ++update) {
    for (int i = 0; adaptive && i < multibody().effector_count(); ++i) {
      errors_before(block, i) = errors_of(block, i);
    }
    batch_.step(block, block + 1, scratch);
    if (adaptive) adapt_d_max(block);
  }
}

void Crowd::adapt_d_max(int block) {
  for (int i = 0; i < multibody().effector_count(); ++i) {
    const BlockNumbers& before = errors_before(block, i);
    const BlockNumbers now = errors_of(block, i);
    for (std::size_t slot = 0; slot < kWidth; ++slot) {
      // Buss (2009), section 2: d_i is the gain of the step, or 0 where the error grew
      const double gain = before[slot] - now[slot];
      batch_.d_max()(i, block * kWidth + static_cast<int>(slot)) =
          rule_.settings.d_max + (gain > 0.0 ? gain : 0.0);
    }
  }
}

void Crowd::write_points(int first, int last, std::span<float> points) const {
  const int k = multibody().effector_count();
  const int counts[] = {multibody().joint_count(), k, k};
  for (int block = first; block < last; ++block) {
    const double* const rows[] = {batch_.origins().block(block), batch_.effectors().block(block),
                                  targets().block(block)};
    const int bodies = std::min(kWidth, count() - block * kWidth);
    for (int slot = 0; slot < bodies; ++slot) {
      float* out =
          points.data() + static_cast<std::ptrdiff_t>(4) * point_count() * (block * kWidth + slot);
      for (int kind = 0; kind < 3; ++kind) {
        const double* row = rows[kind] + slot;
        for (int p = 0; p < counts[kind]; ++p, out += 4) {
          for (int c = 0; c < 3; ++c, row += kWidth) out[c] = static_cast<float>(*row);
          if (z_up_) out[1] = std::exchange(out[2], -out[1]);
          out[3] = 0.0F;
        }
      }
    }
  }
}

double Crowd::reach_from(int first, int last, const Eigen::Vector3d& place) const {
  double most = 0.0;
  const auto look = [&most, &place](const double* rows, int points) {
    for (int p = 0; p < points; ++p, rows += 3 * kWidth) {
      for (int slot = 0; slot < kWidth; ++slot) {
        const double x = rows[slot] - place.x();
        const double y = rows[slot + kWidth] - place.y();
        const double z = rows[slot + 2 * kWidth] - place.z();
        most = std::max(most, x * x + y * y + z * z);
      }
    }
  };
  for (int block = first; block < last; ++block) {
    look(batch_.origins().block(block), multibody().joint_count());
    look(batch_.effectors().block(block), multibody().effector_count());
    look(targets().block(block), multibody().effector_count());
  }
  return std::sqrt(most);
}

/// |t_i - s_i| of the bodies of a block, m.
Crowd::BlockNumbers& Crowd::errors_before(int block, int effector) {
  return errors_before_[static_cast<std::size_t>(block) * reach_.size() +
                        static_cast<std::size_t>(effector)];
}

Crowd::BlockNumbers Crowd::errors_of(int block, int effector) const {
  const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(3 * kWidth) * effector;
  const double* t = targets().block(block) + row;
  const double* s = batch_.effectors().block(block) + row;
  BlockNumbers square{};
  for (int c = 0; c < 3; ++c, t += kWidth, s += kWidth) {
    for (std::size_t slot = 0; slot < kWidth; ++slot) {
      const double e = t[slot] - s[slot];
      square[slot] += e * e;
    }
  }
  for (double& x : square) x = std::sqrt(x);
  return square;
}

Crowd::BlockNumbers Crowd::mean_errors(int block) const {
  const int k = multibody().effector_count();
  BlockNumbers sum{};
  for (int i = 0; i < k; ++i) {
    const BlockNumbers e = errors_of(block, i);
    for (std::size_t slot = 0; slot < kWidth; ++slot) sum[slot] += e[slot];
  }
  for (double& x : sum) x /= k;
  return sum;
}

/// The worst status of each body of a block, as an index in kCrowdStatuses.
Crowd::BlockNumbers Crowd::statuses(int block) const {
  BlockNumbers worst{};
  for (std::size_t i = 0; i < reach_.size(); ++i) {
    const BlockNumbers e = errors_of(block, static_cast<int>(i));
    const double own = rule_.settings.tolerance;
    const double tolerance = own < kOff ? own : kReachedShare * outer_radius(reach_[i]);
    const double* t = targets().block(block) + static_cast<std::size_t>(3 * kWidth) * i;
    for (std::size_t slot = 0; slot < kWidth; ++slot) {
      const Eigen::Vector3d target(t[slot], t[slot + kWidth], t[slot + 2 * kWidth]);
      const auto status = static_cast<double>(crowd_status(reach_[i], target, e[slot], tolerance));
      worst[slot] = std::max(worst[slot], status);
    }
  }
  return worst;
}

CrowdErrors Crowd::errors(int first, int last) const {
  CrowdErrors errors;
  for (int block = first; block < last; ++block) {
    const BlockNumbers mean = mean_errors(block);
    const int bodies = std::min(kWidth, count() - block * kWidth);
    for (std::size_t slot = 0; slot < static_cast<std::size_t>(bodies); ++slot) {
      errors.sum += multibody().effector_count() * mean[slot];
      if (std::isfinite(mean[slot])) errors.most = std::max(errors.most, mean[slot]);
    }
  }
  return errors;
}

void Crowd::write_tones(CrowdTone tone, int first, int last, std::span<float> points) const {
  if (tone == CrowdTone::kMethod) return;
  const std::size_t stride = 4 * static_cast<std::size_t>(point_count());
  for (int block = first; block < last; ++block) {
    const BlockNumbers values = tone == CrowdTone::kError ? mean_errors(block) : statuses(block);
    const int bodies = std::min(kWidth, count() - block * kWidth);
    for (int slot = 0; slot < bodies; ++slot) {
      const auto value = static_cast<float>(values[static_cast<std::size_t>(slot)]);
      points[stride * static_cast<std::size_t>(block * kWidth + slot) + 3] =
          std::isfinite(value) ? value : std::numeric_limits<float>::max();
    }
  }
}

}  // namespace lab
