#pragma once

#include <string>

#include "lab/scene/scene.h"

namespace io {

/// Lets only one group of the scene's joints move.
/// \param option names the option in the message \throws Error listing the groups
void choose_group(lab::Scene& scene, const std::string& name, const std::string& option);

}  // namespace io
