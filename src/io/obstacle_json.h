#pragma once

#include <vector>

#include "ik/obstacle.h"
#include "io/json_node.h"

namespace io {

/// The list "obstacles" of a scene: each has a name of its own and a radius above 0, and is a
/// capsule from "from" to "to" or a ball about "center". Empty where there is none.
/// \throws Error naming file and place
std::vector<ik::Obstacle> read_obstacles(const JsonNode& scene);

/// What read_obstacles reads back to the bit.
nlohmann::ordered_json obstacle_json(const ik::Obstacle& obstacle);

}  // namespace io
