#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/files/error.h"
#include "lab/scene/scene.h"

namespace io {

/// The names of the scenes in assets/scenes, in the order of menus: the report's first.
const std::vector<std::string>& built_in_scenes();

/// The built-in scene of that name, or that of the file with that path.
/// \throws Error naming the built-in scenes if there is neither, or like read_scene
lab::Scene find_scene(std::string_view name_or_path);

}  // namespace io
