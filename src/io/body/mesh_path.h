#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace io {

/// The regular file folder / name, if it is there; empty if the name is absolute or leads out of
/// the folder, by links, too.
std::optional<std::filesystem::path> file_inside(const std::filesystem::path& folder,
                                                 const std::filesystem::path& name);

/// Finds the mesh files that a robot file names. Relative names stay within the folder of the file,
/// `package://` names within their package; only an absolute name (or file://) leads elsewhere.
class MeshPaths {
 public:
  /// \param file the robot file \param packages folders by name, as in BodyOptions
  MeshPaths(const std::filesystem::path& file,
            std::map<std::string, std::filesystem::path> packages);

  /// The file that `name` means, if it is there. \param folder for relative names, instead of that
  /// of the robot file: an absolute one, one within it, or one beside it ("../meshes")
  std::optional<std::filesystem::path> find(const std::string& name,
                                            const std::filesystem::path& folder = {}) const;

 private:
  std::filesystem::path folder_;
  std::map<std::string, std::filesystem::path> packages_;
};

}  // namespace io
