#include "io/files/zip.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <stb_image.h>

#include "io/files/file.h"
#include "io/files/text.h"

namespace io {
namespace {

namespace fs = std::filesystem;

// Records of APPNOTE.TXT, the specification of zip: what they begin with, and their sizes without
// names and comments.
constexpr std::uint32_t kEnd = 0x06054b50, kCentral = 0x02014b50, kLocal = 0x04034b50;
constexpr std::size_t kEndBytes = 22, kCentralBytes = 46, kLocalBytes = 30;
constexpr std::size_t kMaxComment = 0xffff;
constexpr std::uint32_t kStored = 0, kDeflated = 8;
constexpr std::size_t kAhead = 4;  // bytes that the decoder reads behind the deflated ones
constexpr std::size_t kMaxInflation = 1032;  // deflate's largest factor: 258 bytes by two bits

/// A file in an archive.
struct ZippedFile {
  fs::path name;
  std::string_view packed;  ///< deflated ones with kAhead bytes of the next record
  std::size_t bytes = 0;
  bool deflated = false;
};

class ZipReader {
 public:
  ZipReader(std::string_view bytes, std::string source)
      : bytes_(bytes), source_(std::move(source)) {}

  std::vector<ZippedFile> files() const {
    const std::size_t end = end_record();
    const std::size_t count = number(end + 10, 2);
    std::size_t at = number(end + 16, 4), total = 0;
    if (count > kMaxZipFiles) fail("more than ", kMaxZipFiles, " files");
    std::vector<ZippedFile> files;
    for (std::size_t i = 0; i < count; ++i) {
      if (number(at, 4) != kCentral) fail("its list of files is broken");
      const std::size_t name = number(at + 28, 2);
      const std::string_view text = part(at + kCentralBytes, name);
      if (is_wanted(text, number(at + 38, 4))) {
        files.push_back(file_at(at, text));
        total += files.back().bytes;
        if (total > kMaxUnzippedBytes) fail("more than ", kMaxUnzippedBytes >> 20, " MiB unzipped");
      }
      at += kCentralBytes + name + number(at + 30, 2) + number(at + 32, 2);
    }
    return files;
  }

  std::string unpacked(const ZippedFile& file) const {
    if (!file.deflated) return std::string(file.packed);
    std::string bytes(file.bytes, '\0');
    const int count =
        stbi_zlib_decode_noheader_buffer(bytes.data(), static_cast<int>(bytes.size()),
                                         file.packed.data(), static_cast<int>(file.packed.size()));
    if (count < 0 || static_cast<std::size_t>(count) != bytes.size()) {
      fail(file.name.string(), ": cannot be unzipped");
    }
    return bytes;
  }

 private:
  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    throw Error(printable(concat(source_, ": ", parts...)));
  }

  std::string_view part(std::size_t at, std::size_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) fail("the archive is cut off");
    return bytes_.substr(at, size);
  }

  /// A whole number of some bytes, the lowest one first.
  std::uint32_t number(std::size_t at, std::size_t size) const {
    std::uint32_t value = 0;
    const std::string_view digits = part(at, size);
    for (std::size_t i = 0; i < size; ++i) {
      value |= std::uint32_t{static_cast<std::uint8_t>(digits[i])} << (8 * i);
    }
    return value;
  }

  /// The last record, which is followed by a comment only.
  std::size_t end_record() const {
    for (std::size_t behind = kEndBytes; behind <= kEndBytes + kMaxComment; ++behind) {
      if (behind > bytes_.size()) break;
      if (number(bytes_.size() - behind, 4) == kEnd) return bytes_.size() - behind;
    }
    fail("no zip archive");
  }

  /// Whether an entry is a file, neither hidden nor a link. \param attributes of Unix in the upper
  /// half, if they are not 0
  bool is_wanted(std::string_view name, std::uint32_t attributes) const {
    constexpr std::uint32_t kKind = 0xf000, kLink = 0xa000;
    if (name.empty() || name.find('\0') != std::string_view::npos) fail("a file without a name");
    const fs::path path(name);
    if (path.is_absolute() || name.find('\\') != std::string_view::npos) refuse(name);
    for (const fs::path& part : path) {
      if (part == "..") refuse(name);
      if (part.string().starts_with('.') || part == "__MACOSX") return false;
    }
    return name.back() != '/' && (attributes >> 16 & kKind) != kLink;
  }

  [[noreturn]] void refuse(std::string_view name) const {
    fail(name, ": leads out of the archive");
  }

  /// \param at its record in the list of files
  ZippedFile file_at(std::size_t at, std::string_view name) const {
    const std::uint32_t flags = number(at + 8, 2), method = number(at + 10, 2);
    const std::size_t packed = number(at + 20, 4), bytes = number(at + 24, 4),
                      local = number(at + 42, 4);
    if ((flags & 1) != 0) fail(name, ": is encrypted");
    if (method != kStored && method != kDeflated) fail(name, ": an unknown kind of compression");
    const bool possible = method == kStored ? packed == bytes : bytes <= kMaxInflation * packed;
    if (!possible) fail(name, ": cannot be unzipped");
    if (number(local, 4) != kLocal) fail("its list of files is broken");
    const std::size_t from = local + kLocalBytes + number(local + 26, 2) + number(local + 28, 2);
    const bool deflated = method == kDeflated;
    return {fs::path(name), part(from, packed + (deflated ? kAhead : 0)), bytes, deflated};
  }

  std::string_view bytes_;
  std::string source_;
};

}  // namespace

void unzip(const fs::path& archive, const fs::path& folder) {
  const std::string bytes = read_file(archive, kMaxZipBytes);
  const ZipReader zip(bytes, archive.string());
  for (const ZippedFile& file : zip.files()) {
    const fs::path path = folder / file.name;
    const std::string text = zip.unpacked(file);
    std::error_code problem;
    fs::create_directories(path.parent_path(), problem);
    std::ofstream stream(path, std::ios::binary);
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    if (!stream.flush()) throw WriteError(printable(concat(path.string(), ": cannot be written")));
  }
}

}  // namespace io
