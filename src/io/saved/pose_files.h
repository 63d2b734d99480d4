#pragma once

#include <filesystem>
#include <vector>

#include "lab/solve/reach_poses.h"

namespace io {

/// Reads poses from the columns theta_JOINT of a CSV; lines that begin with # are skipped, joints
/// that follow others need no column, and columns of other names are ignored.
/// \returns (n) theta in the order given, for each row
/// \throws Error naming the file and the column or line
std::vector<ik::VectorX> read_poses(const std::filesystem::path& path,
                                    const ik::Multibody& multibody);

/// The goals of a file.
struct GoalFile {
  std::vector<ik::AimKind> aims;     ///< (k) what the columns of each effector say of its aim
  std::vector<lab::ReachGoal> rows;  ///< at least one
};

/// Reads goals of any origin from the columns of a CSV: for each effector EFFECTOR_x, _y, _z [m],
/// then perhaps _qw, _qx, _qy, _qz, the quaternion of world_from_effector, or _dx, _dy, _dz, the
/// wanted direction of its pointer in world axes. With one effector its name may be left out: x.
/// The column `time` [s] is optional. Columns may stand in any order; lines that begin with # are
/// skipped. Quaternions and directions are normalised; a quaternion has to have nearly length 1.
/// \param ignores_columns skips columns of other names
/// \throws Error naming the file, and the column or the line and the column
GoalFile read_goals(const std::filesystem::path& path, const ik::Multibody& multibody,
                    bool ignores_columns);

}  // namespace io
