#include "io/file.h"

#include <cerrno>
#include <cstdio>
#include <iterator>
#include <memory>
#include <system_error>

#include <fmt/format.h>

namespace io {
namespace {

namespace fs = std::filesystem;

template <class Problem>
[[noreturn]] void fail(const fs::path& path, const std::string& what) {
  throw Problem(path.string() + ": " + what);
}

std::string reason(int error) { return std::generic_category().message(error); }

/// Makes an empty file unless there is one of that name; errno says why not.
bool create(const fs::path& path) {
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wbx"),
                                                             &std::fclose);
  return file != nullptr;
}

/// A file beside `path` under a name that nobody had.
fs::path make_temporary(const fs::path& path) {
  constexpr int kTries = 1000;  // so many leftovers of programs that were killed
  for (int i = 0; i < kTries; ++i) {
    fs::path name = path;
    name.replace_filename(fmt::format(".{}.{}.tmp", path.filename().string(), i));
    if (create(name)) return name;
    if (errno != EEXIST) break;
  }
  fail<Error>(path, "cannot be written: " + reason(errno));
}

}  // namespace

std::string read_file(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) fail<Error>(path, "is a folder, not a file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) fail<Error>(path, "cannot be read: " + reason(errno));
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) fail<Error>(path, "cannot be read: " + reason(errno));
  return bytes;
}

bool create_file(const fs::path& path) {
  if (create(path)) return true;
  if (errno != EEXIST) fail<Error>(path, "cannot be written: " + reason(errno));
  return false;
}

OutputFile::OutputFile(fs::path path) : path_(std::move(path)) {
  std::error_code ignored;
  if (path_.empty()) throw Error("cannot write a file without a name");
  if (fs::is_directory(path_, ignored)) fail<Error>(path_, "is a folder, not a file");
  // a link stays, and what it leads to is replaced
  if (fs::is_symlink(path_, ignored)) path_ = fs::weakly_canonical(path_);

  errno = 0;
  const bool is_file = fs::is_regular_file(path_, ignored);
  const bool is_device = !is_file && fs::exists(path_, ignored);
  // a file that must not be written would still let itself be replaced; "append" changes nothing
  if (is_file && !std::ofstream(path_, std::ios::app)) {
    fail<Error>(path_, "cannot be written: " + reason(errno));
  }
  if (!is_device) temporary_ = make_temporary(path_);
  stream_.open(is_device ? path_ : temporary_, std::ios::binary);
  if (!stream_) fail<Error>(path_, "cannot be written: " + reason(errno));
}

OutputFile::~OutputFile() {
  stream_.close();
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

void OutputFile::finish() {
  if (!stream_.is_open()) return;
  errno = 0;
  stream_.close();
  if (!stream_) {
    // an earlier write may have failed, and its reason is forgotten
    fail<WriteError>(path_, "cannot be written" + (errno != 0 ? ": " + reason(errno) : ""));
  }
}

void OutputFile::commit() {
  finish();
  if (temporary_.empty()) return;
  std::error_code problem;
  const fs::file_status before = fs::status(path_, problem);
  if (fs::exists(before)) fs::permissions(temporary_, before.permissions(), problem);
  fs::rename(temporary_, path_, problem);
  if (problem) fail<WriteError>(path_, "cannot be written: " + problem.message());
  temporary_.clear();
}

void write_file(const fs::path& path, std::string_view bytes) {
  OutputFile file(path);
  file.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.commit();
}

}  // namespace io
