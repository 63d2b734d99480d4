#include "app/session/paths.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "io/body/body_file.h"
#include "io/files/file.h"
#include "ui/kit/text.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxEntries = 20000;  // per folder: more would delay the frame
constexpr std::size_t kMaxFound = 200;

bool can_be_opened(const fs::path& path) {
  return io::extension_of(path) == ".json" || io::is_body_file(path);
}

}  // namespace

std::string at_home(const std::string& path) {
  const char* const home = std::getenv("HOME");
  if (home == nullptr || !path.starts_with("~/")) return path;
  return home + path.substr(1);
}

std::span<const std::string> Completions::of(const std::string& typed) {
  if (typed_ == typed) return found_;
  typed_ = typed;
  found_.clear();
  const std::string path = at_home(typed);
  const std::size_t slash = path.find_last_of('/');
  const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  const std::string begin = ui::lower(path.substr(folder.size()));
  std::error_code trouble;
  fs::directory_iterator entry(folder.empty() ? "." : folder, trouble);
  for (int i = 0; !trouble && entry != fs::directory_iterator() && i < kMaxEntries; ++i) {
    const std::string name = entry->path().filename().string();
    std::error_code ignored;
    const bool is_folder = entry->is_directory(ignored);
    const bool hidden = name.starts_with('.') && !begin.starts_with('.');
    if (!hidden && ui::lower(name).starts_with(begin) && (is_folder || can_be_opened(name))) {
      found_.push_back(folder + name + (is_folder ? "/" : ""));
    }
    entry.increment(trouble);
  }
  std::ranges::sort(found_);
  found_.resize(std::min(found_.size(), kMaxFound));
  return found_;
}

}  // namespace app
