#include "io/body/mesh_path.h"

#include <string_view>
#include <utility>

namespace io {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> existing(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  return path;
}

/// folder / name, if it is there and does not lead out of the folder.
std::optional<fs::path> inside(const fs::path& folder, const fs::path& name) {
  std::error_code ignored;
  const fs::path whole = fs::weakly_canonical(folder / name, ignored);
  const fs::path root = fs::weakly_canonical(folder, ignored);
  const fs::path relative = whole.lexically_relative(root);
  if (relative.empty() || *relative.begin() == "..") return std::nullopt;
  return existing(whole);
}

}  // namespace

MeshPaths::MeshPaths(const fs::path& file, std::map<std::string, fs::path> packages)
    : packages_(std::move(packages)) {
  std::error_code ignored;
  folder_ = fs::absolute(file, ignored).parent_path();
}

std::optional<fs::path> MeshPaths::find(const std::string& name, const fs::path& folder) const {
  constexpr std::string_view kPackage = "package://", kModel = "model://", kFile = "file://";
  const auto starts = [&name](std::string_view scheme) { return name.rfind(scheme, 0) == 0; };
  if (starts(kFile)) return existing(name.substr(kFile.size()));
  if (starts(kPackage) || starts(kModel)) {
    const std::string rest = name.substr(starts(kPackage) ? kPackage.size() : kModel.size());
    const std::size_t slash = rest.find('/');
    if (slash == std::string::npos) return std::nullopt;
    const std::string package = rest.substr(0, slash);
    const fs::path path = rest.substr(slash + 1);
    if (const auto known = packages_.find(package); known != packages_.end()) {
      return inside(known->second, path);
    }
    // a folder of the package's name, beside the file or further up
    for (fs::path up = folder_;; up = up.parent_path()) {
      if (up.filename() == package) {
        if (auto found = inside(up, path)) return found;
      }
      if (auto found = inside(up / package, path)) return found;
      if (!up.has_relative_path()) return std::nullopt;
    }
  }
  if (fs::path(name).is_absolute()) return existing(name);
  return inside(folder_ / folder, name);
}

}  // namespace io
