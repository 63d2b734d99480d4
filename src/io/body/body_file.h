#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/text.h"
#include "lab/body/body_model.h"

namespace io {

/// How a robot or character file is read.
struct BodyOptions {
  lab::BodyWish wish = {};
  /// Folders of packages by name, for `package://NAME/…`. Packages that are not named are looked
  /// for in the folder of the file and those above it.
  std::map<std::string, std::filesystem::path> packages = {};
  /// The animation of a glTF file to follow, or the key of an MJCF file to start in; empty: see
  /// read_gltf() and read_mjcf().
  std::string animation = {};
};

/// What was read, what could not be shown, a line each, and the files that it includes.
struct BodyFile {
  lab::BodyModel model;
  std::vector<std::string> notes = {};
  std::vector<std::string> files = {};
};

/// The file and the animation in it that a name stands for: "hero.glb#Run". Without a number sign
/// behind the file's extension, or if there is a file of the whole name, no animation.
struct BodyName {
  std::filesystem::path file;
  std::string animation = {};
};
BodyName split_body_name(const std::string& name);

/// Names of the formats that are read, for sentences and as words to search: "URDF, MJCF".
const std::string& body_format_names();

/// True if the name of a file says that it is a robot or a character, by the extensions of
/// body_formats(); with an animation, too.
bool is_body_file(const std::filesystem::path& path);

/// Reads a robot or a character in one of body_formats(): XML by its root element, others by their
/// extensions.
/// \throws Error naming file, line and element
BodyFile read_body(const std::filesystem::path& path, const BodyOptions& options = {});

/// The same for a file's bytes. \param path names the file in messages; meshes are looked for
/// beside it
BodyFile parse_body(std::string_view bytes, const std::filesystem::path& path,
                    const BodyOptions& options = {});

/// The built-in scene of this name, the scene of a file, or the scene made of a robot or character
/// file, see lab::scene_of. "hero.glb#Run" names an animation of a glTF file, see BodyName.
/// \throws Error as find_scene() and read_body()
lab::Scene open_scene(std::string_view name_or_path, const BodyOptions& options = {});

/// The scene of a text without a file, such as standard input: of a scene file, or made of a robot
/// or character, by how it begins. Meshes are looked for in the working folder.
/// \param source names the text in messages, without an extension
lab::Scene parse_any_scene(std::string_view text, const std::string& source,
                           const BodyOptions& options = {});

}  // namespace io
