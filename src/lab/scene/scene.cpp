#include "lab/scene/scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/math/elementary.h"
#include "ik/simd/check.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

void expect_at_most(const char* what, std::size_t count, std::size_t most) {
  ik::require(count <= most, std::string(what) + ": " + std::to_string(count) + ", at most " +
                                 std::to_string(most));
}

/// The number of points passed at `time`, summed over all periods.
template <class Curve>
double points_passed(const Curve& curve, double time) {
  return time / curve.period * static_cast<double>(curve.points.size());
}

/// The point with a number, modulo their count; also for negative numbers.
const Eigen::Vector3d& point(const std::vector<Eigen::Vector3d>& points, double number) {
  const double count = static_cast<double>(points.size());
  const double wrapped = number - count * std::floor(number / count);
  // a tiny period overflows
  if (!(wrapped >= 0.0)) return points.front();
  // rounding may give `count`
  return points[static_cast<std::size_t>(wrapped) % points.size()];
}

Eigen::Vector3d position(const WaveCurve& curve, double time) {
  Eigen::Vector3d sum = curve.center;
  for (const Wave& wave : curve.waves) {
    sum += wave.amplitude * ik::sine(wave.frequency * time + wave.phase);
  }
  return sum;
}

Eigen::Vector3d position(const SplineCurve& curve, double time) {
  const double passed = points_passed(curve, time);
  const double number = std::floor(passed);
  const double x = passed - number;
  const Eigen::Vector3d& a = point(curve.points, number - 1.0);
  const Eigen::Vector3d& b = point(curve.points, number);
  const Eigen::Vector3d& c = point(curve.points, number + 1.0);
  const Eigen::Vector3d& d = point(curve.points, number + 2.0);

  // cubic Hermite interpolation from b to c with the slopes (c - a) / 2 and (d - b) / 2
  const double rise = x * x * (3.0 - 2.0 * x);
  return (1.0 - rise) * b + rise * c + x * (1.0 - x) * (1.0 - x) * 0.5 * (c - a) -
         x * x * (1.0 - x) * 0.5 * (d - b);
}

Eigen::Vector3d position(const JumpCurve& curve, double time) {
  return point(curve.points, std::floor(points_passed(curve, time)));
}

}  // namespace

void expect_size(std::size_t joints, std::size_t effectors) {
  expect_at_most("joints", joints, kMaxJoints);
  expect_at_most("effectors", effectors, kMaxEffectors);
}

TargetCurve::TargetCurve(Shape shape) : shape_(std::move(shape)) {
  const auto check = [](const auto& curve) {
    if constexpr (requires { curve.points; }) {
      ik::require(!curve.points.empty(), "a target needs at least one point");
      ik::require(curve.period > 0.0, "a target's period must be positive");
    }
  };
  std::visit(check, shape_);
}

Eigen::Vector3d TargetCurve::at(double time) const {
  return std::visit([time](const auto& curve) { return position(curve, time); }, shape_);
}

bool TargetCurve::jumps_between(double from, double to) const {
  const JumpCurve* curve = std::get_if<JumpCurve>(&shape_);
  return curve != nullptr &&
         std::floor(points_passed(*curve, from)) != std::floor(points_passed(*curve, to));
}

TargetCurve shifted(const TargetCurve& curve, const Eigen::Vector3d& offset) {
  TargetCurve::Shape shape = curve.shape();
  const auto shift = [&offset](auto& own) {
    if constexpr (requires { own.points; }) {
      for (Eigen::Vector3d& point : own.points) point += offset;
    } else {
      own.center += offset;
    }
  };
  std::visit(shift, shape);
  return TargetCurve(std::move(shape));
}

bool stands(const TargetCurve& curve) {
  const auto* waves = std::get_if<WaveCurve>(&curve.shape());
  return waves != nullptr && std::ranges::all_of(waves->waves, [](const Wave& wave) {
           return wave.amplitude.isZero(0.0);
         });
}

ik::Multibody body_in_force(const Scene& scene, const Settings& settings) {
  return settings.limits == LimitRule::kIgnore ? scene.multibody.without_limits() : scene.multibody;
}

std::string start_note(std::span<const ik::Joint> given, const ik::Multibody& made) {
  constexpr std::size_t kMaxNames = 3;
  std::vector<std::string> names;
  std::string one;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const ik::Joint& joint = made.joint(made.solver_index(static_cast<int>(i)));
    if (joint.leader >= 0 || joint.initial == given[i].initial) continue;
    names.push_back('"' + joint.name + '"');
    one = "joint " + names.back() + " starts at its limit, " + short_number(joint.initial) +
          (ik::is_angular(joint.type) ? " rad: " : " m: ") + short_number(given[i].initial) +
          " is outside";
  }
  if (names.size() < 2) return one;
  std::string all = std::to_string(names.size()) +
                    " joints start at their limits, since their starts are outside: " + names[0];
  for (std::size_t i = 1; i < std::min(names.size(), kMaxNames); ++i) all += ", " + names[i];
  return names.size() > kMaxNames ? all + ", ..." : all;
}

int aim_of(const ik::Multibody& multibody, int effector) {
  for (int aim = 0; aim < multibody.aim_count(); ++aim) {
    if (multibody.effector_of(multibody.effector_count() + aim) == effector) return aim;
  }
  return -1;
}

ik::Aim AimCurve::at(double time) const {
  if (amplitude == 0.0) return base;
  const double angle = amplitude * ik::sine(frequency * time + phase);
  const Eigen::Matrix3d swing = ik::rotation_about(axis.stableNormalized(), angle);
  return {swing * base.direction, swing * base.orientation};
}

JointRange joint_range(const ik::Joint& joint) {
  const double half = ik::is_angular(joint.type) ? std::numbers::pi : 1.0;
  const bool has_lower = std::isfinite(joint.lower), has_upper = std::isfinite(joint.upper);
  if (has_lower) return {joint.lower, has_upper ? joint.upper : joint.lower + 2.0 * half};
  if (has_upper) return {joint.upper - 2.0 * half, joint.upper};
  return {-half, half};
}

double joint_difference(const ik::Joint& joint, double from, double to) {
  const bool turns = joint.type == ik::JointType::kRevolute;
  return turns ? std::remainder(to - from, 2.0 * std::numbers::pi) : to - from;
}

}  // namespace lab
