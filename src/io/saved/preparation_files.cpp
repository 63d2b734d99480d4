#include "io/saved/preparation_files.h"

#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "io/files/file.h"
#include "io/files/numbered_files.h"
#include "io/files/text.h"
#include "io/saved/preferences.h"

namespace io {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMark = 0x31706572706b69ULL;  // "ikprep1" on most machines
constexpr const char* kPrefix = "preparation-";
constexpr const char* kSuffix = ".bin";

/// Words of a file in addition to inputs and result: mark, two counts, checksum.
constexpr std::size_t kExtraWords = 4;
constexpr std::size_t kWord = sizeof(std::uint64_t);

std::string_view bytes_of(std::span<const double> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

void add_word(std::string& bytes, std::uint64_t word) {
  bytes.append(reinterpret_cast<const char*>(&word), kWord);
}

/// The file's content before the result: mark, counts, inputs.
std::string head_of(std::span<const double> inputs, std::size_t size) {
  std::string bytes;
  bytes.reserve((inputs.size() + size + kExtraWords) * kWord);
  add_word(bytes, kMark);
  add_word(bytes, inputs.size());
  add_word(bytes, size);
  bytes += bytes_of(inputs);
  return bytes;
}

std::string file_of(std::span<const double> inputs, std::span<const double> result) {
  std::string bytes = head_of(inputs, result.size());
  bytes += bytes_of(result);
  add_word(bytes, hash_of(bytes));
  return bytes;
}

bool is_preparation(const std::string& name) {
  return name.starts_with(kPrefix) && name.ends_with(kSuffix);
}

}  // namespace

fs::path cache_folder() { return program_folder("XDG_CACHE_HOME", ".cache"); }

fs::path PreparationFiles::path_of(std::span<const double> inputs) const {
  return folder_ / fmt::format("{}{:016x}{}", kPrefix, hash_of(bytes_of(inputs)), kSuffix);
}

std::vector<double> PreparationFiles::find(std::span<const double> inputs, std::size_t size) {
  const std::size_t expected = (inputs.size() + size + kExtraWords) * kWord;
  if (folder_.empty() || expected > kMaxBytes) return {};
  const fs::path path = path_of(inputs);
  try {
    const std::string bytes = read_file(path, expected);
    if (bytes.size() != expected) return {};
    std::vector<double> result(size);
    std::memcpy(result.data(), bytes.data() + expected - (size + 1) * kWord, size * kWord);
    if (bytes != file_of(inputs, result)) return {};
    std::error_code ignored;
    fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
    return result;
  } catch (const Error&) {
    return {};  // usually a missing file
  }
}

void PreparationFiles::keep(std::span<const double> inputs, std::span<const double> result) {
  const std::string bytes = file_of(inputs, result);
  if (folder_.empty() || bytes.size() > kMaxBytes) return;
  try {
    make_folder(folder_);
    const fs::path path = path_of(inputs);
    TemporaryFile file(folder_, path);
    file.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.replace(path);
    remove_abandoned(folder_);
    // removes the least recently used files
    keep_newest(folder_, kMaxFiles, is_preparation);
  } catch (const std::exception&) {
    // without the file the result is computed again
  }
}

}  // namespace io
