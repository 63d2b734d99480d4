#include "io/saved/kept_session.h"

#include <algorithm>
#include <string>

#include "io/files/numbered_files.h"

namespace io {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLockSuffix = ".window";  ///< suffix of the lock file

/// The session file of a lock file.
fs::path file_beside(const fs::path& lock) {
  return fs::path(lock).replace_extension(".kept.json");
}

}  // namespace

void KeptSession::write(std::string_view text) {
  if (text.size() > kMaxBytes) throw Error("it is too long to be read again");
  const std::lock_guard guard(mutex_);
  if (folder_.empty()) return;
  // without a lock another program would take the session of a running window
  if (!lock_) {
    make_folder(folder_);
    lock_.emplace(folder_, kLockSuffix);
  }
  write_file(file_beside(lock_->path()), text, OutputFile::Devices::kRefused);
}

void KeptSession::discard() {
  const std::lock_guard guard(mutex_);
  folder_.clear();
  if (!lock_) return;
  // the session file first: a lock file alone has no effect
  std::error_code ignored;
  fs::remove(file_beside(lock_->path()), ignored);
  lock_->remove();
  lock_.reset();
}

std::vector<fs::path> take_lost_sessions(const fs::path& folder) {
  std::vector<fs::path> locks, files;
  for (const fs::path& path : entries_of(folder)) {
    if (path.extension() == kLockSuffix) locks.push_back(path);
  }
  // by time of writing, for their numbers
  std::ranges::sort(locks, {}, [](const fs::path& lock) {
    std::error_code ignored;
    return fs::last_write_time(file_beside(lock), ignored);
  });
  for (const fs::path& lock : locks) {
    take_lock(lock, [&] {
      std::error_code ignored;
      const fs::path file = file_beside(lock);
      if (!fs::is_regular_file(fs::symlink_status(file, ignored))) return;
      files.push_back(give_number(file, "session", ".json"));
    });
  }
  const auto is_lost_session = [](const std::string& name) {
    return name.starts_with("session-") && name.ends_with(".json");
  };
  if (!files.empty()) keep_newest(folder, kMaxLostSessions, is_lost_session);
  return files;
}

}  // namespace io
