#pragma once

#include <filesystem>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "io/figure/figure.h"
#include "lab/solve/reach_poses.h"
#include "lab/solve/reach_study.h"

namespace io {

/// Writes the CSV of docs/formats.md: one row for every pose and method with a result, in the order
/// of poses, then of methods. The bytes do not depend on where and in which order they were solved.
/// \param is_part ends the table with comment lines for merged_reach_csv(): the number of poses,
///   the methods, the origin, and a hash of all lines
void write_csv(std::ostream& out, const lab::ReachStudy& study, const lab::ReachResults& results,
               bool is_part);

/// Merges the CSVs of a study's parts into the CSV of the whole.
/// \throws Error naming a file that is no part, is edited or cut off, or belongs to another scene,
///   program or study; or naming a pose that is missing or appears twice
std::string merged_reach_csv(std::span<const std::filesystem::path> parts);

/// Reads a study's results from its parts, bit for bit, without times.
/// \throws Error as merged_reach_csv(), and if the parts are of another study
lab::ReachResults read_reach_results(const lab::ReachStudy& study,
                                     std::span<const std::filesystem::path> parts);

/// Reads the results of a part of a study, which --timeout or a signal ended, without times.
/// \throws Error naming a file that is no part, is edited or cut off, or is of another study
void read_reach_part(const lab::ReachStudy& study, const std::filesystem::path& part,
                     lab::ReachResults& results);

/// The bytes of the figure of the methods' performance profiles.
std::string draw_reach(const lab::ReachStudy& study, const lab::ReachResults& results,
                       PlotFormat format);

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
