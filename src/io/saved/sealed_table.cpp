#include "io/saved/sealed_table.h"

#include <fmt/format.h>

#include "io/files/encoding.h"
#include "io/files/file.h"
#include "io/files/text.h"

namespace io {
namespace {

/// The largest file that is read: the CSV of a sweep with lab::kMaxCells.
constexpr std::size_t kMaxTableBytes = std::size_t{1} << 30;

}  // namespace

void SealedWriter::write(std::string_view line) {
  content_ = hash_of("\n", hash_of(line, content_));
  out_ << line << '\n';
}

void SealedWriter::seal() { out_ << kContentMark << hexadecimal(content_) << '\n'; }

void fail_at_line(const std::filesystem::path& path, std::size_t line, const std::string& what) {
  throw Error(fmt::format("{}: line {}: {}", path.string(), line, what));
}

bool read_sealed(const std::filesystem::path& path,
                 const std::function<void(std::size_t number, const std::string& line)>& take) {
  const std::string text = as_utf8(read_file(path, kMaxTableBytes), path.string());
  std::size_t number = 0;
  std::uint64_t content = kHashOfNothing;
  bool sealed = false;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    ++number;
    if (end == std::string::npos) fail_at_line(path, number, "is cut off");
    std::string line = text.substr(start, end - start);
    if (line.ends_with('\r')) line.pop_back();  // by a table calculator
    start = end + 1;
    if (sealed) fail_at_line(path, number, "follows the last line of a part");
    if (number > 1 && line.starts_with(kContentMark)) {
      if (std::string_view(line).substr(kContentMark.size()) != hexadecimal(content)) {
        fail_at_line(path, number, "not what iklab has written: the file was edited or damaged");
      }
      sealed = true;
      continue;
    }
    content = hash_of("\n", hash_of(line, content));
    take(number, line);
  }
  if (number == 0) throw Error(path.string() + ": is empty");
  return sealed;
}

}  // namespace io
