#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "io/body/mesh_paths.h"
#include "io/body/xml.h"

namespace io {

/// An SDF file: the robot's own or an included one.
struct SdfSource {
  XmlNode root;
  std::filesystem::path path;  ///< canonical, to tell files apart
  const MeshPaths& meshes;     ///< the search for what it names
  /// 6 of version 1.6. \throws Error where it is older than 1.2
  int minor_version = 0;
};

/// The files of a robot in SDF. Included ones are read once.
class SdfSources {
 public:
  /// \param path the robot's own file
  SdfSources(const XmlNode& sdf, const std::filesystem::path& path, const MeshPaths& meshes);
  SdfSources(const SdfSources&) = delete;

  const SdfSource& own() const { return own_; }
  /// The file that an <include> names; null if there is none. \throws Error naming file and line
  const SdfSource* included(const XmlNode& include, const SdfSource& from);
  /// The robot's own file, then the included ones.
  std::vector<const SdfSource*> all() const;
  /// The included files.
  std::vector<std::string> names() const;
  /// The names in each <include> whose file is missing.
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  struct Included;

  SdfSource own_;
  std::map<std::filesystem::path, std::shared_ptr<Included>> files_;
  std::vector<std::string> missing_;
};

}  // namespace io
