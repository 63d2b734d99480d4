#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include "io/files/hash.h"

namespace io {

/// Writes a table that may be a part of a larger one. A part ends with a line `# content HASH`, the
/// hash of all lines before it, by which a reader sees whether it was edited or cut off.
class SealedWriter {
 public:
  explicit SealedWriter(std::ostream& out) : out_(out) {}

  /// \param line without its end
  void write(std::string_view line);
  /// Writes the last line.
  void seal();

 private:
  std::ostream& out_;
  std::uint64_t content_ = kHashOfNothing;
};

/// The beginning of the last line of a part.
inline constexpr std::string_view kContentMark = "# content ";

/// Reads the lines of a table.
/// \param take receives every line, counted from 1, without its end and without the last line of a
///   part
/// \returns whether the table is a part: it has that last line
/// \throws Error naming a file that cannot be read, is empty, cut off or not what was written
bool read_sealed(const std::filesystem::path& path,
                 const std::function<void(std::size_t number, const std::string& line)>& take);

/// \throws Error "FILE: line 3: WHAT"
[[noreturn]] void fail_at_line(const std::filesystem::path& path, std::size_t line,
                               const std::string& what);

}  // namespace io
