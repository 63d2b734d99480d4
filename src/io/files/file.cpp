#include "io/files/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <system_error>
#include <utility>

namespace io {
namespace {

namespace fs = std::filesystem;

/// The path at which the file is or would be made.
fs::path place_of(const fs::path& path) {
  std::error_code problem;
  const fs::path real = behind_links(fs::absolute(path, problem), problem);
  const fs::path place = fs::weakly_canonical(real, problem);
  return problem ? real : place;
}

constexpr std::string_view kTemporaryPrefix = ".iklab-";  ///< start of temporary names
constexpr std::size_t kNumberDigits = 16;  ///< digits of the number in a temporary name
/// Age in s at which an unlocked temporary file is abandoned. Long, because the clock of a network
/// file system may differ.
constexpr double kAbandonedAfter = 3600.0;

template <class Problem>
[[noreturn]] void fail(const fs::path& path, const std::string& what) {
  throw Problem(path.string() + ": " + what);
}

std::string reason(int error) { return std::generic_category().message(error); }

/// A file descriptor, closed by the destructor.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int how, mode_t mode = 0)
      : number_(::open(path.c_str(), how | O_CLOEXEC, mode)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_;
};

void expect_regular(const fs::path& path, const struct stat& status) {
  if (S_ISDIR(status.st_mode)) fail<Error>(path, "is a folder, not a file");
  if (!S_ISREG(status.st_mode)) fail<Error>(path, "is not a regular file");
}

/// Whether the error means that the file system does not support the operation.
bool is_unknown(int error) {
  return error == EINVAL || error == ENOSYS || error == ENOTSUP || error == EOPNOTSUPP;
}

/// \returns 0 or the error number
int sync(const fs::path& path, int how) {
  const Descriptor file(path, how);
  if (!file) return errno;
  return ::fsync(file.number()) == 0 || is_unknown(errno) ? 0 : errno;
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// End of temporary names, different for each machine: a machine may not see others' locks.
std::string temporary_suffix() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return concat("-", hexadecimal(hash_of(name.data()), 8), ".tmp");
}

bool is_temporary(std::string_view name, std::string_view suffix) {
  if (name.size() != kTemporaryPrefix.size() + kNumberDigits + suffix.size()) return false;
  if (!name.starts_with(kTemporaryPrefix) || !name.ends_with(suffix)) return false;
  const std::string_view digits = name.substr(kTemporaryPrefix.size(), kNumberDigits);
  return digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

fs::path unused_name(const fs::path& folder, std::string_view suffix) {
  std::uint64_t number = 0;
  std::error_code ignored;
  while (true) {
    if (::getentropy(&number, sizeof number) != 0) fail<Error>(folder, reason(errno));
    fs::path path = folder / concat(kTemporaryPrefix, hexadecimal(number, kNumberDigits), suffix);
    if (fs::symlink_status(path, ignored).type() == fs::file_type::not_found) return path;
    if (ignored && ignored != std::errc::no_such_file_or_directory) return path;
  }
}

namespace {

/// Paths of temporary files, for a signal handler, which may neither lock nor allocate. A program
/// writes few files at once; one without a place stays behind if the program is ended at once.
constexpr std::size_t kPlaces = 64;
std::array<std::atomic<const char*>, kPlaces> temporary_paths = {};
static_assert(std::atomic<const char*>::is_always_lock_free);

/// \returns the place of the path, or kPlaces if none is free
std::size_t remember(const char* path) {
  std::size_t place = 0;
  for (; place < kPlaces; ++place) {
    const char* free = nullptr;
    if (temporary_paths[place].compare_exchange_strong(free, path)) break;
  }
  return place;
}

/// Whether only another user may replace a file: sticky(7) folder, as /tmp.
bool is_protected_by_sticky_bit(const fs::path& path, const struct stat& file) {
  struct stat folder {};
  const uid_t user = ::geteuid();
  return ::stat(folder_of(path).c_str(), &folder) == 0 && (folder.st_mode & S_ISVTX) != 0 &&
         user != 0 && user != folder.st_uid && user != file.st_uid;
}

}  // namespace

fs::path behind_links(const fs::path& path, std::error_code& problem) {
  constexpr int kMaxHops = 40;  // the limit of Linux
  fs::path real = path;
  problem.clear();
  for (int links = 0; fs::is_symlink(fs::symlink_status(real, problem)); ++links) {
    if (links == kMaxHops) problem = std::make_error_code(std::errc::too_many_symbolic_link_levels);
    if (problem) return real;
    const fs::path target = fs::read_symlink(real, problem);
    if (problem) return real;
    real = target.is_absolute() ? target : real.parent_path() / target;
  }
  if (problem == std::errc::no_such_file_or_directory) problem.clear();
  return real;
}

bool is_same_file(const fs::path& a, const fs::path& b) {
  struct stat of_a {
  }, of_b{};
  const bool has_a = ::stat(a.c_str(), &of_a) == 0, has_b = ::stat(b.c_str(), &of_b) == 0;
  if (has_a && has_b) return of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
  return has_a == has_b && place_of(a) == place_of(b);
}

std::string extension_of(const fs::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return extension;
}

std::string read_file(const fs::path& path, std::size_t most) {
  // check by name first: opening a device may have side effects
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) fail<Error>(path, "cannot be read: " + reason(errno));
  expect_regular(path, status);
  // non-blocking: the name may belong to another file by now
  const Descriptor file(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!file || ::fstat(file.number(), &status) != 0) {
    fail<Error>(path, "cannot be read: " + reason(errno));
  }
  expect_regular(path, status);

  std::string bytes;
  const auto expect_size = [&](std::uintmax_t size) {
    if (size > most)
      fail<Error>(path, concat("is too large: at most ", most >> 20, " MiB are read"));
  };
  expect_size(static_cast<std::uintmax_t>(status.st_size));
  std::size_t used = 0;
  while (true) {
    // one byte more than the expected size, to see the end in one read
    bytes.resize(std::max(static_cast<std::size_t>(status.st_size) + 1, used + 4096));
    const ssize_t count = ::read(file.number(), bytes.data() + used, bytes.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail<Error>(path, "cannot be read: " + reason(errno));
    used += static_cast<std::size_t>(count);
    expect_size(used);
    if (count == 0) break;
  }
  bytes.resize(used);
  return bytes;
}

void sync_folder(const fs::path& folder) {
  const int error = sync(folder.empty() ? fs::path(".") : folder, O_RDONLY | O_DIRECTORY);
  if (error == EIO || error == ENOSPC || error == EDQUOT) {
    fail<WriteError>(folder, "cannot be written: " + reason(error));
  }
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    paths.push_back(entry->path());
  }
  return paths;
}

LockFile::LockFile(const fs::path& folder, std::string_view suffix)
    : path_(unused_name(folder, suffix)),
      descriptor_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) {
  if (descriptor_ < 0) throw Error(folder.string() + ": cannot be written");
  ::flock(descriptor_, LOCK_EX | LOCK_NB);
}

LockFile::~LockFile() { ::close(descriptor_); }

bool LockFile::write(std::string_view text) const {
  return ::write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

void LockFile::remove() const { ::unlink(path_.c_str()); }

void take_lock(const fs::path& lock, const std::function<void()>& take) {
  const Descriptor file(lock, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  // a running program holds its lock
  if (!file || ::flock(file.number(), LOCK_EX | LOCK_NB) != 0) return;
  try {
    take();
  } catch (const Error&) {
    // what it marks stays where it is
  }
  ::unlink(lock.c_str());
}

void remove_abandoned(const fs::path& folder) {
  const std::string suffix = temporary_suffix();
  for (const fs::path& path : entries_of(folder.empty() ? "." : folder)) {
    if (!is_temporary(path.filename().string(), suffix)) continue;
    const Descriptor file(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
    struct stat status {};
    if (!file || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    if (std::difftime(std::time(nullptr), status.st_mtime) < kAbandonedAfter) continue;
    // the system releases the lock of a program that has ended
    if (::flock(file.number(), LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
  }
}

void keep_newest(const fs::path& folder, std::size_t most,
                 const std::function<bool(const std::string& name)>& chosen) {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code ignored;
  for (const fs::path& path : entries_of(folder)) {
    if (chosen(path.filename().string())) {
      files.emplace_back(fs::last_write_time(path, ignored), path);
    }
  }
  if (files.size() <= most) return;
  std::sort(files.begin(), files.end());
  files.resize(files.size() - most);
  for (const auto& [time, path] : files) fs::remove(path, ignored);
}

bool rename_to_free(const fs::path& from, const fs::path& to) {
#ifdef RENAME_NOREPLACE
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno == EEXIST) return false;
  if (!is_unknown(errno)) fail<WriteError>(to, "cannot be written: " + reason(errno));
#endif
  // for file systems without that operation
  if (::link(from.c_str(), to.c_str()) == 0) {
    ::unlink(from.c_str());
    return true;
  }
  if (errno == EEXIST) return false;
  std::error_code problem;
  if (fs::symlink_status(to, problem).type() != fs::file_type::not_found) return false;
  fs::rename(from, to, problem);
  if (problem) fail<WriteError>(to, "cannot be written: " + problem.message());
  return true;
}

void remove_temporary_files() noexcept {
  for (const std::atomic<const char*>& path : temporary_paths) {
    if (const char* name = path.load(); name != nullptr) ::unlink(name);
  }
}

TemporaryFile::TemporaryFile(const fs::path& folder, fs::path shown) : shown_(std::move(shown)) {
  while (lock_ < 0) {
    path_ = unused_name(folder, temporary_suffix());
    lock_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (lock_ < 0 && errno != EEXIST) {
      io::fail<Error>(shown_, "cannot be written: " + reason(errno));
    }
  }
  // on a file system without locks remove_abandoned() cannot lock either, and removes nothing
  ::flock(lock_, LOCK_EX | LOCK_NB);
  errno = 0;
  stream_.open(path_, std::ios::binary);
  if (!stream_) {
    const int error = errno;
    ::unlink(path_.c_str());
    ::close(lock_);
    io::fail<Error>(shown_, "cannot be written: " + reason(error));
  }
  place_ = remember(path_.c_str());
}

TemporaryFile::~TemporaryFile() {
  if (place_ < kPlaces) temporary_paths[place_] = nullptr;
  stream_.close();
  if (taken_.empty()) ::unlink(path_.c_str());
  ::close(lock_);
}

void TemporaryFile::fail(int error) const {
  // error 0: an earlier write has failed
  io::fail<WriteError>(shown_, "cannot be written" + (error != 0 ? ": " + reason(error) : ""));
}

void TemporaryFile::finish() {
  if (!stream_.is_open()) return;
  errno = 0;
  stream_.close();
  if (!stream_) fail(errno);
  if (const int error = sync(path_, O_WRONLY); error != 0) fail(error);
}

void TemporaryFile::replace(const fs::path& path) {
  finish();
  if (::rename(path_.c_str(), path.c_str()) != 0) fail(errno);
  taken_ = path;
}

bool TemporaryFile::take(const fs::path& path) {
  finish();
  if (!rename_to_free(path_, path)) return false;
  taken_ = path;
  return true;
}

void TemporaryFile::give_back() {
  if (!taken_.empty() && ::rename(taken_.c_str(), path_.c_str()) == 0) taken_.clear();
}

OutputFile::OutputFile(fs::path path, Devices devices) : path_(std::move(path)) {
  if (path_.empty()) throw Error("cannot write a file without a name");
  struct stat before {};
  const bool exists = ::stat(path_.c_str(), &before) == 0;
  // also refuses a name that is too long, before the work instead of after it
  if (!exists && errno != ENOENT) fail<Error>(path_, "cannot be written: " + reason(errno));
  if (exists && S_ISDIR(before.st_mode)) fail<Error>(path_, "is a folder, not a file");
  if (exists && !S_ISREG(before.st_mode)) {
    if (devices == Devices::kRefused) fail<Error>(path_, "is not a regular file");
    errno = 0;
    device_.open(path_, std::ios::binary);
    if (!device_) fail<Error>(path_, "cannot be written: " + reason(errno));
    return;
  }
  std::error_code problem;
  if (fs::is_symlink(path_, problem)) {
    path_ = exists ? fs::canonical(path_, problem) : behind_links(path_, problem);
  }
  if (problem && problem != std::errc::no_such_file_or_directory) {
    fail<Error>(path_, "cannot be written: " + problem.message());
  }
  if (exists) {
    // a write-protected file could still be replaced: refuse it
    const Descriptor file(path_, O_WRONLY | O_APPEND | O_NONBLOCK);
    if (!file) fail<Error>(path_, "cannot be written: " + reason(errno));
    if (is_protected_by_sticky_bit(path_, before))
      fail<Error>(path_, "cannot be written: " + reason(EPERM));
  }
  temporary_.emplace(folder_of(path_), path_);
  if (exists) {
    fs::permissions(temporary_->path(), static_cast<fs::perms>(before.st_mode & 07777), problem);
  }
}

void OutputFile::finish() {
  if (temporary_) return temporary_->finish();
  if (!device_.is_open()) return;
  errno = 0;
  device_.close();
  if (!device_) {
    fail<WriteError>(path_, "cannot be written" + (errno != 0 ? ": " + reason(errno) : ""));
  }
}

void OutputFile::commit() {
  finish();
  if (!temporary_) return;
  temporary_->replace(path_);
  sync_folder(folder_of(path_));
  remove_abandoned(folder_of(path_));
}

void write_file(const fs::path& path, std::string_view bytes, OutputFile::Devices devices) {
  OutputFile file(path, devices);
  file.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.commit();
}

}  // namespace io
