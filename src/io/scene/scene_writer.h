#pragma once

#include <string>

#include "lab/scene/scene.h"

namespace io {

/// The text of a scene file. Reading it restores the scene bit for bit, except for the id.
std::string write_scene(const lab::Scene& scene);

/// The part of a scene that methods receive, as the text of a scene file in a canonical form: body,
/// targets, obstacles, goals, weights and the active group. Without names of the scene, visuals and
/// settings.
std::string solver_text(const lab::Scene& scene);

}  // namespace io
