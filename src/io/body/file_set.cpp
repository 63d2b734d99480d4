#include "io/body/file_set.h"

#include <algorithm>
#include <iterator>

#include "io/body/body_formats.h"
#include "io/files/file.h"
#include "io/files/text.h"

namespace io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxReadBytes = std::size_t{16} << 20;  // texts beyond are not looked into
constexpr std::size_t kMaxChoice = 100;  // the search for included files takes its square

struct Candidate {
  fs::path path;
  bool in_folder = false;
  std::string text;  // empty if it is not read
};

/// The text of a file that may be opened, or nothing if its name or its contents say that it is
/// none. \param[in,out] left bytes that may still be read
std::optional<std::string> text_to_open(const fs::path& path, std::size_t& left) {
  const std::string extension = extension_of(path);
  const BodyFormat* const format = body_format_of(extension);
  if (format == nullptr && extension != ".json") return std::nullopt;
  std::string text;
  try {
    text = read_file(path, left);
  } catch (const Error&) {
    return text;  // too large, or opening it says what is wrong
  }
  left -= text.size();
  const bool fits =
      format == nullptr
          ? text.find("\"ik-scene\"") != text.npos || text.find("\"iklab-session\"") != text.npos
      : format->is_xml() ? body_format_in(text) != nullptr && wrong_kind(text, extension).empty()
                         : true;
  return fits ? std::optional(text) : std::nullopt;
}

/// Whether a text names a file, between quotes or tags, with folders or without.
bool names_file(std::string_view text, const std::string& name) {
  const auto is_one_of = [](std::string_view signs, char c) { return signs.find(c) != signs.npos; };
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (at > 0 && end < text.size() && is_one_of("\"'/>", text[at - 1]) &&
        is_one_of("\"'<", text[end])) {
      return true;
    }
  }
  return false;
}

/// Removes the elements for which `is_spare` holds, unless it holds for all.
template <class List, class Test>
void prefer_others(List& list, const Test& is_spare) {
  List others;
  std::remove_copy_if(list.begin(), list.end(), std::back_inserter(others), is_spare);
  if (!others.empty()) list = std::move(others);
}

std::string others_beside(std::size_t count) {
  return count > 1 ? concat(" and ", count - 1, " more") : "";
}

}  // namespace

FileSet::FileSet(std::span<const std::string> given) : given_(given.begin(), given.end()) {
  for (const std::string& name : given_) {
    std::error_code ignored;
    const fs::path path = fs::absolute(name, ignored).lexically_normal();
    fs::is_directory(path, ignored) ? search(path, kMaxSetDepth) : add(path, false);
  }
}

void FileSet::add(const fs::path& file, bool in_folder) {
  if (files_.size() == kMaxSetFiles) {
    throw Error(printable(concat(given_.front(), others_beside(given_.size()), ": more than ",
                                 kMaxSetFiles, " files")));
  }
  files_.emplace(file.filename().string(), Entry{file, in_folder});
}

void FileSet::search(const fs::path& folder, int depth) {
  std::error_code problem;
  fs::directory_iterator entry(folder, fs::directory_options::skip_permission_denied, problem);
  for (; !problem && entry != fs::directory_iterator(); entry.increment(problem)) {
    std::error_code ignored;
    if (entry->path().filename().string().starts_with('.')) continue;
    if (entry->is_directory(ignored)) {
      if (depth > 1 && !entry->is_symlink(ignored)) search(entry->path(), depth - 1);
    } else if (entry->is_regular_file(ignored)) {
      add(entry->path(), true);
    }
  }
}

std::vector<fs::path> FileSet::to_open() const {
  std::error_code ignored;
  if (given_.size() == 1 && !fs::is_directory(given_.front(), ignored)) return {given_.front()};
  const auto fail = [this](const auto&... why) {
    throw Error(printable(concat(given_.front(), others_beside(given_.size()), ": ", why...)));
  };
  std::size_t left = kMaxReadBytes;
  std::vector<Candidate> found;
  for (const auto& [name, file] : files_) {
    auto text = text_to_open(file.path, left);
    if (!text) continue;
    if (found.size() == kMaxChoice) fail("more than ", kMaxChoice, " files that can be opened");
    found.push_back({file.path, file.in_folder, *std::move(text)});
  }
  prefer_others(found, [](const Candidate& each) { return each.in_folder; });
  // macros: a program of ROS makes a URDF from them, which may be beside them
  prefer_others(found, [](const Candidate& each) { return extension_of(each.path) == ".xacro"; });
  prefer_others(found, [&found](const Candidate& each) {
    const std::string name = each.path.filename().string();
    return std::ranges::any_of(found, [&](const Candidate& other) {
      return &other != &each && names_file(other.text, name);
    });
  });
  if (found.empty()) {
    fail("no robot, character, scene or session ", given_.size() == 1 ? "in it" : "among them");
  }
  std::vector<fs::path> paths;
  for (Candidate& each : found) paths.push_back(std::move(each.path));
  std::ranges::sort(paths);
  return paths;
}

bool FileSet::has(const fs::path& file) const {
  const auto [first, last] = files_.equal_range(file.filename().string());
  return std::any_of(first, last, [&](const auto& each) { return each.second.path == file; });
}

std::optional<fs::path> FileSet::find(std::string_view name) const {
  const std::vector<std::string> wanted = parts_of(name, '/');
  if (wanted.empty()) return std::nullopt;
  std::optional<fs::path> best;
  std::ptrdiff_t most = 0;
  const auto [first, last] = files_.equal_range(wanted.back());
  for (auto file = first; file != last; ++file) {
    const std::vector<std::string> parts = parts_of(file->second.path.string(), '/');
    const auto common =
        std::mismatch(wanted.rbegin(), wanted.rend(), parts.rbegin(), parts.rend()).first -
        wanted.rbegin();
    if (common > most) best = file->second.path, most = common;
  }
  return best;
}

}  // namespace io
