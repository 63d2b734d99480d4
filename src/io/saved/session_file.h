#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/file.h"
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
  /// The reader of a text; empty if it is not JSON with a session's "format".
  /// \throws Error as the constructor
  static std::optional<SessionReader> find(std::string_view text, const std::string& source);

  /// Reads up to this number of changes.
  /// \returns the finished fraction; 1 at the end
  /// \throws Error as the constructor
  double advance(std::size_t changes);
  /// Returns the session; call it once. \pre advance() has returned 1
  SavedSession take();

 private:
  struct State;
  explicit SessionReader(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;  // shared by copies
};

/// \param source name of the text in messages
/// \throws Error naming the source and the error's place
SavedSession parse_session(std::string_view text, const std::string& source);
SavedSession read_session(const std::filesystem::path& path);

/// Saves the timeline's session under the free name session-NUMBER.json, see write_numbered().
/// \returns the path
/// \throws Error, WriteError naming the folder or the file
std::filesystem::path save_session(const std::filesystem::path& folder,
                                   const lab::Timeline& timeline);

/// Keeps a running window's session on disk in case of a crash, as a file in a common folder that
/// is complete at any time. While the file next to it is locked, the window still runs. Any
/// other program may take the file of a window without a lock. Without discard() the file is left
/// for the next program.
class KeptSession {
 public:
  /// \param folder made by the first write; an empty path disables the copy
  explicit KeptSession(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Replaces the saved session; does nothing after discard(). Thread-safe.
  /// \throws Error, WriteError naming the folder or the file
  void write(std::string_view text);
  /// Removes the file: the window was closed normally.
  void discard();

 private:
  std::mutex mutex_;  // guards the members below
  std::filesystem::path folder_;
  std::optional<LockFile> lock_;  // since the first write
};

/// Number of lost sessions kept in the folder; the oldest are removed first.
inline constexpr std::size_t kMaxLostSessions = 10;

/// Takes the sessions left by ended programs and renames them to session-NNN.json in the same
/// folder. Returns their paths, newest last. Each session is found once. Never throws.
std::vector<std::filesystem::path> take_lost_sessions(const std::filesystem::path& folder);

}  // namespace io
