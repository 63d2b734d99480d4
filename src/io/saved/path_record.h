#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "lab/path/path_trial.h"
#include "lab/path/path_way.h"
#include "lab/track/setup.h"

namespace io {

/// What the page "Path" shows.
struct PathRecord {
  const lab::PathQuestion& question;
  const ik::Followed& way;
  std::span<const lab::Plot> plots;
  std::span<const lab::PathTrial> trials;
};

/// Saves the joints as `iklab path` writes them in SCENE-path-NUMBER.csv, what the methods made of
/// the path in -methods.csv, and the plots in one figure, see write_numbered().
/// \throws Error, WriteError naming the folder or the file
std::vector<std::filesystem::path> save_path(const std::filesystem::path& folder,
                                             const PathRecord& record, const lab::Setup& setup);

}  // namespace io
