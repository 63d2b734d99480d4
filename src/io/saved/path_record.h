#pragma once

#include <filesystem>
#include <ostream>
#include <span>
#include <vector>

#include "lab/path/path_trial.h"
#include "lab/path/path_way.h"
#include "lab/track/setup.h"

namespace io {

/// Writes the joints along a path as the CSV of docs/formats.md, a row for each waypoint that is
/// followed: `waypoint,time`, theta_JOINT in the order of the scene file, error_EFFECTOR [m] and
/// aim_error_EFFECTOR [rad], `branch,reconfigured`.
void write_csv(std::ostream& out, const lab::PathQuestion& question, const ik::Followed& way);

/// What the page "Path" shows.
struct PathRecord {
  const lab::PathQuestion& question;
  const ik::Followed& way;
  std::span<const lab::Plot> plots;
  std::span<const lab::PathTrial> trials;
};

/// Saves the joints as SCENE-path-NUMBER.csv, what the methods made of the path as -methods.csv,
/// and the plots in one figure, see write_numbered(). \throws Error, WriteError naming the folder
/// or the file
std::vector<std::filesystem::path> save_path(const std::filesystem::path& folder,
                                             const PathRecord& record, const lab::Setup& setup);

}  // namespace io
