#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/body/file_set.h"
#include "lab/body/body_model.h"

namespace io {

/// The regular file folder / name, if it exists. Empty if the name is absolute or leads out of the
/// folder, even by links.
std::optional<std::filesystem::path> file_inside(const std::filesystem::path& folder,
                                                 const std::filesystem::path& name);

/// The regular file folder / name, if it exists. The name may lead out of the folder ("..", links),
/// as in ROS and MuJoCo.
std::optional<std::filesystem::path> file_from(const std::filesystem::path& folder,
                                               const std::filesystem::path& name);

/// Finds the mesh files named in a robot file. Relative names start at the file's folder;
/// `package://` names stay within their package.
///
/// A package is the folder given by the user. Otherwise it is the first of these that has the file:
/// a folder with its name, or with a package.xml with its name, from the robot file's folder
/// upwards; a folder with its name next to one of these; a package below a folder of
/// ROS_PACKAGE_PATH; the folder share/NAME in a folder of AMENT_PREFIX_PATH.
///
/// A name that leads nowhere is searched among the files that were given with the robot file.
class MeshPaths {
 public:
  /// \param file the robot file
  /// \param packages folders by name, as in BodyOptions
  /// \param words of notes, kept by reference
  /// \param given with the robot file, see BodyOptions; null: nothing
  MeshPaths(const std::filesystem::path& file,
            std::map<std::string, std::filesystem::path> packages,
            const lab::OptionWords& words = lab::kCommandLineWords,
            std::shared_ptr<const FileSet> given = {});

  /// The words in which notes on the robot file name options.
  const lab::OptionWords& words() const { return *words_; }

  /// The file called `name`, if it exists. \param folder for relative names, instead of the robot
  /// file's folder: absolute, or relative to that folder ("../meshes")
  std::optional<std::filesystem::path> find(const std::string& name,
                                            const std::filesystem::path& folder = {}) const;

  /// The SDF file of the model that an <include> of SDF names: a file, or a folder with a
  /// model.config that names its newest one, or with a model.sdf. Empty if there is none.
  std::optional<std::filesystem::path> find_model(const std::string& uri) const;
  /// The same search for what another file names.
  MeshPaths beside(const std::filesystem::path& file) const {
    return {file, packages_, *words_, given_};
  }

  /// "use --package arm=DIR for 2 missing meshes; ...": the options for unknown packages, or else
  /// the first of the names.
  /// \pre names is not empty
  /// \param stand_ins what is drawn instead
  std::string note_on_missing(const std::vector<std::string>& names,
                              const char* stand_ins = "collision shapes or capsules") const;

 private:
  std::optional<std::filesystem::path> find_by_path(const std::string& name,
                                                    const std::filesystem::path& folder) const;
  /// The possible folders of a package, best first. \param package a plain name, or empty
  const std::vector<std::filesystem::path>& folders_of(const std::string& package) const;

  std::filesystem::path folder_;
  std::map<std::string, std::filesystem::path> packages_;
  const lab::OptionWords* words_;
  std::shared_ptr<const FileSet> given_;
  mutable std::map<std::string, std::vector<std::filesystem::path>> found_;  // by package
};

}  // namespace io
