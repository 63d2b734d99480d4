#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include "ik/body/obstacle.h"
#include "io/json/node.h"
#include "lab/scene/scene.h"

namespace io {

/// The curve of a target: "center" with "waves", "points" or "jumps", as docs/formats.md has them.
/// \param others fields that may stand beside it
lab::TargetCurve read_curve(const JsonNode& node, std::span<const std::string_view> others);

/// Adds its fields to an object.
void add_curve(const lab::TargetCurve& curve, nlohmann::ordered_json& object);

/// [x, y, z].
nlohmann::ordered_json vector_json(const Eigen::Vector3d& v);

/// The list "obstacles" of a scene: each has a name of its own and a radius above 0, and is a
/// capsule from "from" to "to" or a ball about "center". Empty where there is none.
/// \throws Error naming file and place
std::vector<ik::Obstacle> read_obstacles(const JsonNode& scene);

/// What read_obstacles reads back to the bit.
nlohmann::ordered_json obstacle_json(const ik::Obstacle& obstacle);

/// The rotation of roll, pitch and yaw [rad]: about x, then y, then z, the axes fixed, as in URDF.
///
///   R = Rz(yaw) Ry(pitch) Rx(roll)
Eigen::Matrix3d rotation_from_rpy(const Eigen::Vector3d& rpy);

/// Roll, pitch and yaw that give exactly this rotation, the shortest that do. Empty where rounding
/// leaves none.
std::optional<Eigen::Vector3d> exact_rpy(const Eigen::Matrix3d& rotation);

}  // namespace io
