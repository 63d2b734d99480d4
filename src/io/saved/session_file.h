#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/text.h"
#include "lab/run/timeline.h"
#include "lab/scene/scene.h"

namespace io {

/// A run that can be repeated bit for bit: the initial setup, and every change with its step.
struct SavedSession {
  lab::Setup start;
  std::vector<lab::SetupChange> changes;  ///< in ascending order of steps
  long steps = 0;                         ///< the whole run's
  /// Current step of the run; empty if only the whole run matters.
  std::optional<long> now = {};
  /// Other branches of the run, each with all of its changes from step 0.
  std::vector<lab::Branch> branches = {};
};

/// The current branch of a run.
SavedSession session_of(const lab::Timeline& timeline);
/// The whole run, with its current step and all branches.
SavedSession whole_session_of(const lab::Timeline& timeline);

/// The text of a session file, docs/formats.md.
/// \throws Error if the text is too large to be read again
std::string write_session(const SavedSession& session);

/// Writes a session incrementally: a session with many changes takes seconds.
class SessionWriter {
 public:
  explicit SessionWriter(SavedSession session);

  /// Writes up to this number of changes.
  /// \returns the finished fraction; 1 at the end
  /// \throws Error as write_session()
  double advance(std::size_t changes);
  /// Returns the text; call it once. \pre advance() has returned 1
  std::string take();

 private:
  struct State;
  std::shared_ptr<State> state_;  // shared by copies
};

/// Reads a session incrementally: a session with large setups takes seconds.
class SessionReader {
 public:
  /// Parses the text and reads the initial setup.
  /// \param source name of the text in messages
  /// \throws Error naming the source and the error's place
  SessionReader(std::string_view text, const std::string& source);

  /// Reads up to this number of changes.
  /// \returns the finished fraction; 1 at the end
  /// \throws Error as the constructor
  double advance(std::size_t changes);
  /// Returns the session; call it once. \pre advance() has returned 1
  SavedSession take();

 private:
  struct State;
  std::shared_ptr<State> state_;  // shared by copies
};

/// \param source name of the text in messages
/// \throws Error naming the source and the error's place
SavedSession parse_session(std::string_view text, const std::string& source);
SavedSession read_session(const std::filesystem::path& path);

/// Whether the text is JSON with a session's "format".
bool is_session(std::string_view text);

/// Saves the timeline's session under the free name session-NUMBER.json, see write_numbered().
/// \returns the path
/// \throws Error, WriteError naming the folder or the file
std::filesystem::path save_session(const std::filesystem::path& folder,
                                   const lab::Timeline& timeline);

}  // namespace io
