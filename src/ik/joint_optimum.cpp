#include "ik/joint_optimum.h"

#include <algorithm>
#include <cmath>

namespace ik {
namespace {

/// Below this share of what they are made of, a and b are rounding: the effectors are on the axis.
constexpr double kRounding = 1e-12;
/// Steps over the range of a screw, at most a turn: 8 degrees. Its parabola and its cosine have at
/// most two valleys in there, at least that far apart.
constexpr int kGrid = 45;
constexpr int kBisections = 60;  // to the last digit of 8 degrees

double slope(const JointObjective& f, double x) {
  return f.K * x - f.c + f.a * std::sin(x) - f.b * std::cos(x);
}

/// The valley between two places of which the first slopes down and the last up.
double bisect(const JointObjective& f, double low, double high) {
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (slope(f, middle) > 0.0 ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

/// Parabola and cosine together: every valley that a grid shows, and the lowest of them.
double lowest_valley(const JointObjective& f, double lower, double upper) {
  double best = 0.0;
  const auto consider = [&](double x) {
    if (f(x) < f(best)) best = x;
  };
  const double width = (upper - lower) / kGrid;
  consider(lower);
  consider(upper);
  for (int i = 0; i < kGrid; ++i) {
    const double low = lower + i * width;
    const double high = i + 1 == kGrid ? upper : low + width;
    if (slope(f, low) <= 0.0 && slope(f, high) >= 0.0) consider(bisect(f, low, high));
  }
  return best;
}

}  // namespace

double JointObjective::operator()(double x) const {
  const double half = std::sin(0.5 * x);
  return 0.5 * K * x * x - c * x + 2.0 * a * half * half - b * std::sin(x);
}

double JointObjective::minimum(double lower, double upper) const {
  if (a == 0.0 && b == 0.0) return K > 0.0 ? std::clamp(c / K, lower, upper) : 0.0;
  if (K > 0.0) return lowest_valley(*this, lower, upper);
  const double turn = std::atan2(b, a);
  if (turn >= lower && turn <= upper) return turn;
  // a cosine without its peak in the range is highest at an end
  return (*this)(lower) < (*this)(upper) ? lower : upper;
}

JointObjective joint_objective(const Multibody& multibody, int j, const Pose& pose,
                               const Eigen::Matrix3Xd& effectors, const Eigen::Matrix3Xd& targets) {
  const Joint& joint = multibody.joint(j);
  const Eigen::Vector3d v = pose.axis.col(j);
  const Eigen::Vector3d p = pose.origin.col(j);
  const double rate = joint.type == JointType::kRevolute    ? 0.0
                      : joint.type == JointType::kPrismatic ? 1.0
                                                            : joint.pitch;
  JointObjective f;
  double size = 0.0;
  for (const int i : multibody.effectors_of(j)) {
    const Eigen::Vector3d r = effectors.col(i) - p;
    const Eigen::Vector3d q = targets.col(i) - p;
    f.K += rate * rate;
    f.c += rate * v.dot(q - r);
    if (!is_angular(joint.type)) continue;
    f.a += r.dot(q) - v.dot(r) * v.dot(q);
    f.b += v.dot(r.cross(q));
    size += r.norm() * q.norm();
  }
  if (!(std::hypot(f.a, f.b) > kRounding * size)) f.a = f.b = 0.0;
  return f;
}

void move_effectors(const Multibody& multibody, int j, const Pose& pose, double x,
                    Eigen::Matrix3Xd& effectors) {
  const Joint& joint = multibody.joint(j);
  const Eigen::Vector3d v = pose.axis.col(j);
  const Eigen::Vector3d p = pose.origin.col(j);
  if (joint.type == JointType::kPrismatic) {
    for (const int i : multibody.effectors_of(j)) effectors.col(i) += x * v;
    return;
  }
  const Eigen::Vector3d along = joint.type == JointType::kScrew
                                    ? Eigen::Vector3d(joint.pitch * x * v)
                                    : Eigen::Vector3d::Zero();
  const double sine = std::sin(x);
  const double half = std::sin(0.5 * x);
  for (const int i : multibody.effectors_of(j)) {
    const Eigen::Vector3d r = effectors.col(i) - p;
    // Rodrigues, with 1 - cos x as 2 sin^2(x/2)
    const Eigen::Vector3d across = v.cross(r);
    effectors.col(i) += sine * across + 2.0 * half * half * v.cross(across) + along;
  }
}

}  // namespace ik
