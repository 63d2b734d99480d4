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

constexpr const char* kLock = ".window";  ///< suffix of the lock, beside the file
constexpr const char* kStem = "session";

/// The file beside a lock.
fs::path file_of(const fs::path& lock) { return fs::path(lock).replace_extension(".kept.json"); }

/// Gives the file of an ended program a name of its own. \returns it; empty if there is none
fs::path take(const fs::path& lock) {
  const int descriptor = ::open(lock.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return {};
  fs::path taken;
  // a running program holds its lock
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
    std::error_code ignored;
    const fs::path file = file_of(lock);
    try {
      if (fs::is_regular_file(fs::symlink_status(file, ignored))) {
        taken = give_number(file, kStem, ".json");
      }
    } catch (const Error&) {
      // it stays where it is
    }
    ::unlink(lock.c_str());
  }
  ::close(descriptor);
  return taken;
}

fs::file_time_type time_of(const fs::path& path) {
  std::error_code ignored;
  return fs::last_write_time(path, ignored);
}

/// Removes the oldest numbered files beyond kMostLostSessions.
void remove_oldest(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with("session-") && name.ends_with(".json")) files.push_back(entry->path());
  }
  if (files.size() <= kMostLostSessions) return;
  std::ranges::sort(files, {}, [](const fs::path& path) { return std::pair(time_of(path), path); });
  files.resize(files.size() - kMostLostSessions);
  for (const fs::path& file : files) fs::remove(file, problem);
}

}  // namespace

KeptSession::~KeptSession() {
  if (lock_ >= 0) ::close(lock_);
}

/// Without a lock the file would be taken while the window runs.
void KeptSession::lock() {
  if (lock_ >= 0) return;
  make_folder(folder_);
  lock_file_ = unused_name(folder_, kLock);
  lock_ = ::open(lock_file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (lock_ < 0) throw Error(folder_.string() + ": cannot be written");
  ::flock(lock_, LOCK_EX | LOCK_NB);
  file_ = file_of(lock_file_);
}

void KeptSession::write(std::string_view text) {
  const std::lock_guard guard(mutex_);
  if (folder_.empty()) return;
  lock();
  write_file(file_, text, OutputFile::Devices::kRefused);
}

void KeptSession::discard() {
  const std::lock_guard guard(mutex_);
  folder_.clear();
  if (lock_ < 0) return;
  // first the file: a lock alone is nothing to be found
  ::unlink(file_.c_str());
  ::unlink(lock_file_.c_str());
  ::close(std::exchange(lock_, -1));
}

std::vector<fs::path> take_lost_sessions(const fs::path& folder) {
  std::vector<fs::path> locks, files;
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    if (entry->path().extension() == kLock) locks.push_back(entry->path());
  }
  // in the order in which they were written, for their numbers
  std::ranges::sort(locks, {}, [](const fs::path& lock) { return time_of(file_of(lock)); });
  for (const fs::path& lock : locks) {
    fs::path file = take(lock);
    if (!file.empty()) files.push_back(std::move(file));
  }
  if (!files.empty()) remove_oldest(folder);
  return files;
}

}  // namespace io
