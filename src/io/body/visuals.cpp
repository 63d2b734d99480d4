#include "io/body/visuals.h"

#include <set>
#include <string_view>
#include <utility>

#include "io/files/text.h"

namespace io {
namespace {

namespace fs = std::filesystem;

/// The parts of "package://NAME/PATH"; empty if a name has none.
struct PackageName {
  std::string package;
  fs::path path;
};

std::optional<PackageName> package_name(const std::string& name) {
  for (const std::string_view scheme : {"package://", "model://"}) {
    if (name.rfind(scheme, 0) != 0) continue;
    const std::string rest = name.substr(scheme.size());
    const std::size_t slash = rest.find('/');
    if (slash == std::string::npos) return PackageName{};
    return PackageName{rest.substr(0, slash), rest.substr(slash + 1)};
  }
  return std::nullopt;
}

std::optional<fs::path> existing(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  return path;
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

MeshPaths::MeshPaths(const fs::path& file, std::map<std::string, fs::path> packages)
    : packages_(std::move(packages)) {
  std::error_code ignored;
  folder_ = fs::absolute(file, ignored).parent_path();
}

std::optional<fs::path> MeshPaths::find(const std::string& name, const fs::path& folder) const {
  constexpr std::string_view kFile = "file://";
  if (name.rfind(kFile, 0) == 0) return existing(name.substr(kFile.size()));
  if (const auto parts = package_name(name)) {
    const auto& [package, path] = *parts;
    if (package.empty()) return std::nullopt;
    if (const auto known = packages_.find(package); known != packages_.end()) {
      return file_inside(known->second, path);
    }
    // a folder of the package's name, beside the file or further up
    for (fs::path up = folder_;; up = up.parent_path()) {
      if (up.filename() == package) {
        if (auto found = file_inside(up, path)) return found;
      }
      if (auto found = file_inside(up / package, path)) return found;
      if (!up.has_relative_path()) return std::nullopt;
    }
  }
  if (fs::path(name).is_absolute()) return existing(name);
  auto found = file_inside(folder_ / folder, name);
  if (!found || folder.empty() || folder.is_absolute()) return found;
  std::error_code ignored;
  // a folder beside that of the file is as near as one in it; at the root none is beside another
  const fs::path above = folder_.parent_path();
  if (!above.has_relative_path()) return file_inside(folder_, found->lexically_relative(folder_));
  const fs::path way = found->lexically_relative(fs::weakly_canonical(above, ignored));
  if (way.empty() || *way.begin() == ".." || !way.has_parent_path()) return std::nullopt;
  return found;
}

std::string MeshPaths::note_on_missing(const std::vector<std::string>& names) const {
  std::set<std::string> packages;
  for (const std::string& name : names) {
    const auto parts = package_name(name);
    if (parts && !parts->package.empty() && !packages_.contains(parts->package)) {
      packages.insert(parts->package);
    }
  }
  const std::string stands_in = "; collision shapes or capsules stand in for them";
  const char* meshes = names.size() == 1 ? " mesh" : " meshes";
  if (packages.empty()) {
    return concat(names.size(), meshes, names.size() == 1 ? " is" : " are", " missing, such as ",
                  names.front(), stands_in);
  }
  // the remedy first: a narrow column of the window cuts the rest off
  std::string use = "use";
  for (const std::string& package : packages) use.append(" --package ").append(package) += "=DIR";
  return concat(use, " for ", names.size(), " missing", meshes, stands_in);
}

void stand_in(const std::vector<std::size_t>& bare, std::vector<lab::ModelLink>& links) {
  for (const std::size_t i : bare) {
    std::vector<Eigen::Vector3d> ends;
    for (const lab::ModelLink& link : links) {
      if (link.parent != static_cast<int>(i)) continue;
      const Eigen::Vector3d anchor =
          link.joints.empty() ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : link.joints[0].anchor;
      ends.emplace_back(link.parent_from_link * anchor);
    }
    if (ends.empty() && links[i].middle) ends.emplace_back(2.0 * *links[i].middle);
    for (const Eigen::Vector3d& end : ends) {
      const double length = end.norm();
      if (length > 0.0) links[i].visuals.push_back(lab::bone(end, lab::kSlender * length));
    }
  }
}

void add_bones(double radius, std::vector<lab::ModelLink>& links,
               const std::function<bool(std::size_t link)>& holds) {
  const auto add = [radius](lab::ModelLink& link, const Eigen::Vector3d& to) {
    if (to.norm() > 0.0) link.visuals.push_back(lab::bone(to, radius));
  };
  for (lab::ModelLink& link : links) {
    const auto parent = static_cast<std::size_t>(link.parent);
    if (link.parent >= 0 && holds(parent)) add(links[parent], link.parent_from_link.translation());
    for (const lab::ModelSite& site : link.sites) add(link, site.place);
  }
}

}  // namespace io
