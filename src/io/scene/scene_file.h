#pragma once

#include "io/files/text.h"
#include "lab/scene/scene.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace io {

class JsonNode;

/// The scene of a file in the format of docs/adding.md. Its id is the path as given. In addition to
/// that page, a limit may be null (none on that side), and the field "rotation" (three rows of a
/// rotation matrix) may replace "rpy": write_scene() needs it to lose no bit.
/// \throws Error naming the file and the wrong place
lab::Scene read_scene(const std::filesystem::path& path);

/// The scene of a JSON object, which may be part of another document.
lab::Scene read_scene(const JsonNode& root, const std::string& id);

/// The scene of a text. \param source name of the text in messages, and the scene's id
lab::Scene parse_scene(std::string_view text, const std::string& source);

/// The text of a scene file. Reading it gives the same scene, bit for bit, except for the id.
std::string write_scene(const lab::Scene& scene);

/// What a method is given of a scene, as the text of a scene file in one form: body, targets,
/// obstacles, goals, weights and the group that moves. Without names of the scene, looks and
/// settings.
std::string solver_text(const lab::Scene& scene);

/// The names of the scenes in assets/scenes, in the order of menus: the report's first.
const std::vector<std::string>& built_in_scenes();
bool is_built_in(std::string_view scene);

/// The built-in scene of this name, or the scene of the file with this path.
/// \throws Error listing the built-in scenes if there is neither, or like read_scene
lab::Scene find_scene(std::string_view name_or_path);

}  // namespace io
