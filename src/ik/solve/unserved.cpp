#include "ik/solve/unserved.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "ik/body/joint.h"
#include "ik/math/elementary.h"
#include "ik/task/jacobian.h"

namespace ik {
namespace {

/// Relative rounding of a chain's length, and of the distance of a target.
constexpr double kShellRounding = 1e-12;

/// Lengths of the links from the first joint that moves to an effector, m.
struct Links {
  double sum = 0.0, longest = 0.0;
  bool slides = false;
  Eigen::Vector3d base = Eigen::Vector3d::Zero();  // the start of the first, world axes

  void add(double length) {
    sum += length;
    longest = std::max(longest, length);
  }
};

bool is_frozen(const Goals& goals, int j) {
  return !goals.mobility.empty() && goals.mobility[static_cast<std::size_t>(j)] == 0.0 &&
         goals.multibody.joint(j).leader < 0;
}

Links links_of(const Goals& goals, const Pose& pose, const Effector& effector) {
  const Multibody& multibody = goals.multibody;
  int first = -1;
  for (int j = effector.joint; j >= 0; j = multibody.joint(j).parent) {
    if (!is_frozen(goals, j)) first = j;
  }
  Links links;
  if (first < 0) {
    links.base = pose.effector.col(&effector - multibody.effectors().data());
    return links;
  }
  links.add(length(effector.offset));
  for (int j = effector.joint; j >= 0; j = j == first ? -1 : multibody.joint(j).parent) {
    const Joint& joint = multibody.joint(j);
    if (joint.type != JointType::kRevolute) {
      links.slides = true;
      const double per_theta = joint.type == JointType::kScrew ? std::abs(joint.pitch) : 1.0;
      links.sum += per_theta * std::max(std::abs(joint.lower), std::abs(joint.upper));
    }
    if (j != first) links.add(length(joint.parent_from_joint.translation()));
  }
  const Joint& root = multibody.joint(first);
  links.base = root.parent_from_joint.translation();
  if (root.parent >= 0) links.base = pose.world_from_joint(root.parent) * links.base;
  return links;
}

/// An eigenvalue below this share of the largest is 0: axes that differ from parallel ones by 1e-10
/// rad differ by rounding.
constexpr double kNoSpan = 1e-20;
/// What such axes may move after all, as a share of the body's length or in rad.
constexpr double kNoMotion = 1e-9;

struct Eigen3 {
  Eigen::Vector3d values;   // in ascending order
  Eigen::Matrix3d vectors;  // an eigenvector in each column
};

Eigen3 eigen_of(const Eigen::Matrix3d& A) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

/// The angle between two unit vectors, rad.
double angle_of(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return arctangent(length(a.cross(b)), a.dot(b));
}

/// The part of a way that no pose changes, m.
double unserved_length(const Eigen::Matrix3d& places, const Eigen::Vector3d& way) {
  const auto [values, vectors] = eigen_of(places);
  double square = 0.0;
  for (int i = 0; i < 3; ++i) {
    if (values[i] > kNoSpan * values[2]) continue;
    const double along = vectors.col(i).dot(way);
    square += along * along;
  }
  return std::sqrt(square);
}

}  // namespace

double shell_gap(const Goals& goals, const Pose& pose) {
  if (!goals.stop.tolerances.empty()) return 0.0;  // an axis may be free
  double widest = 0.0;
  const std::span<const Effector> effectors = goals.multibody.effectors();
  for (std::size_t i = 0; i < effectors.size(); ++i) {
    if (goals.weights[i] == 0.0) continue;
    const Links links = links_of(goals, pose, effectors[i]);
    const double distance = length(goals.targets[i] - links.base);
    const double slack =
        goals.stop.error + kShellRounding * (links.sum + length(links.base) + distance);
    double gap = distance - links.sum;
    if (!links.slides) gap = std::max(gap, 2.0 * links.longest - links.sum - distance);
    if (gap > slack) widest = std::max(widest, gap);
  }
  return widest;
}

void Unserved::reserve(const Multibody& multibody) {
  spans_.resize(static_cast<std::size_t>(multibody.effector_count()));
}

void Unserved::begin() {
  for (Span& span : spans_) span = {Eigen::Matrix3d::Zero(), Eigen::Matrix3d::Zero()};
}

void Unserved::add(const Goals& goals, const GoalRows& rows, const Pose& pose) {
  const Multibody& multibody = goals.multibody;
  for (std::size_t i = 0; i < spans_.size(); ++i) {
    Span& span = spans_[i];
    rows.add_places(static_cast<int>(i), span.places);
    for (int j = multibody.effector(static_cast<int>(i)).joint; j >= 0;
         j = multibody.joint(j).parent) {
      if (!rows.moves(j) || !is_angular(multibody.joint(j).type)) continue;
      const Eigen::Vector3d axis = pose.axis.col(j);
      span.turns += axis * axis.transpose();
    }
  }
}

Proof Unserved::proof(const Goals& goals, const GoalRows& rows, const Pose& pose) const {
  const Multibody& multibody = goals.multibody;
  for (int g = 0; g < multibody.goal_count(); ++g) {
    if (goals.weights[static_cast<std::size_t>(g)] == 0.0) continue;
    const auto i = static_cast<std::size_t>(multibody.effector_of(g));
    const AimKind kind = multibody.aim_of(g);
    if (kind == AimKind::kNone) {
      const Eigen::Vector3d way = goals.targets[i] - pose.effector.col(g);
      const double slack = goals.stop.error + kNoMotion * (rows.unit() + length(way));
      if (unserved_length(spans_[i].places, way) > slack) return Proof::kPlace;
      continue;
    }
    const auto [values, vectors] = eigen_of(spans_[i].turns);
    if (values[1] > kNoSpan * values[2]) continue;  // two axes turn anywhere
    const Effector& effector = multibody.effector(static_cast<int>(i));
    const Aim& aim = goals.aims[static_cast<std::size_t>(g - multibody.effector_count())];
    const Eigen::Matrix3d axes = effector_axes(pose, effector);
    const Eigen::Vector3d a = vectors.col(2);
    double apart = 0.0;  // least angle that is left, rad
    if (kind == AimKind::kDirection) {
      const Eigen::Vector3d d = axes * effector.pointer, t = aim.direction.stableNormalized();
      if (t.isZero(0.0)) continue;
      apart = values[2] > 0.0 ? std::abs(angle_of(a, t) - angle_of(a, d)) : angle_of(d, t);
    } else {
      apart = values[2] > 0.0 ? angle_of(a, aim.orientation * (axes.transpose() * a))
                              : aim_angle(kind, axes, effector.pointer, aim);
    }
    if (apart > goals.stop.aim_error + kNoMotion) return Proof::kTurn;
  }
  return Proof::kNone;
}

}  // namespace ik
