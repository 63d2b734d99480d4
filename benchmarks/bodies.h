#pragma once

#include <span>

#include "iklab/body.h"

namespace bench {

/// Generated bodies: n hinges about z, x and y in turn, k effectors. Links get shorter with n, so
/// that the reach stays about the same.
struct Shape {
  const char* id;
  const char* what;
  ik::Multibody (*make)(int n, int k);
};

/// A chain with effectors spread along it, a binary tree with effectors on its lowest joints, and a
/// comb: a spine of n / 2 joints with k teeth, an effector at the tip of each.
std::span<const Shape> shapes();

/// Ids of the methods with a step in proportion to the joints.
std::span<const char* const> linear_methods();
inline constexpr int kLargeSizes[] = {256, 1024,
                                      4096};  ///< joints of the bodies they are measured on

/// A pose (n) with every joint bent, and targets near the effector positions of that pose.
ik::VectorX bent_pose(const ik::Multibody& multibody);
std::vector<Eigen::Vector3d> near_targets(const ik::Multibody& multibody, const ik::VectorX& theta);

}  // namespace bench
