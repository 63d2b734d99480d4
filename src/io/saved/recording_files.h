#pragma once

#include "io/files/csv.h"
#include "io/files/text.h"
#include "lab/run/recording.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

namespace io {

/// Where the window notes what a program that is ended from outside would lose:
/// $XDG_STATE_HOME/iklab, else under ~/.local/state. Empty if there is no home.
std::filesystem::path state_folder();

/// A recording on disk while it is being made: SCENE-METHOD-NUMBER.unfinished.csv, which is whole
/// up to the last flush() whatever ends the program. A note beside those of other windows says
/// where it is, until the recording is saved or given up; the note of a program that is gone is
/// free to be taken.
class RecordingLog {
 public:
  /// Begins the file, with the tracker's present row.
  /// \param folder where it should be; where that cannot be written, it is in `notes`
  /// \param notes  of the running program; may be empty, then there is none
  /// \throws Error naming the folder or the file where neither can be written
  RecordingLog(const std::filesystem::path& folder, const std::filesystem::path& notes,
               const lab::Tracker& tracker);
  RecordingLog(const RecordingLog&) = delete;
  RecordingLog& operator=(const RecordingLog&) = delete;
  /// The file stays, the note goes: whoever ends this knows of the file.
  ~RecordingLog();

  void add(const lab::Tracker& tracker) { csv_->add(tracker); }
  /// Hands all rows to the system. \returns whether they arrived
  bool flush();
  /// Removes the file: the recording is saved elsewhere.
  void discard();

  const std::filesystem::path& path() const { return path_; }

 private:
  void leave_note(const std::filesystem::path& notes);

  std::filesystem::path path_, note_;
  int lock_ = -1;  // of the note
  std::ofstream file_;
  std::optional<CsvStream> csv_;
};

/// The files that programs which are gone have left, and takes their notes away. What a write was
/// in the middle of is cut off, so that every line is whole. Never fails.
std::vector<std::filesystem::path> take_unfinished(const std::filesystem::path& notes);

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
