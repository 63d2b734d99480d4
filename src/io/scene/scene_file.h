#pragma once

#include "io/files/text.h"
#include "lab/scene/scene.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace io {

class JsonNode;

/// Reads a scene file, see docs/adding.md. Its id is the path as given. Two additions are not in
/// that page: a limit may be null (no limit on that side), and a field "rotation" (three rows of a
/// rotation matrix) may replace "rpy", so that write_scene() loses no bit.
/// \throws Error naming the file and the error's place
lab::Scene read_scene(const std::filesystem::path& path);

/// Reads a scene from a JSON object, which may be part of another document: no λ is added.
lab::Scene read_scene(const JsonNode& root, const std::string& id);

/// Reads a scene from a text. Without a λ it gets the λ of lab::damp_by_size(). \param source
/// name of the text in messages, and the scene's id
lab::Scene parse_scene(std::string_view text, const std::string& source);

/// The names of the scenes in assets/scenes, in menu order: the report's scenes first.
const std::vector<std::string>& built_in_scenes();
/// The names of the arms in assets/arms and the characters in assets/characters, by alphabet. They
/// are scenes, too, in a list of their own.
const std::vector<std::string>& built_in_bodies();
/// The names of the bodies with loops in assets/linkages, by alphabet: scenes in a third list.
const std::vector<std::string>& built_in_linkages();
/// Whether it is the name of a built-in scene or body.
bool is_built_in(std::string_view scene);
/// The bytes of a built-in character's mesh by its bare name, such as "mannequin.glb"; empty if it
/// is none.
std::string_view built_in_mesh(std::string_view name);

/// The built-in scene or body with this name, or the scene of the file at this path.
/// \throws Error listing the built-in ones if there is neither, or as read_scene()
lab::Scene find_scene(std::string_view name_or_path);

}  // namespace io
