#pragma once

#include <cmath>
#include <cstring>
#include <numbers>
#include <string>
#include <vector>

#include "iklab/body.h"
#include "iklab/problem.h"

/// Multibodies and points for tests, without random numbers or clocks.
namespace bodies {

inline bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// The i-th point of the Halton sequence in a base, in (0, 1): evenly spread, repeatable.
inline double halton(int i, int base) {
  double result = 0.0;
  double share = 1.0;
  for (++i; i > 0; i /= base) {
    share /= base;
    result += share * (i % base);
  }
  return result;
}

/// Coordinates of the vectors (3 x count).
inline ik::Matrix3X three_rows(const ik::PaddedVectors& vectors) {
  return Eigen::Map<const ik::Matrix4X>(vectors.data(), 4, vectors.cols()).topRows<3>();
}

/// A repeatable stream of numbers in (-1, 1).
class Numbers {
 public:
  explicit Numbers(int seed) : at_(100 * seed + 7) {}
  double next() {
    // golden-ratio steps: successive numbers differ strongly, unlike in one Halton base
    at_ += 1;
    const double x = at_ * std::numbers::phi + halton(at_, 3);
    return 2.0 * (x - std::floor(x)) - 1.0;
  }
  Eigen::Vector3d vector() {
    const double x = next(), y = next(), z = next();
    return {x, y, z};
  }
  ik::VectorX vector(int n) {
    ik::VectorX result(n);
    for (double& x : result) x = next();
    return result;
  }
  /// A rotation by less than `most`, rad. The axis is a statement of its own, to fix the order in
  /// which numbers are taken.
  Eigen::Matrix3d rotation(double most) {
    const Eigen::Vector3d axis = vector().normalized();
    return Eigen::AngleAxisd(most * next(), axis).matrix();
  }

 private:
  int at_;
};

/// A tree of n joints of all types with k effectors, rotated placements and unordered parents.
inline ik::Multibody random_tree(int seed, int n, int k) {
  Numbers numbers(seed);
  std::vector<ik::Joint> joints(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    // joint i of the tree is at index n - 1 - i of the list, so children come first
    ik::Joint& joint = joints[static_cast<std::size_t>(n - 1 - i)];
    joint.name = "joint" + std::to_string(i);
    const int parent = i == 0 ? -1 : static_cast<int>((0.5 + 0.5 * numbers.next()) * i);
    joint.parent = parent < 0 ? -1 : n - 1 - parent;
    joint.type = static_cast<ik::JointType>((i + seed) % 3);
    joint.parent_from_joint.translation() = numbers.vector();
    if (i % 4 != 1) joint.parent_from_joint.linear() = numbers.rotation(3.0);
    joint.axis = i % 5 == 0 ? Eigen::Vector3d(Eigen::Vector3d::Unit(i % 3)) : numbers.vector();
    joint.pitch = 0.3 * numbers.next();
    joint.initial = 0.5 * numbers.next();
  }
  std::vector<ik::Effector> effectors;
  for (int i = 0; i < k; ++i) {
    const int joint = static_cast<int>((0.5 + 0.5 * numbers.next()) * n);
    effectors.push_back({"effector" + std::to_string(i), joint, numbers.vector()});
  }
  return ik::Multibody(std::move(joints), std::move(effectors));
}

/// n hinges about z in a plane, links of length 1 along x, the hand at the tip.
inline ik::Multibody planar_arm(int n) {
  std::vector<ik::Joint> joints;
  for (int i = 0; i < n; ++i) {
    ik::Joint joint;
    joint.name = "hinge" + std::to_string(i);
    joint.parent = i - 1;
    if (i > 0) joint.parent_from_joint.translation() = Eigen::Vector3d::UnitX();
    joints.push_back(joint);
  }
  return ik::Multibody(std::move(joints), {{"hand", n - 1, Eigen::Vector3d::UnitX()}});
}

/// A slide along x that carries a hinge about z: the smallest body of two joint types.
inline ik::Multibody slider_arm() {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "slide";
  joints[0].type = ik::JointType::kPrismatic;
  joints[0].axis = Eigen::Vector3d::UnitX();
  joints[1].name = "hinge";
  joints[1].parent = 0;
  return ik::Multibody(std::move(joints), {{"hand", 1, Eigen::Vector3d::UnitX()}});
}

/// A trunk of two hinges with two arms of three, like the report's Y, with skew angles.
inline ik::Multibody forked_tree() {
  std::vector<ik::Joint> joints(8);
  const int parents[] = {-1, 0, 1, 2, 3, 1, 5, 6};
  for (int i = 0; i < 8; ++i) {
    ik::Joint& joint = joints[static_cast<std::size_t>(i)];
    joint.name = "joint" + std::to_string(i);
    joint.parent = parents[i];
    const double side = i < 2 ? 0.0 : (i < 5 ? 0.4 : -0.4);
    joint.parent_from_joint.translation() = Eigen::Vector3d(side, i == 0 ? 0.0 : 0.5, 0.0);
    joint.axis = i % 3 == 0   ? Eigen::Vector3d(0.2, 0.1, 1.0)
                 : i % 3 == 1 ? Eigen::Vector3d(1.0, 0.0, 0.0)
                              : Eigen::Vector3d(0.0, 0.0, 1.0);
    joint.initial = 0.2 + 0.05 * i;
  }
  return ik::Multibody(std::move(joints), {{"right", 4, Eigen::Vector3d(0.1, 0.5, 0.0)},
                                           {"left", 7, Eigen::Vector3d(-0.1, 0.5, 0.0)}});
}

/// Five hinges in space with limits on both sides, except the last, which has no upper limit.
inline ik::Multibody limited_arm() {
  std::vector<ik::Joint> joints(5);
  for (int i = 0; i < 5; ++i) {
    ik::Joint& joint = joints[static_cast<std::size_t>(i)];
    joint.name = "joint" + std::to_string(i);
    joint.parent = i - 1;
    joint.axis = Eigen::Vector3d::Unit(i % 3);
    if (i > 0) joint.parent_from_joint.translation() = Eigen::Vector3d(0.3, 0.5, 0.1);
    joint.lower = -1.0 - 0.3 * i;
    joint.upper = i < 4 ? 1.3 + 0.2 * i : ik::kUnlimited;
    joint.rest = 0.2 * i - 0.3;
  }
  return ik::Multibody(std::move(joints), {{"hand", 4, Eigen::Vector3d(0.4, 0.1, 0.2)}});
}

/// A leg of 0.9 m: a hip of three hinges at one point and a knee.
inline ik::Multibody leg() {
  const Eigen::Vector3d axes[] = {Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX(),
                                  Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitX()};
  std::vector<ik::Joint> joints(4);
  for (int i = 0; i < 4; ++i) {
    ik::Joint& joint = joints[static_cast<std::size_t>(i)];
    joint.name = "joint" + std::to_string(i);
    joint.parent = i - 1;
    joint.axis = axes[i];
  }
  joints[3].parent_from_joint.translation() = Eigen::Vector3d(0.0, 0.0, -0.5);
  joints[3].initial = -0.4;
  return ik::Multibody(std::move(joints), {{"foot", 3, Eigen::Vector3d(0.0, 0.0, -0.4)}});
}

struct Named {
  const char* name;
  ik::Multibody body;
};

/// Bodies for tests of general laws.
inline const std::vector<Named>& all() {
  static const std::vector<Named> bodies = {
      {"LoneHinge", planar_arm(1)},       {"TwoLinks", planar_arm(2)},
      {"LongArm", planar_arm(12)},        {"SliderArm", slider_arm()},
      {"ForkedTree", forked_tree()},      {"RandomTree", random_tree(1, 9, 3)},
      {"WideTree", random_tree(2, 5, 6)}, {"LimitedArm", limited_arm()}};
  return bodies;
}

/// One of the first seven bodies, by seed.
inline const ik::Multibody& numbered(int seed) {
  return all()[static_cast<std::size_t>(seed) % 7].body;
}

/// A planar arm of two hinges with an elbow between two limits.
inline ik::Multibody elbow_arm(double a, double b, double lower = -ik::kUnlimited,
                               double upper = ik::kUnlimited) {
  const ik::Multibody plain = ik::chain({a, b});
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  joints[1].lower = lower;
  joints[1].upper = upper;
  joints[1].initial = 0.3;
  return {joints, {plain.effector(0)}};
}

/// The place at that distance and bearing from the root, m and rad.
inline Eigen::Vector3d out_at(double radius, double angle) {
  return {radius * std::cos(angle), radius * std::sin(angle), 0.0};
}

/// The positions of all effectors at theta.
inline std::vector<Eigen::Vector3d> effectors_at(const ik::Multibody& body,
                                                 const ik::VectorX& theta) {
  const ik::Pose pose = ik::pose_at(body, theta);
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i < body.effector_count(); ++i) points.emplace_back(pose.effector.col(i));
  return points;
}

}  // namespace bodies
