#pragma once

#include <string>

#include <CLI/App.hpp>

#include "iklab/body.h"

#include <optional>

namespace cli {

/// The position of an effector that is wanted, and perhaps its orientation.
struct PoseGoal {
  int effector = -1;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< m
  /// world_from_effector: Rz(yaw) Ry(pitch) Rx(roll), about fixed axes as in URDF.
  std::optional<Eigen::Matrix3d> orientation;
};
/// Parses `--goal EFFECTOR=x,y,z[,roll,pitch,yaw]`. \throws io::Error naming the option
PoseGoal parse_goal(const ik::Multibody& multibody, const std::string& text);

/// Adds the command `solve`. Its callback throws io::Error for wrong input, and NotReached.
void add_solve(CLI::App& program);

}  // namespace cli
