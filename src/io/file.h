#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "io/error.h"

namespace io {

/// The bytes of a file.
/// \throws Error naming it if it cannot be read
std::string read_file(const std::filesystem::path& path);

/// A file that is there as a whole or not at all: what is written goes to a temporary file beside
/// it, which takes its place on commit() and vanishes without. A device, such as /dev/null, is
/// written directly.
class OutputFile {
 public:
  /// Opens it, so that a path that cannot be written is known before the work is done.
  /// \throws Error naming the path
  explicit OutputFile(std::filesystem::path path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  std::ostream& stream() { return stream_; }
  const std::filesystem::path& path() const { return path_; }

  /// Makes sure that everything arrived; nothing can be written afterwards.
  /// \throws WriteError naming the path if something did not
  void finish();
  /// Finishes, and lets it take its place, with the permissions of the file that stood there.
  void commit();

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;  // empty for a device
  std::ofstream stream_;
};

/// Writes a whole file at once.
/// \throws Error, WriteError like OutputFile
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// Makes an empty file if there is none of that name.
/// \returns false if there is one
/// \throws Error naming the path if it cannot be made
bool create_file(const std::filesystem::path& path);

}  // namespace io
