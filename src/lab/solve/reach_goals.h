#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lab/scene/scene.h"

namespace lab {

/// Goals of one pose, of any origin: no joints are known that reach them.
struct ReachGoal {
  std::vector<Eigen::Vector3d> targets;  ///< (k) wanted positions of the effectors, m
  std::vector<ik::Aim> aims = {};        ///< (r) wanted aims, in the order of the body's goals
  std::optional<double> time = {};       ///< passed on to the results, s

  bool operator==(const ReachGoal&) const = default;
};

/// The scene with effectors that have these kinds of aims. An aim that stays keeps its curve and
/// weight, a new one stands still and has weight 1. \param kinds (k), one for each effector
Scene with_aims(Scene scene, std::span<const ik::AimKind> kinds);

}  // namespace lab
