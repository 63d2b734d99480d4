#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/text.h"

namespace io {

/// Default size limit of a file to read.
inline constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

/// Reads a regular file. Refuses pipes, devices and folders without waiting for them.
/// \param most largest number of bytes
/// \throws Error naming the path if it cannot be read
std::string read_file(const std::filesystem::path& path, std::size_t most = kMaxBytes);

/// The extension of a path with its dot, in lower case: ".stl" for "ARM.STL"; empty without one.
std::string extension_of(const std::filesystem::path& path);

/// A file with a temporary name, `.iklab-….tmp`. The destructor removes it unless it has taken
/// another name. Its contents are on disk before it takes the name. So a file with that name is
/// always complete, even if the program is killed. A lock (flock) marks files in use; files left by
/// killed programs have none.
class TemporaryFile {
 public:
  /// \param shown the path in messages
  /// \throws Error if the folder cannot be written
  TemporaryFile(const std::filesystem::path& folder, std::filesystem::path shown);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  std::ostream& stream() { return stream_; }
  /// Closes the file and writes it to disk. \throws WriteError
  void finish();

  /// Takes a name in the same folder, replacing an existing file. \throws WriteError
  void replace(const std::filesystem::path& path);
  /// Takes a name in the same folder if it is free.
  /// \returns true if it was free
  /// \throws WriteError
  bool take(const std::filesystem::path& path);
  /// Returns to the temporary name. Never throws.
  void give_back();

  const std::filesystem::path& path() const { return path_; }  ///< the temporary path

 private:
  [[noreturn]] void fail(int error) const;
  std::filesystem::path shown_, path_, taken_;
  int lock_ = -1;  // file descriptor that holds the lock
  std::ofstream stream_;
  std::size_t place_;  // in the list of remove_temporary_files()
};

/// A file that appears complete or not at all. A temporary file in the same folder collects the
/// contents and takes the name on commit(). Without commit() nothing changes. A symbolic link is
/// kept: its target is written, even if the target does not exist yet. A device, such as /dev/null,
/// is written directly.
class OutputFile {
 public:
  enum class Devices { kWritten, kRefused };

  /// Opens the file. Fails early if the path cannot be written or cannot take the name.
  /// \param devices kRefused: also does not wait for the reader of a pipe
  /// \throws Error naming the path
  explicit OutputFile(std::filesystem::path path, Devices devices = Devices::kWritten);

  std::ostream& stream() { return temporary_ ? temporary_->stream() : device_; }

  /// Closes the file and writes it to disk. \throws WriteError naming the path
  void finish();
  /// Calls finish() and takes the name, with the permissions of the replaced file.
  void commit();

 private:
  std::filesystem::path path_;
  std::optional<TemporaryFile> temporary_;  // empty for a device
  std::ofstream device_;
};

/// A file by which other programs see that this one still runs: it is locked (flock) until the
/// program ends, however that happens.
class LockFile {
 public:
  /// Creates a file with a free name, which ends in `suffix`. \throws Error naming the folder
  LockFile(const std::filesystem::path& folder, std::string_view suffix);
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;
  /// Unlocks the file and leaves it to another program.
  ~LockFile();

  /// \returns true on success
  bool write(std::string_view text) const;
  void remove() const;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int descriptor_;
};

/// Calls `take` and removes the file if it is the LockFile of an ended program. Ignores an Error.
void take_lock(const std::filesystem::path& lock, const std::function<void()>& take);

/// Writes a file through OutputFile. \throws Error, WriteError naming the path
void write_file(const std::filesystem::path& path, std::string_view bytes,
                OutputFile::Devices devices = OutputFile::Devices::kWritten);

/// Renames a file within its file system if the new name is free.
/// \returns true if it was free
/// \throws WriteError naming the new name if the file cannot be renamed
bool rename_to_free(const std::filesystem::path& from, const std::filesystem::path& to);

/// Writes a folder's entries to disk, if its file system can.
void sync_folder(const std::filesystem::path& folder);

/// The paths in a folder, as many as can be read. Never throws.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

/// Removes temporary files left in a folder by killed programs of this machine: files without a
/// lock, last written over an hour ago. Never throws.
void remove_abandoned(const std::filesystem::path& folder);

/// Removes the files of a folder with a chosen name, except for the newest `most`. Never throws.
void keep_newest(const std::filesystem::path& folder, std::size_t most,
                 const std::function<bool(const std::string& name)>& chosen);

/// Removes the temporary files that exist now, for a program that ends at once. May be called by a
/// signal handler; the files must not be used afterwards.
void remove_temporary_files() noexcept;

/// A free temporary name in the folder, such as `.iklab-5a…ef.tmp`.
std::filesystem::path unused_name(const std::filesystem::path& folder, std::string_view suffix);

/// Follows the symbolic links of a path's last part, even to a file that does not exist yet. Links
/// among the folders stay.
/// \param[out] problem the error of a link that cannot be followed, such as a cycle; otherwise 0
std::filesystem::path behind_links(const std::filesystem::path& path, std::error_code& problem);

/// Whether two paths lead to one file, by device and inode: also through symbolic and hard links.
/// For files that do not exist, compares the paths at which they would be made.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace io
