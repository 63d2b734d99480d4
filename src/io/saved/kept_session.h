#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "io/files/file.h"

namespace io {

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
