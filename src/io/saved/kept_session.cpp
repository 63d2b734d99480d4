#include "io/saved/kept_session.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>

#include "io/files/file.h"
#include "io/files/numbered_files.h"

namespace io {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLockSuffix = ".window";  ///< suffix of the lock file
constexpr const char* kLostStem = "session";

/// The session file of a lock file.
fs::path file_beside(const fs::path& lock) {
  return fs::path(lock).replace_extension(".kept.json");
}

/// Renames the session file of an ended program. \returns its new path; empty if there is none
fs::path take_lost(const fs::path& lock) {
  const int descriptor = ::open(lock.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return {};
  fs::path taken;
  // a running program holds its lock
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
    std::error_code ignored;
    const fs::path file = file_beside(lock);
    try {
      if (fs::is_regular_file(fs::symlink_status(file, ignored))) {
        taken = give_number(file, kLostStem, ".json");
      }
    } catch (const Error&) {
      // the file keeps its name
    }
    ::unlink(lock.c_str());
  }
  ::close(descriptor);
  return taken;
}

fs::file_time_type written_at(const fs::path& path) {
  std::error_code ignored;
  return fs::last_write_time(path, ignored);
}

bool is_lost_session(const std::string& name) {
  return name.starts_with("session-") && name.ends_with(".json");
}

}  // namespace

KeptSession::~KeptSession() {
  if (lock_ >= 0) ::close(lock_);
}

/// Locks a new lock file: without it another program would take the session of a running window.
void KeptSession::lock() {
  if (lock_ >= 0) return;
  make_folder(folder_);
  lock_file_ = unused_name(folder_, kLockSuffix);
  lock_ = ::open(lock_file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (lock_ < 0) throw Error(folder_.string() + ": cannot be written");
  ::flock(lock_, LOCK_EX | LOCK_NB);
  file_ = file_beside(lock_file_);
}

void KeptSession::write(std::string_view text) {
  if (text.size() > kMaxBytes) throw Error("it is too long to be read again");
  const std::lock_guard guard(mutex_);
  if (folder_.empty()) return;
  lock();
  write_file(file_, text, OutputFile::Devices::kRefused);
}

void KeptSession::discard() {
  const std::lock_guard guard(mutex_);
  folder_.clear();
  if (lock_ < 0) return;
  // the session file first: a lock file alone has no effect
  ::unlink(file_.c_str());
  ::unlink(lock_file_.c_str());
  ::close(std::exchange(lock_, -1));
}

std::vector<fs::path> take_lost_sessions(const fs::path& folder) {
  std::vector<fs::path> locks, files;
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    if (entry->path().extension() == kLockSuffix) locks.push_back(entry->path());
  }
  // by time of writing, for their numbers
  std::ranges::sort(locks, {}, [](const fs::path& lock) { return written_at(file_beside(lock)); });
  for (const fs::path& lock : locks) {
    fs::path file = take_lost(lock);
    if (!file.empty()) files.push_back(std::move(file));
  }
  if (!files.empty()) keep_newest(folder, kMaxLostSessions, is_lost_session);
  return files;
}

}  // namespace io
