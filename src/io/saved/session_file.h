#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/text.h"
#include "lab/run/timeline.h"

namespace io {

/// A run that can be repeated bit for bit: the first setup, and every change with its step.
struct SavedSession {
  lab::Setup start;
  std::vector<lab::SetupChange> changes;  ///< by rising step
  long steps = 0;                         ///< of the whole run
  /// Current step of the run; empty where only the whole run counts.
  std::optional<long> now = {};
  /// Other courses of the run, each with all of its changes from step 0 on.
  std::vector<lab::Branch> branches = {};
};

/// The present course of a run.
SavedSession session_of(const lab::Timeline& timeline);
/// Everything of a run: with its present step and its branches.
SavedSession whole_session_of(const lab::Timeline& timeline);

/// The text of a session file, docs/formats.md.
/// \throws Error where it is too large to be read again
std::string write_session(const SavedSession& session);

/// Writes a session in portions: one with many changes takes seconds.
class SessionWriter {
 public:
  explicit SessionWriter(SavedSession session);
  SessionWriter(SessionWriter&&) noexcept;
  SessionWriter& operator=(SessionWriter&&) noexcept;
  ~SessionWriter();

  /// Writes so many changes, or the remaining ones.
  /// \returns the finished share; 1 at the end
  /// \throws Error as above
  double advance(std::size_t changes);
  /// The text, once. \pre advance() has returned 1
  std::string take();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads a session in portions: to read one with large set-ups takes seconds.
class SessionReader {
 public:
  /// Parses the text and reads the first setup.
  /// \param source name of the text in messages
  /// \throws Error naming the source and the wrong place
  SessionReader(std::string_view text, const std::string& source);
  SessionReader(SessionReader&&) noexcept;
  SessionReader& operator=(SessionReader&&) noexcept;
  ~SessionReader();

  /// Reads so many changes, or the remaining ones.
  /// \returns the finished share; 1 at the end
  /// \throws Error as above
  double advance(std::size_t changes);
  /// The session, once. \pre advance() has returned 1
  SavedSession take();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// \param source name of the text in messages
/// \throws Error naming the source and the wrong place
SavedSession parse_session(std::string_view text, const std::string& source);
SavedSession read_session(const std::filesystem::path& path);

/// Whether the text is JSON with a session's "format".
bool is_session(std::string_view text);

/// Saves the timeline's session under the free name session-NUMBER.json, see write_numbered().
/// \returns the file
/// \throws Error, WriteError naming the folder or the file
std::filesystem::path save_session(const std::filesystem::path& folder,
                                   const lab::Timeline& timeline);

}  // namespace io
