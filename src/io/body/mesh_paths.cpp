#include "io/body/mesh_paths.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "io/body/notes.h"
#include "io/body/xml.h"
#include "io/files/text.h"

namespace io {
namespace {

namespace fs = std::filesystem;

constexpr const char* kManifest = "package.xml";
constexpr const char* kModelManifest = "model.config";
constexpr std::size_t kMaxManifestBytes = std::size_t{1} << 20;
/// Limits of the search below a folder of ROS_PACKAGE_PATH.
constexpr int kMaxFolderDepth = 5;
constexpr int kMaxFolders = 10'000;

/// The parts of "package://NAME/PATH"; an empty package if NAME is not a folder's name.
struct PackageName {
  std::string package;
  fs::path path;
};

std::optional<PackageName> package_name(const std::string& name) {
  for (const std::string_view scheme : {"package://", "model://"}) {
    if (name.rfind(scheme, 0) != 0) continue;
    const std::string rest = name.substr(scheme.size());
    const std::size_t slash = rest.find('/');
    const std::string package = rest.substr(0, slash);
    // ".." would leave the searched folder
    if (slash == std::string::npos || package == "." || package == "..") return PackageName{};
    return PackageName{package, rest.substr(slash + 1)};
  }
  return std::nullopt;
}

std::optional<fs::path> existing(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  return path;
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

/// The package name in a folder's package.xml; empty without one.
std::string name_in_manifest(const fs::path& folder) {
  if (!existing(folder / kManifest)) return {};
  try {
    const auto file = read_xml(folder / kManifest, kManifest, kMaxManifestBytes);
    return file->root().child_text_or_empty("name");
  } catch (const Error&) {
    return {};  // not the wanted package
  }
}

/// The folders in an environment variable, separated by colons.
std::vector<fs::path> folders_in(const char* variable) {
  std::vector<fs::path> folders;
  const char* const value = std::getenv(variable);
  for (const std::string& part : parts_of(value == nullptr ? "" : value, ':')) {
    if (fs::path(part).is_absolute()) folders.emplace_back(part);
  }
  return folders;
}

/// Adds the packages with this name at or below a folder. Packages do not nest.
void crawl(const fs::path& folder, const std::string& package, int depth, int& left,
           std::vector<fs::path>& found) {
  if (--left < 0) return;
  if (existing(folder / kManifest)) {
    if (name_in_manifest(folder) == package) found.push_back(folder);
    return;
  }
  if (depth == 0) return;
  std::vector<fs::path> below;
  std::error_code problem;
  fs::directory_iterator entry(folder, fs::directory_options::skip_permission_denied, problem);
  for (; !problem && entry != fs::directory_iterator(); entry.increment(problem)) {
    const bool hidden = entry->path().filename().string().rfind('.', 0) == 0;
    if (!hidden && is_folder(entry->path())) below.push_back(entry->path());
  }
  std::sort(below.begin(), below.end());  // file systems list in any order
  for (const fs::path& next : below) crawl(next, package, depth - 1, left, found);
}

}  // namespace

std::optional<fs::path> file_inside(const fs::path& folder, const fs::path& name) {
  std::error_code ignored;
  const fs::path root = fs::weakly_canonical(folder.empty() ? "." : folder, ignored);
  const fs::path whole = fs::weakly_canonical(root / name, ignored);
  const fs::path relative = whole.lexically_relative(root);
  if (name.is_absolute() || relative.empty() || *relative.begin() == "..") return std::nullopt;
  return existing(whole);
}

std::optional<fs::path> file_from(const fs::path& folder, const fs::path& name) {
  std::error_code ignored;
  return existing(fs::weakly_canonical((folder.empty() ? "." : folder) / name, ignored));
}

MeshPaths::MeshPaths(const fs::path& file, std::map<std::string, fs::path> packages,
                     const lab::OptionWords& words, std::shared_ptr<const FileSet> given)
    : packages_(std::move(packages)), words_(&words), given_(std::move(given)) {
  std::error_code ignored;
  folder_ = fs::absolute(file, ignored).parent_path();
}

const std::vector<fs::path>& MeshPaths::folders_of(const std::string& package) const {
  const auto [entry, is_new] = found_.try_emplace(package);
  std::vector<fs::path>& folders = entry->second;
  if (!is_new || package.empty()) return folders;
  if (const auto known = packages_.find(package); known != packages_.end()) {
    folders.push_back(known->second);
    return folders;
  }
  for (fs::path up = folder_;; up = up.parent_path()) {
    if (up.filename() == package || name_in_manifest(up) == package) folders.push_back(up);
    if (is_folder(up / package)) folders.push_back(up / package);
    if (!up.has_relative_path()) break;
  }
  int left = kMaxFolders;
  for (const fs::path& folder : folders_in("ROS_PACKAGE_PATH")) {
    crawl(folder, package, kMaxFolderDepth, left, folders);
  }
  for (const fs::path& prefix : folders_in("AMENT_PREFIX_PATH")) {
    if (is_folder(prefix / "share" / package)) folders.push_back(prefix / "share" / package);
  }
  for (const char* variable : {"GZ_SIM_RESOURCE_PATH", "GAZEBO_MODEL_PATH"}) {
    for (const fs::path& models : folders_in(variable)) {
      if (is_folder(models / package)) folders.push_back(models / package);
    }
  }
  return folders;
}

std::optional<fs::path> MeshPaths::find(const std::string& name, const fs::path& folder) const {
  auto found = find_by_path(name, folder);
  return found || !given_ ? found : given_->find(name);
}

std::optional<fs::path> MeshPaths::find_by_path(const std::string& name,
                                                const fs::path& folder) const {
  constexpr std::string_view kFile = "file://";
  if (name.rfind(kFile, 0) == 0) return existing(name.substr(kFile.size()));
  if (const auto parts = package_name(name)) {
    for (const fs::path& root : folders_of(parts->package)) {
      if (auto found = file_inside(root, parts->path)) return found;
    }
    return std::nullopt;
  }
  if (fs::path(name).is_absolute()) return existing(name);
  return file_from(folder_ / folder, name);
}

namespace {

/// The newest SDF file that the model.config of a folder names; model.sdf without one.
std::string model_name_in(const std::optional<fs::path>& manifest) {
  std::string newest = "model.sdf";
  if (!manifest) return newest;
  try {
    const auto file = read_xml(*manifest, kModelManifest, kMaxManifestBytes);
    long version = -1;
    for (const XmlNode& node : file->root().children("sdf")) {
      const std::vector<std::string> parts = parts_of(node.text_or("version", "1.0"), '.');
      const long minor = parse_count(parts.back()).value_or(0);
      const std::string name(trimmed(node.contents()));
      if (name.empty() || minor <= version) continue;
      version = minor;
      newest = name;
    }
  } catch (const Error&) {
    return newest;  // a folder without a manifest that can be read
  }
  return newest;
}

}  // namespace

std::optional<fs::path> MeshPaths::find_model(const std::string& uri) const {
  constexpr std::string_view kFile = "file://";
  const auto model_at = [](const auto& file_at, const fs::path& name) {
    if (auto whole = file_at(name)) return whole;
    return file_at(name / model_name_in(file_at(name / kModelManifest)));
  };
  const std::size_t scheme = uri.find("://");
  const bool bare = scheme != std::string::npos && uri.find('/', scheme + 3) == std::string::npos;
  if (const auto parts = package_name(bare ? uri + "/" : uri)) {
    for (const fs::path& root : folders_of(parts->package)) {
      const auto inside = [&root](const fs::path& name) { return file_inside(root, name); };
      if (auto found = model_at(inside, parts->path)) return found;
    }
    return std::nullopt;
  }
  const bool local = uri.rfind(kFile, 0) == 0;
  if (scheme != std::string::npos && !local) return std::nullopt;
  const auto from = [this](const fs::path& name) { return file_from(folder_, name); };
  return model_at(from, fs::path(local ? uri.substr(kFile.size()) : uri));
}

std::string MeshPaths::note_on_missing(const std::vector<std::string>& names,
                                       const char* stand_ins) const {
  std::set<std::string> packages;
  for (const std::string& name : names) {
    const auto parts = package_name(name);
    if (parts && !parts->package.empty() && folders_of(parts->package).empty()) {
      packages.insert(parts->package);
    }
  }
  const std::string stands_in = concat("; ", stand_ins, " stand in for them");
  if (packages.empty()) {
    return concat(counted_words(names.size(), "mesh is", "meshes are"), " missing, such as ",
                  names.front(), stands_in);
  }
  // remedy first: a narrow column of the window truncates the line
  std::string use = "use";
  for (const std::string& package : packages) {
    use += concat(" ", words_->package, " ", package, "=DIR");
  }
  return concat(use, " for ", counted_words(names.size(), "missing mesh", "missing meshes"),
                stands_in);
}

}  // namespace io
