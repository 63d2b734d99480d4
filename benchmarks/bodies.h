#pragma once

#include <span>

#include "iklab/body.h"

namespace bench {

/// Bodies that grow: n hinges about z, x and y in turn, k effectors, links so short that the reach
/// stays about the same.
struct Shape {
  const char* id;
  const char* what;
  ik::Multibody (*make)(int n, int k);
};

/// A chain with its effectors spread along it, a binary tree with them on its lowest joints, and a
/// comb: a spine of n / 2 with k teeth, an effector at the tip of each.
std::span<const Shape> shapes();

/// A pose that is bent everywhere (n), and targets a little way from where the effectors are then.
ik::VectorX bent_pose(const ik::Multibody& multibody);
std::vector<Eigen::Vector3d> near_targets(const ik::Multibody& multibody, const ik::VectorX& theta);

}  // namespace bench
