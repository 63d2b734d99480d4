#pragma once

#include "io/files/text.h"
#include "lab/scene/scene.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace io {

class JsonNode;

/// The scene of a file. Its id is the path as given.
///
/// docs/adding.md shows the format. Beside what stands there, a joint of type "screw" has a "pitch"
/// (m/rad); a limit may be null where a joint has only one; "rotation", three rows of a rotation
/// matrix, may stand in the place of "rpy" (write_scene needs it to lose no bit); a target may be
/// "points", a closed spline, or "jumps", each with a "period" (s, 4 unless given); a target
/// without "waves" stands still.
/// \throws Error naming the file and the place of whatever is wrong
lab::Scene read_scene(const std::filesystem::path& path);

/// The scene of a JSON object, which may stand in another document.
lab::Scene read_scene(const JsonNode& root, const std::string& id);

/// The scene of a text. `source` names it in messages and becomes its id.
lab::Scene parse_scene(std::string_view text, const std::string& source);

/// The text of a scene file. Reading it gives the same scene, bit for bit, but for the id.
std::string write_scene(const lab::Scene& scene);

/// The names of the scenes in assets/scenes, in the order of menus: the report's first.
const std::vector<std::string>& built_in_scenes();

/// The built-in scene of that name, or that of the file with that path.
/// \throws Error naming the built-in scenes if there is neither, or like read_scene
lab::Scene find_scene(std::string_view name_or_path);

}  // namespace io
