#include "lab/crowd/crowd.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {
namespace {

/// Copies the poses of the bodies that both have.
void copy_poses(const ik::Batch<double>& from, ik::Batch<double>& to) {
  const int n = to.multibody().joint_count();
  std::vector<double> theta(static_cast<std::size_t>(n));
  for (int body = 0; body < std::min(from.count(), to.count()); ++body) {
    for (int j = 0; j < n; ++j) theta[static_cast<std::size_t>(j)] = from.theta()(j, body);
    to.set_theta(body, theta);
  }
}

}  // namespace

BatchRule crowd_rule(const Lane& lane, const ik::MethodInfo* wanted) {
  const ik::MethodInfo* method = wanted != nullptr ? wanted : lane.method;
  if (!ik::has_lanes(*method)) method = ik::find_method("dls");
  return {method, method == lane.method ? lane.settings : shared_settings(lane.settings)};
}

Crowd::Crowd(const Scene& scene, std::vector<double> delays, BatchRule rule)
    : rule_(std::move(rule)),
      batch_(make_batch(scene.multibody, static_cast<int>(delays.size()))),
      delays_(std::move(delays)),
      targets_(scene.targets, delays_) {
  hand_over_settings();
  errors_before_.resize(multibody().effector_count(), kWidth * blocks());
  restart();
}

ik::Batch<double> Crowd::make_batch(const ik::Multibody& multibody, int count) const {
  return {multibody, count, *rule_.method, rule_.settings.jacobian};
}

void Crowd::hand_over_settings() {
  const ik::BatchSettings settings = batch_settings(rule_);
  for (int body = 0; body < count(); ++body) batch_.set_settings(body, settings);
  const bool hold = rule_.settings.limits != LimitRule::kIgnore;
  batch_.keep_limits(hold ? LimitRule::kClamp : LimitRule::kIgnore);
}

void Crowd::set_rule(const BatchRule& rule) {
  const bool other_batch =
      rule.method != rule_.method || rule.settings.jacobian != rule_.settings.jacobian;
  rule_ = rule;
  if (other_batch) {
    ik::Batch<double> next = make_batch(multibody(), count());
    copy_poses(batch_, next);
    batch_ = std::move(next);
  }
  hand_over_settings();
}

void Crowd::set_curves(std::vector<TargetCurve> curves) {
  targets_ = DelayedTargets(std::move(curves), delays_);
}

void Crowd::take_poses(const Crowd& other) { copy_poses(other.batch_, batch_); }

void Crowd::restart() {
  const Eigen::VectorXd initial = multibody().initial_theta();
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
    if (adaptive) measure(block);
    batch_.step(block, block + 1, scratch);
    if (adaptive) adapt_d_max(block);
  }
}

namespace {

/// |t_i - s_i| of a body, m.
double error(const ik::Batch<double>& batch, int i, int body) {
  double square = 0.0;
  for (int r = 3 * i; r < 3 * i + 3; ++r) {
    const double e = batch.targets()(r, body) - batch.effectors()(r, body);
    square += e * e;
  }
  return std::sqrt(square);
}

}  // namespace

void Crowd::measure(int block) {
  const int k = multibody().effector_count();
  for (int body = block * kWidth; body < (block + 1) * kWidth; ++body) {
    for (int i = 0; i < k; ++i) {
      errors_before_(i, body) = error(batch_, i, body);
    }
  }
}

void Crowd::adapt_d_max(int block) {
  const int k = multibody().effector_count();
  for (int body = block * kWidth; body < (block + 1) * kWidth; ++body) {
    for (int i = 0; i < k; ++i) {
      // Buss (2009), section 2: d_i is the gain of the step, or 0 where the error grew
      const double gain = errors_before_(i, body) - error(batch_, i, body);
      batch_.d_max()(i, body) = rule_.settings.d_max + (gain > 0.0 ? gain : 0.0);
    }
  }
}

void Crowd::write_points(int first, int last, std::span<float> points) const {
  const int k = multibody().effector_count();
  const int counts[] = {multibody().joint_count(), k, k};
  for (int block = first; block < last; ++block) {
    const double* const rows[] = {batch_.origins().block(block), batch_.effectors().block(block),
                                  targets().block(block)};
    const int lanes = std::min(kWidth, count() - block * kWidth);
    for (int lane = 0; lane < lanes; ++lane) {
      float* out =
          points.data() + static_cast<std::ptrdiff_t>(4) * point_count() * (block * kWidth + lane);
      for (int kind = 0; kind < 3; ++kind) {
        const double* row = rows[kind] + lane;
        for (int p = 0; p < counts[kind]; ++p, out += 4) {
          for (int c = 0; c < 3; ++c, row += kWidth) out[c] = static_cast<float>(*row);
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
      for (int lane = 0; lane < kWidth; ++lane) {
        const double x = rows[lane] - place.x();
        const double y = rows[lane + kWidth] - place.y();
        const double z = rows[lane + 2 * kWidth] - place.z();
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

double Crowd::error_sum(int first, int last) const {
  double sum = 0.0;
  for (int body = first * kWidth; body < std::min(last * kWidth, count()); ++body) {
    for (int i = 0; i < multibody().effector_count(); ++i) sum += error(batch_, i, body);
  }
  return sum;
}

}  // namespace lab
