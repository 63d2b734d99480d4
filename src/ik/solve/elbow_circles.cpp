#include "ik/solve/elbow_circles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/math/elementary.h"
#include "ik/math/trigonometric.h"

namespace ik {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Trig = TrigonometricPolynomial;

/// Rounding of the coefficients of the polynomials, whose vectors are of about unit length.
constexpr double kNoise = 1e-12;
/// Two circles meet if a cosine gets so close to 1.
constexpr double kFolded = 1e-9;
/// A first axis that is parallel to the line up to this, as a sine, does not say where psi is 0.
constexpr double kAlong = 1e-6;

/// a . R(axis, t) b - value
Trig along_turned(const Vector3d& a, const Vector3d& b, const Vector3d& axis, double value) {
  Trig p;
  p.degree = 1;
  const double both = axis.dot(a) * axis.dot(b);
  p.c = {both - value, a.dot(b) - both};
  p.s = {0.0, a.dot(axis.cross(b))};
  return p;
}

bool is_across(const HingeAxis& a, const HingeAxis& b) {
  return std::abs(a.direction.dot(b.direction)) <= SixHinges::kMeet;
}

/// Three axes, each across the next, that turn about a point.
struct BallJoint {
  Vector3d first, second, third;

  /// The angle of the second hinge that points the third axis along the first.
  double folded() const { return angle_about(second, third, first); }
  /// The angles of a rotation. \param flipped the second of the two ways
  std::array<double, 3> angles(const Matrix3d& R, bool flipped) const {
    const Vector3d pointer = R * third;
    const double bend = arctangent(first.cross(pointer).norm(), first.dot(pointer));
    const double t2 = folded() + (flipped ? -bend : bend);
    const Matrix3d R2 = rotation_about(second, t2);
    const double t1 = angle_about(first, R2 * third, pointer);
    const Matrix3d R3 = (rotation_about(first, t1) * R2).transpose() * R;
    return {t1, t2, angle_about(third, second, R3 * second)};
  }
  /// A condition a . R b = value that R fulfils if the angle of a hinge is this one.
  struct Condition {
    Vector3d a, b;
    double value;
  };
  Condition at(int hinge, double angle) const {
    if (hinge == 0) return {rotation_about(first, angle) * second, third, 0.0};
    if (hinge == 1) return {first, third, cosine(angle - folded())};
    return {first, rotation_about(third, -angle) * second, 0.0};
  }
};

/// A frame with its first axis along a vector and the second toward another one.
Matrix3d frame_along(const Vector3d& along, const Vector3d& toward) {
  Matrix3d frame;
  frame.col(0) = along.normalized();
  frame.col(1) = across(toward, frame.col(0)).normalized();
  frame.col(2) = frame.col(0).cross(frame.col(1));
  return frame;
}

/// The shoulder or the wrist, by one of its joints.
BallJoint ball_joint(const SphericalArm& arm, int joint) {
  const std::size_t i = joint < 3 ? 0 : 4;
  return {arm.axes[i].direction, arm.axes[i + 1].direction, arm.axes[i + 2].direction};
}

}  // namespace

std::optional<SphericalArm> SphericalArm::of(const std::array<HingeAxis, 7>& axes,
                                             const Isometry& effector) {
  SphericalArm arm{.axes = axes, .effector = effector};
  for (const std::size_t i : {0U, 1U, 4U, 5U}) {
    if (!is_across(axes[i], axes[i + 1])) return std::nullopt;
  }
  if (!meet(axes[0], axes[1], axes[2], arm.shoulder)) return std::nullopt;
  if (!meet(axes[4], axes[5], axes[6], arm.wrist)) return std::nullopt;
  // the point of the elbow's axis nearest to the shoulder, which must not lie on the axis
  const HingeAxis& hinge = axes[3];
  arm.elbow = arm.shoulder + across(hinge.point - arm.shoulder, hinge.direction);
  const double upper = (arm.elbow - arm.shoulder).norm();
  const double lower = across(hinge.point - arm.wrist, hinge.direction).norm();
  if (std::min(upper, lower) <= SixHinges::kMeet) return std::nullopt;
  return arm;
}

ElbowCircles::ElbowCircles(const SphericalArm& arm, const Isometry& goal)
    : arm_(arm), motion_(goal * arm.effector.inverse()) {
  const Vector3d to_wrist = motion_ * arm.wrist - arm.shoulder;
  line_ = to_wrist.normalized();
  const HingeAxis& hinge = arm.axes[3];
  const Vector3d link = hinge.point - arm.shoulder, fore = arm.wrist - hinge.point;
  // |link + R_4 fore|^2 = |to_wrist|^2
  const Trig distance =
      along_turned(2.0 * link, fore, hinge.direction,
                   to_wrist.squaredNorm() - link.squaredNorm() - fore.squaredNorm());
  const TurnRoots roots = roots_of(distance, kNoise);
  certain_ = roots.certain && to_wrist.norm() > kAlong;
  if (!certain_ || roots.count == 0) return;
  count_ = kMost;
  const Vector3d up = arm.axes[0].direction;
  const bool along = across(up, line_).norm() < kAlong;
  const Matrix3d world = frame_along(line_, along ? up.unitOrthogonal() : up);
  for (std::size_t k = 0; k < 2; ++k) {
    elbow_[k] = roots.t[k];
    R4_[k] = rotation_about(hinge.direction, elbow_[k]);
    R0_[k] = world * frame_along(link + R4_[k] * fore, arm.elbow - arm.shoulder).transpose();
  }
  // two circles meet where the second hinge of a ball joint makes the axes 1 and 3 parallel
  apart_ = true;
  for (const int circle : {0, kMost / 2}) {
    for (const int joint : {1, 5}) {
      const double square = 0.5 * std::numbers::pi;  // where the cosine in the condition is 0
      const BallJoint ball = ball_joint(arm_, joint);
      const Trig fold = equation(circle, joint, ball.folded() + square);
      apart_ = apart_ && std::abs(fold.c[0]) + hypotenuse(fold.c[1], fold.s[1]) < 1.0 - kFolded;
    }
  }
}

/// A polynomial in psi that is 0 where a joint may be at an angle.
Trig ElbowCircles::equation(int circle, int joint, double angle) const {
  const auto k = static_cast<std::size_t>(circle / (kMost / 2));
  const auto [a, b, value] = ball_joint(arm_, joint).at(joint % 4, angle);
  if (joint < 3) return along_turned(a, R0_[k] * b, line_, value);
  return along_turned(motion_.linear() * b, R0_[k] * R4_[k] * a, line_, value);
}

ElbowCircles::Angles ElbowCircles::at(int circle, double psi) const {
  const auto k = static_cast<std::size_t>(circle / (kMost / 2));
  const Matrix3d upper = rotation_about(line_, psi) * R0_[k];
  const Matrix3d hand = (upper * R4_[k]).transpose() * motion_.linear();
  const auto [t1, t2, t3] = ball_joint(arm_, 0).angles(upper, (circle & 2) != 0);
  const auto [t5, t6, t7] = ball_joint(arm_, 4).angles(hand, (circle & 1) != 0);
  Angles theta = {t1, t2, t3, elbow_[k], t5, t6, t7};
  for (double& angle : theta) angle = wrapped(angle);
  return theta;
}

void ElbowCircles::crossings(int circle, int joint, double angle,
                             std::vector<double>& found) const {
  if (joint == 3) return;
  const TurnRoots roots = roots_of(equation(circle, joint, angle), kNoise);
  for (int i = 0; i < roots.count; ++i) {
    found.push_back(wrapped(roots.t[static_cast<std::size_t>(i)]));
  }
}

}  // namespace ik
