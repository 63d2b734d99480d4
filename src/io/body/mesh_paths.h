#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace io {

/// The regular file folder / name, if it is there; empty if the name is absolute or leads out of
/// the folder, by links, too.
std::optional<std::filesystem::path> file_inside(const std::filesystem::path& folder,
                                                 const std::filesystem::path& name);

/// The regular file folder / name, if it is there, wherever the name leads from the folder ("..",
/// links), as ROS and MuJoCo have it.
std::optional<std::filesystem::path> file_from(const std::filesystem::path& folder,
                                               const std::filesystem::path& name);

/// Finds the mesh files that a robot file names. Relative names count from the folder of the file;
/// `package://` and `model://` names stay within their package.
///
/// A package is the folder that the user gives, or else, the first that has the file: a folder of
/// its name, or with a package.xml of its name, from that of the robot file upwards; a folder of
/// its name beside one of these; a package below a folder of ROS_PACKAGE_PATH; the folder
/// share/NAME in one of AMENT_PREFIX_PATH, or NAME in one of GZ_SIM_RESOURCE_PATH or
/// GAZEBO_MODEL_PATH.
class MeshPaths {
 public:
  /// \param file the robot file \param packages folders by name, as in BodyOptions
  MeshPaths(const std::filesystem::path& file,
            std::map<std::string, std::filesystem::path> packages);

  /// The file that `name` means, if it is there. \param folder for relative names, instead of that
  /// of the robot file: an absolute one, or one that counts from it ("../meshes")
  std::optional<std::filesystem::path> find(const std::string& name,
                                            const std::filesystem::path& folder = {}) const;

  /// "use --package arm=DIR for 2 missing meshes; ...": the options for packages that have no
  /// folder, or else the first of the names. \pre names is not empty \param stand_ins what is
  /// drawn in their place
  std::string note_on_missing(const std::vector<std::string>& names,
                              const char* stand_ins = "collision shapes or capsules") const;

 private:
  /// The folders that a package may be, the best first. \param package a plain name
  const std::vector<std::filesystem::path>& folders_of(const std::string& package) const;

  std::filesystem::path folder_;
  std::map<std::string, std::filesystem::path> packages_;
  mutable std::map<std::string, std::vector<std::filesystem::path>> found_;  // by package
};

}  // namespace io
