#include "io/scene/built_in.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

#include "iklab/scene.h"
#include "io/scene/scene_file.h"

namespace io {

/// What iklab_embed makes of a file.
struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};
std::span<const EmbeddedFile> scene_files();

namespace {

std::string_view name_of(const EmbeddedFile& file) {
  return file.name.substr(0, file.name.rfind('.'));
}

const EmbeddedFile* find_file(std::string_view name) {
  const auto files = scene_files();
  const auto found = std::find_if(files.begin(), files.end(), [name](const EmbeddedFile& file) {
    return name_of(file) == name;
  });
  return found != files.end() ? &*found : nullptr;
}

/// Where a scene stands among the report's, or behind them.
std::size_t report_rank(std::string_view name) {
  constexpr std::array<std::string_view, 3> kReport = {"y", "double-y", "double-y-25"};
  return static_cast<std::size_t>(std::find(kReport.begin(), kReport.end(), name) -
                                  kReport.begin());
}

std::vector<std::string> sorted_names() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : scene_files()) names.emplace_back(name_of(file));
  std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
    return std::pair(report_rank(a), a) < std::pair(report_rank(b), b);
  });
  return names;
}

}  // namespace

const std::vector<std::string>& built_in_scenes() {
  static const std::vector<std::string> names = sorted_names();
  return names;
}

lab::Scene find_scene(std::string_view name_or_path) {
  if (const EmbeddedFile* file = find_file(name_or_path)) {
    return parse_scene(file->text, std::string(name_or_path));
  }
  const std::filesystem::path path(name_or_path);
  std::error_code ignored;
  const bool is_path = path.has_parent_path() || path.extension() == ".json";
  if (is_path || std::filesystem::exists(path, ignored)) return read_scene(path);
  std::string known;
  for (const std::string& name : built_in_scenes()) known += (known.empty() ? "" : ", ") + name;
  throw Error(std::string("no scene '").append(name_or_path).append("': built in are ") + known +
              "; anything else is the path of a file");
}

}  // namespace io

ik::Scene ik::read_scene(const std::string& name_or_path) {
  return Scene(std::make_shared<lab::Scene>(io::find_scene(name_or_path)));
}
