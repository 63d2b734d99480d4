#include "io/numbered_files.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "io/file.h"

namespace io {
namespace fs = std::filesystem;

std::string plain_name(const std::string& scene) {
  std::string name = fs::path(scene).stem().string();
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_';
    if (!plain) c = '-';
  }
  return name.empty() ? "scene" : name;
}

std::vector<fs::path> take_names(const fs::path& folder, const std::string& stem,
                                 const std::vector<std::string>& suffixes) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) throw Error(folder.string() + ": cannot be made: " + problem.message());
  for (int number = 1;; ++number) {
    std::vector<fs::path> files;
    for (const std::string& suffix : suffixes) {
      files.push_back(folder / fmt::format("{}-{:03}{}", stem, number, suffix));
    }
    const bool taken = std::any_of(files.begin() + 1, files.end(), [](const fs::path& file) {
      std::error_code ignored;
      return fs::exists(file, ignored);
    });
    if (!taken && create_file(files.front())) return files;
  }
}

fs::path write_numbered(const fs::path& folder, const std::string& stem, const std::string& suffix,
                        const std::function<void(const fs::path& path)>& write) {
  const std::vector<fs::path> files = take_names(folder, stem, {suffix});
  try {
    write(files.front());
  } catch (...) {
    remove_files(files);
    throw;
  }
  return files.front();
}

void remove_files(const std::vector<fs::path>& files) {
  std::error_code ignored;
  for (const fs::path& file : files) fs::remove(file, ignored);
}

}  // namespace io
