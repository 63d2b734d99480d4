#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/body/body_model.h"

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

  /// "use --package arm=DIR for 2 missing meshes; ...": the options for packages that have no
  /// folder, or else the first of the names. \pre names is not empty
  std::string note_on_missing(const std::vector<std::string>& names) const;

 private:
  std::filesystem::path folder_;
  std::map<std::string, std::filesystem::path> packages_;
};

/// Capsules in place of missing meshes: for each of these links from its frame to those of the
/// links on it, or at the end of a branch through its middle.
void stand_in(const std::vector<std::size_t>& bare, std::vector<lab::ModelLink>& links);

/// Capsules from links to the links on them, and to their sites.
/// \param holds whether a link gets capsules to the links on it
void add_bones(double radius, std::vector<lab::ModelLink>& links,
               const std::function<bool(std::size_t link)>& holds);

/// A colour that is written as red, green, blue and alpha.
struct Rgba {
  Eigen::Vector3d color = Eigen::Vector3d::Zero();  ///< 0 to 1
  double alpha = 1.0;

  /// \param values four numbers
  explicit Rgba(const std::vector<double>& values)
      : color(Eigen::Vector3d(values[0], values[1], values[2]).cwiseMax(0.0).cwiseMin(1.0)),
        alpha(values[3]) {}
  /// What is fainter than this is not shown; all else is solid.
  bool visible() const { return alpha >= 0.05; }
};

}  // namespace io
