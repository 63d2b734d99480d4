#pragma once

#include "io/files/csv.h"
#include "io/files/file.h"
#include "lab/run/recording.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

namespace io {

/// The folder for the program's state: $XDG_STATE_HOME/iklab, or else under ~/.local/state. Empty
/// if there is no home folder.
std::filesystem::path state_folder();

/// A running recording on disk: SCENE-METHOD-NUMBER.unfinished.csv with the columns `method` and
/// `lane`, complete up to the last flush() even if the program is killed. Until the recording is
/// saved or dropped, a note file in a common folder holds its path. The program locks its note; any
/// other program may take an unlocked note.
class RecordingLog {
 public:
  /// Creates the file.
  /// \param folder of the file, made if it does not exist
  /// \param notes  folder of the note files; empty makes no note
  /// \throws Error naming the folder or the file that cannot be written
  RecordingLog(const std::filesystem::path& folder, const std::filesystem::path& notes,
               const lab::RunRecording& recording);
  RecordingLog(const RecordingLog&) = delete;
  RecordingLog& operator=(const RecordingLog&) = delete;
  /// Keeps the file and removes the note.
  ~RecordingLog();

  /// Adds the current row of every lane. \param bench after the recording took its row
  void add(const lab::RunRecording& recording, const lab::Bench& bench);
  /// Adds a line that begins with # for each new change.
  void follow(const lab::RunRecording& recording);
  /// Passes all rows to the operating system. \returns true on success
  bool flush();
  /// Removes the file after the recording has been saved elsewhere.
  void discard();
  /// Keeps the note after destruction, so that a later program finds the file.
  void leave() { left_ = true; }

  const std::filesystem::path& path() const { return path_; }

 private:
  void write_note(const std::filesystem::path& notes);

  std::filesystem::path path_;
  std::optional<LockFile> note_;
  bool left_ = false;
  std::ofstream file_;
  std::optional<CsvStream> csv_;
  std::size_t changes_ = 0;  // number of changes written
};

/// Returns the unfinished recordings left by ended programs. Removes their notes and cuts off an
/// incomplete last line. Never throws.
std::vector<std::filesystem::path> take_unfinished(const std::filesystem::path& notes);

/// The files of a saved recording.
struct RecordingFiles {
  std::filesystem::path csv, svg, png;
};

/// Saves a recording as a table and as a figure (error above, jitter below) under the free name
/// SCENE-METHOD-NUMBER, see write_numbered(). Lines of the table that begin with # hold the origin
/// and every change.
/// \throws Error, WriteError naming the folder or the file
RecordingFiles save_recording(const std::filesystem::path& folder,
                              const lab::RunRecording& recording);

}  // namespace io
