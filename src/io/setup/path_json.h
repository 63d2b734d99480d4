#pragma once

#include <nlohmann/json.hpp>

#include "io/json/node.h"
#include "lab/scene/path_shape.h"
#include "lab/scene/scene.h"

namespace io {

/// The path of a set-up as JSON; numbers come back to the bit. What its form does not use is left
/// out.
nlohmann::json path_json(const lab::PathShape& path, const ik::Multibody& body);

/// \throws Error naming file and place
lab::PathShape read_path(const JsonNode& node, const ik::Multibody& body);

}  // namespace io
