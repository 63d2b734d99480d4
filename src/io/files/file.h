#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "io/files/text.h"

namespace io {

/// No file of more bytes is read as a whole, unless its reader says otherwise.
inline constexpr std::size_t kMostBytes = std::size_t{64} << 20;

/// The bytes of a regular file. A pipe, a device or a folder is refused without waiting for it.
/// \param most of more bytes than these it is refused, too
/// \throws Error naming it if it cannot be read
std::string read_file(const std::filesystem::path& path, std::size_t most = kMostBytes);

/// A file under a name of no meaning, `.iklab-….tmp`, which is gone at the end unless it has taken
/// another one. What stands under that other name is whole at any time, whatever ends the program:
/// the contents are on disk before the name is. It is locked (flock) while it is there, so that
/// what a killed program left can be told from what a living one still writes to.
class TemporaryFile {
 public:
  /// \param shown stands for it in messages
  /// \throws Error if there can be none in that folder
  TemporaryFile(const std::filesystem::path& folder, std::filesystem::path shown);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  std::ostream& stream() { return stream_; }
  /// Makes sure that everything is on disk; nothing can be written afterwards.
  /// \throws WriteError if something is not
  void finish();

  /// Takes a name in the same folder, and the place of what has it. \throws WriteError
  void replace(const std::filesystem::path& path);
  /// Takes a name unless something has it. \returns whether it did \throws WriteError
  bool take(const std::filesystem::path& path);
  /// Gives the name back that it took. Never fails.
  void give_back();

  const std::filesystem::path& path() const { return path_; }  ///< the meaningless one

 private:
  [[noreturn]] void fail(int error) const;
  std::filesystem::path shown_, path_, taken_;
  int lock_ = -1;  // a descriptor of the file
  std::ofstream stream_;
};

/// A file that is there as a whole or not at all: what is written goes to a temporary file beside
/// it, which takes its place on commit() and vanishes without. A device, such as /dev/null, is
/// written directly.
class OutputFile {
 public:
  /// Opens it, so that a path that cannot be written is known before the work is done.
  /// \throws Error naming the path
  explicit OutputFile(std::filesystem::path path);

  std::ostream& stream() { return temporary_ ? temporary_->stream() : device_; }
  const std::filesystem::path& path() const { return path_; }

  /// Makes sure that everything arrived; nothing can be written afterwards.
  /// \throws WriteError naming the path if something did not
  void finish();
  /// Finishes, and lets it take its place, with the permissions of the file that stood there.
  void commit();

 private:
  std::filesystem::path path_;
  std::optional<TemporaryFile> temporary_;  // empty for a device
  std::ofstream device_;
};

/// Writes a whole file at once.
/// \throws Error, WriteError like OutputFile
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// Renames a file in its file system unless something has the new name.
/// \returns whether it did
/// \throws WriteError naming the new name where that cannot be
bool rename_to_free(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes sure that the names in a folder are on disk, as far as its file system can.
void sync_folder(const std::filesystem::path& folder);

/// Removes the temporary files that killed programs left in a folder: those of this machine that no
/// program has locked and nobody wrote to for an hour. Never fails.
void remove_abandoned(const std::filesystem::path& folder);

/// A name of no meaning that nothing in the folder has, such as `.iklab-5a…ef.tmp`.
std::filesystem::path unused_name(const std::filesystem::path& folder, std::string_view suffix);

}  // namespace io
