#pragma once

#include "io/files/csv.h"
#include "io/files/text.h"
#include "lab/run/run_recording.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

namespace io {

/// The folder for the program's state: $XDG_STATE_HOME/iklab, else under ~/.local/state. Empty if
/// there is no home folder.
std::filesystem::path state_folder();

/// A running recording on disk: SCENE-METHOD-NUMBER.unfinished.csv with the columns `method` and
/// `lane`, complete up to the last flush() even if the program is killed. A note in a common folder
/// has its path until the recording is saved or dropped. The program locks its note; any other
/// program may take an unlocked note.
class RecordingLog {
 public:
  /// Begins the file.
  /// \param folder of the file, made if it does not exist
  /// \param notes  folder of the notes; empty makes no note
  /// \throws Error naming the folder or the file that cannot be written
  RecordingLog(const std::filesystem::path& folder, const std::filesystem::path& notes,
               const lab::RunRecording& recording);
  RecordingLog(const RecordingLog&) = delete;
  RecordingLog& operator=(const RecordingLog&) = delete;
  /// Keeps the file and removes the note.
  ~RecordingLog();

  /// Adds the present row of every lane. \param bench that is recorded, after the row was taken in
  void add(const lab::RunRecording& recording, const lab::Bench& bench);
  /// Adds a line that begins with # for each new change.
  void follow(const lab::RunRecording& recording);
  /// Hands all rows to the system. \returns whether that succeeded
  bool flush();
  /// Removes the file, after the recording has been saved elsewhere.
  void discard();
  /// Keeps the note beyond the destructor: a later program then finds the file.
  void leave() { left_ = true; }

  const std::filesystem::path& path() const { return path_; }

 private:
  void leave_note(const std::filesystem::path& notes);

  std::filesystem::path path_, note_;
  int lock_ = -1;  // of the note
  bool left_ = false;
  std::ofstream file_;
  std::optional<CsvStream> csv_;
  std::size_t changes_ = 0;  // number of changes that are written
};

/// The unfinished files that ended programs left. Removes their notes, and cuts off an incomplete
/// last line. Never throws.
std::vector<std::filesystem::path> take_unfinished(const std::filesystem::path& notes);

/// The files of a saved recording.
struct RecordingFiles {
  std::filesystem::path csv, svg, png;
};

/// Saves a recording as a table, with its origin and every change in lines that begin with #, and
/// as a figure (error above, jitter below) under the free name SCENE-METHOD-NUMBER, see
/// write_numbered().
/// \throws Error, WriteError naming the folder or the file
RecordingFiles save_recording(const std::filesystem::path& folder,
                              const lab::RunRecording& recording);

}  // namespace io
