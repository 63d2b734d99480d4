#include "io/files/numbered_files.h"

#include <algorithm>
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include "io/files/file.h"

namespace io {
namespace {

namespace fs = std::filesystem;

fs::path numbered(const fs::path& folder, const std::string& stem, int number,
                  const std::string& suffix) {
  return folder / fmt::format("{}-{:03}{}", stem, number, suffix);
}

bool is_free(const fs::path& path) {
  std::error_code problem;
  const fs::file_type type = fs::symlink_status(path, problem).type();
  if (type == fs::file_type::none) {
    throw Error(path.string() + ": cannot be written: " + problem.message());
  }
  return type == fs::file_type::not_found;
}

using Files = std::vector<std::unique_ptr<TemporaryFile>>;

/// Gives all files their names, or none of them. \returns false if a name is taken
bool take(const Files& files, const std::vector<fs::path>& names) {
  if (!std::ranges::all_of(names, is_free)) return false;
  std::size_t taken = 0;
  const auto give_back = [&] {
    while (taken > 0) files[--taken]->give_back();
  };
  try {
    for (; taken < files.size(); ++taken) {
      if (files[taken]->take(names[taken])) continue;
      give_back();
      return false;
    }
  } catch (...) {
    give_back();
    throw;
  }
  return true;
}

}  // namespace

std::string plain_name(const std::string& scene) {
  constexpr std::size_t kMaxBytesOfName = 120;  // most file systems allow 255
  std::string name = fs::path(scene).stem().string().substr(0, kMaxBytesOfName);
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_';
    if (!plain) c = '-';
  }
  return name.empty() ? "scene" : name;
}

void make_folder(const fs::path& folder) {
  std::error_code problem;
  if (fs::create_directories(folder, problem)) sync_folder(folder.parent_path());
  if (problem) throw Error(folder.string() + ": cannot be made: " + problem.message());
}

void expect_writable(const fs::path& folder) {
  // folders made for the check, innermost first
  struct Made {
    std::vector<fs::path> folders;
    ~Made() {
      std::error_code ignored;
      for (const fs::path& path : folders) fs::remove(path, ignored);
    }
  } made;
  std::error_code problem;
  for (fs::path path = folder; !path.empty() && !fs::exists(path, problem);
       path = path.parent_path()) {
    made.folders.push_back(path);
  }
  fs::create_directories(folder, problem);
  if (problem) throw Error(folder.string() + ": cannot be made: " + problem.message());
  TemporaryFile file(folder, folder);
  file.stream() << '\n';
  file.finish();
}

std::vector<fs::path> write_numbered(const fs::path& folder, const std::string& stem,
                                     const std::vector<NumberedFile>& wanted) {
  make_folder(folder);
  Files files;
  for (const NumberedFile& file : wanted) {
    files.push_back(std::make_unique<TemporaryFile>(folder, folder / (stem + file.suffix)));
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i].write(files[i]->stream());
  for (const auto& file : files) file->finish();
  for (int number = 1;; ++number) {
    std::vector<fs::path> names;
    for (const NumberedFile& file : wanted) {
      names.push_back(numbered(folder, stem, number, file.suffix));
    }
    if (!take(files, names)) continue;
    sync_folder(folder);
    remove_abandoned(folder);
    return names;
  }
}

fs::path write_numbered(const fs::path& folder, const std::string& stem, const std::string& suffix,
                        std::string_view bytes) {
  const auto write = [bytes](std::ostream& out) {
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  };
  return write_numbered(folder, stem, {{suffix, write}}).front();
}

fs::path give_number(const fs::path& file, const std::string& stem, const std::string& suffix) {
  for (int number = 1;; ++number) {
    const fs::path name = numbered(file.parent_path(), stem, number, suffix);
    if (!is_free(name) || !rename_to_free(file, name)) continue;
    sync_folder(file.parent_path());
    return name;
  }
}

}  // namespace io
