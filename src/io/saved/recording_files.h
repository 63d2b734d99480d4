#pragma once

#include <filesystem>

#include "io/files/error.h"
#include "lab/run/recording.h"

namespace io {

/// The files of a saved recording.
struct RecordingFiles {
  std::filesystem::path csv, svg, png;
};

/// Saves a recording as table and as figure (error above, jitter below) under a name that nothing
/// in the folder has: SCENE-METHOD-NUMBER. Makes the folder if it is not there. All three files
/// are there afterwards, or none.
/// \throws Error, WriteError naming the folder or the file
RecordingFiles save_recording(const std::filesystem::path& folder, const lab::Recording& recording);

}  // namespace io
