#include "ik/batch.h"

#include <cmath>

#include "ik/check.h"
#include "ik/clamp.h"
#include "ik/limits.h"
#include "ik/methods.h"
#include "ik/methods/dls.h"
#include "ik/methods/jacobian_transpose.h"
#include "ik/methods/pseudoinverse.h"
#include "ik/methods/sdls.h"

namespace ik {
namespace {

constexpr BatchMethod kMethods[] = {BatchMethod::kJacobianTranspose, BatchMethod::kPseudoinverse,
                                    BatchMethod::kDls, BatchMethod::kSdls};

}  // namespace

const char* id(BatchMethod method) {
  switch (method) {
    case BatchMethod::kJacobianTranspose:
      return "jacobian-transpose";
    case BatchMethod::kPseudoinverse:
      return "pseudoinverse";
    case BatchMethod::kDls:
      return "dls";
    case BatchMethod::kSdls:
      return "sdls";
  }
  return "";
}

std::optional<BatchMethod> batch_method(std::string_view name) {
  for (const BatchMethod method : kMethods) {
    if (name == id(method)) return method;
  }
  return std::nullopt;
}

BatchSettings::BatchSettings(BatchMethod method)
    : lambda(Dls().lambda),
      gain(JacobianTranspose().gain),
      cutoff(Pseudoinverse().cutoff),
      gamma_max(Sdls().gamma_max),
      max_angle(find_method(id(method))->max_angle) {}

template <class Real>
Batch<Real>::Scratch::Scratch(const Batch& batch) : multibody(&batch.multibody_) {
  pose.theta = multibody->initial_theta();
  targets.resize(static_cast<std::size_t>(batch.k()));
  d_max.resize(targets.size());
  for (const Joint& joint : multibody->joints()) mobility.push_back(std::sqrt(joint.weight));
}

template <class Real>
Batch<Real>::Batch(Multibody multibody, int count, BatchMethod method, JacobianKind jacobian)
    : multibody_(std::move(multibody)), count_(count), method_(method), jacobian_(jacobian) {
  require(count > 0, "a batch needs a body");
  require(multibody_.aim_count() == 0, "a batch's effectors cannot aim");
  const auto rows = [this](int of) { return static_cast<std::size_t>(of * blocks()); };
  targets_.resize(rows(3 * k()));
  d_max_.resize(rows(k()));
  theta_.resize(rows(n()));
  dtheta_.resize(rows(n()));
  effectors_.resize(rows(3 * k()));
  settings_.resize(rows(kSettings));
  reports_.assign(static_cast<std::size_t>(blocks() * kWidth),
                  static_cast<std::uint8_t>(Outcome::kReached));

  const Eigen::VectorXd initial = multibody_.initial_theta();
  const BatchSettings settings(method);
  for (int body = 0; body < blocks() * kWidth; ++body) {
    set_theta(body, {initial.data(), static_cast<std::size_t>(initial.size())});
    set_settings(body, settings);
  }
  Scratch scratch(*this);
  place(0, blocks(), scratch);
  targets_ = effectors_;
}

template <class Real>
void Batch<Real>::set_settings(int body, const BatchSettings& settings) {
  const auto parameter = [&] {
    switch (method_) {
      case BatchMethod::kJacobianTranspose:
        return settings.gain;
      case BatchMethod::kPseudoinverse:
        return settings.cutoff;
      case BatchMethod::kDls:
        return settings.lambda;
      case BatchMethod::kSdls:
        return settings.gamma_max;
    }
    return 0.0;
  };
  const Rows rows(first(settings_), kSettings);
  rows(kParameter, body) = static_cast<Real>(parameter());
  rows(kMaxAngle, body) = static_cast<Real>(settings.max_angle);
  rows(kMaxSlide, body) = static_cast<Real>(settings.max_slide);
  for (int i = 0; i < k(); ++i) d_max()(i, body) = static_cast<Real>(settings.d_max);
}

template <class Real>
void Batch<Real>::set_theta(int body, std::span<const double> theta) {
  const Rows rows(first(theta_), n());
  for (int j = 0; j < n(); ++j) {
    rows(j, body) = static_cast<Real>(theta[static_cast<std::size_t>(j)]);
  }
}

template <class Real>
void Batch<Real>::keep_points(bool keep) {
  keeps_points_ = keep;
  if (keep) points_.resize(static_cast<std::size_t>(3 * (n() + k()) * blocks()));
}

template <class Real>
void Batch<Real>::step(int first, int last, Scratch& scratch) {
  for (int body = first * kWidth; body < std::min(last * kWidth, count_); ++body) {
    step(body, scratch);
  }
}

template <class Real>
void Batch<Real>::place(int first, int last, Scratch& scratch) {
  for (int body = first * kWidth; body < last * kWidth; ++body) place(body, scratch);
}

template <class Real>
void Batch<Real>::place(int body, Scratch& scratch) {
  Pose& pose = scratch.pose;
  for (int j = 0; j < n(); ++j) pose.theta[j] = static_cast<double>(theta()(j, body));
  forward_kinematics(multibody_, pose);
  const Rows effectors(first(effectors_), 3 * k());
  for (int r = 0; r < 3 * k(); ++r) {
    effectors(r, body) = static_cast<Real>(pose.effector(r % 3, r / 3));
  }
  if (!keeps_points_) return;
  const LaneRows<float, kWidth> points(points_.data()->values, 3 * (n() + k()));
  for (int r = 0; r < points.rows(); ++r) {
    const int c = r % 3;
    const int at = r / 3;
    points(r, body) =
        static_cast<float>(at < n() ? pose.origin(c, at) : pose.effector(c, at - n()));
  }
}

template <class Real>
AnyMethod Batch<Real>::method_of(int body) const {
  const double parameter =
      static_cast<double>(ConstRows(first(settings_), kSettings)(kParameter, body));
  switch (method_) {
    case BatchMethod::kJacobianTranspose:
      return AnyMethod(JacobianTranspose{parameter});
    case BatchMethod::kPseudoinverse:
      return AnyMethod(Pseudoinverse{parameter});
    case BatchMethod::kDls:
      return AnyMethod(Dls{parameter});
    case BatchMethod::kSdls:
      break;
  }
  return AnyMethod(Sdls{parameter, hard_clamp_});
}

template <class Real>
void Batch<Real>::step(int body, Scratch& scratch) {
  place(body, scratch);
  for (int r = 0; r < 3 * k(); ++r) {
    scratch.targets[static_cast<std::size_t>(r / 3)][r % 3] =
        static_cast<double>(targets()(r, body));
  }
  for (int i = 0; i < k(); ++i) {
    scratch.d_max[static_cast<std::size_t>(i)] = static_cast<double>(d_max()(i, body));
  }
  scratch.workspace = Workspace();  // its SVD remembers, and no body may know of another
  Problem problem{multibody_, scratch.pose, scratch.targets, jacobian_, scratch.d_max};
  problem.mobility = scratch.mobility;
  const Outcome outcome = method_of(body).step(problem, scratch.workspace);

  Eigen::VectorXd& step = scratch.workspace.dtheta;
  const ConstRows settings(first(settings_), kSettings);
  bool capped = clamp_max_angle(multibody_, static_cast<double>(settings(kMaxAngle, body)), step);
  capped |= clamp_max_slide(multibody_, static_cast<double>(settings(kMaxSlide, body)), step);
  if (clamp_limits_) clamp_to_limits(multibody_, scratch.pose.theta, step);
  const Rows theta(first(theta_), n());
  const Rows taken(first(dtheta_), n());
  for (int j = 0; j < n(); ++j) {
    taken(j, body) = static_cast<Real>(step[j]);
    theta(j, body) = static_cast<Real>(scratch.pose.theta[j] + step[j]);
  }
  reports_[static_cast<std::size_t>(body)] =
      static_cast<std::uint8_t>(static_cast<int>(outcome) | (capped ? kCapped : 0));
  place(body, scratch);
}

template class Batch<double>;
template class Batch<float>;

}  // namespace ik
