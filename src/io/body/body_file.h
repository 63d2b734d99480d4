#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/body/file_set.h"
#include "io/files/text.h"
#include "lab/body/body_model.h"

namespace io {

/// How a robot or character file is read.
struct BodyOptions {
  lab::BodyRequest wish = {};
  /// Folders of packages by name, for `package://NAME/…`. Other packages are searched in the file's
  /// folder and its parent folders.
  std::map<std::string, std::filesystem::path> packages = {};
  /// The animation of a glTF file to follow, or the keyframe of an MJCF file to start in; empty:
  /// see read_gltf() and read_mjcf().
  std::string animation = {};
  /// Files given together with this one: names that lead nowhere are searched among them.
  std::shared_ptr<const FileSet> given = {};
};

/// A body read from a file, notes on what cannot be shown, one line each, and the included files.
struct BodyFile {
  lab::BodyModel model;
  std::vector<std::string> notes = {};
  std::vector<std::string> files = {};
};

/// A body's name such as "hero.glb#Run", split into file and animation. The animation is empty
/// without a number sign after the file's extension, or if a file has the whole name.
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

/// Reads a robot or a character from a file's bytes.
/// \param path names the file in messages; meshes are searched in its folder
BodyFile parse_body(std::string_view bytes, const std::filesystem::path& path,
                    const BodyOptions& options = {});

/// Opens a built-in scene, a scene file, or a robot or character file, see lab::scene_of.
/// "hero.glb#Run" names an animation of a glTF file, see BodyName.
/// \throws Error as find_scene() and read_body()
lab::Scene open_scene(std::string_view name_or_path, const BodyOptions& options = {});

/// Reads a scene from a text without a file, such as standard input: a scene file, or a robot or
/// character, recognised by its beginning. Meshes are searched in the working folder.
/// \param source names the text in messages, without an extension
lab::Scene parse_any_scene(std::string_view text, const std::string& source,
                           const BodyOptions& options = {});

/// Parses a list of effectors: "tool0,link:hand@0,0,0.1,site:tip@0,0,0,0,1.57,0".
///
/// Each name is a link or a site. The prefix `link:` (or `body:`) or `site:` chooses one if both
/// have the name. After an @ come x, y and z [m] of a tool in that frame, optionally with roll,
/// pitch and yaw [rad], as in URDF. All numbers after an @ belong to it; the next part that is not
/// a number is the next name. An @ without a number after it is part of a name.
/// \throws Error naming the option, the list and its wrong part
std::vector<lab::EffectorRequest> effector_list(
    std::string_view list, const lab::OptionWords& words = lab::kCommandLineWords);

/// The effector options stored in a scene made of a robot or character file: the named effectors
/// and at_tips. The rest of the wish is not set. \throws Error as effector_list()
lab::BodyRequest named_effectors(const lab::Scene& scene);

}  // namespace io
