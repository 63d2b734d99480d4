#pragma once

#include <filesystem>
#include <mutex>
#include <string_view>
#include <vector>

#include "io/files/text.h"

namespace io {

/// The session of a running window, on disk against a crash: a file in a common folder, whole at
/// any time. A lock beside it tells that the window runs; any other program may take the file of a
/// window without one.
class KeptSession {
 public:
  /// \param folder made with the first write; empty keeps nothing
  explicit KeptSession(std::filesystem::path folder) : folder_(std::move(folder)) {}
  KeptSession(const KeptSession&) = delete;
  KeptSession& operator=(const KeptSession&) = delete;
  /// Leaves the file to the next program.
  ~KeptSession();

  /// Replaces what is kept; nothing after discard(). Any thread may call it.
  /// \throws Error, WriteError naming the folder or the file
  void write(std::string_view text);
  /// Removes the file: the window ended as its user wished.
  void discard();

 private:
  void lock();

  std::mutex mutex_;  // guards all below
  std::filesystem::path folder_, file_, lock_file_;
  int lock_ = -1;  // a descriptor
};

/// Number of sessions of ended programs that stay in the folder; the oldest go first.
inline constexpr std::size_t kMostLostSessions = 10;

/// The sessions that ended programs left, under names of their own, session-NNN.json, in the same
/// folder; the newest last. Each is found once. Never throws.
std::vector<std::filesystem::path> take_lost_sessions(const std::filesystem::path& folder);

}  // namespace io
