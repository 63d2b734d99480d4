#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "io/saved/recording_files.h"
#include "lab/run/recording.h"

namespace app {

/// Keeps a recording on disk while it is made. May throw.
using KeepRecording = std::function<std::shared_ptr<io::RecordingLog>(const lab::Tracker& tracker,
                                                                      const std::string& folder)>;
/// Saves a recording in a folder and says so in one sentence. May throw likewise.
using SaveRecording =
    std::function<std::string(const lab::Recording& recording, const std::string& folder)>;

/// The recording that a session makes: its rows in memory, for the figure, and on disk, where all
/// but the last second of them is at any time.
class Recorder {
 public:
  /// \returns why it is in memory alone, or an empty text
  std::string start(const lab::Tracker& tracker, const std::string& folder,
                    const KeepRecording& keep);
  void add(const lab::Tracker& tracker);
  /// Real time passes. \returns why the file has ended, where it has, or an empty text
  std::string pass(double wall_seconds);

  struct Stopped {
    std::string message;
    bool trouble = false;
  };
  /// Ends it and saves it. Where that cannot be, what is on disk stays there. \pre running()
  Stopped stop(const std::string& folder, const SaveRecording& save);

  bool running() const { return recording_.has_value(); }
  std::size_t rows() const { return recording_ ? recording_->rows() : 0; }

 private:
  std::optional<lab::Recording> recording_;
  std::shared_ptr<io::RecordingLog> log_;
  double unwritten_s_ = 0.0;
};

}  // namespace app
