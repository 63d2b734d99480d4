#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include "ik/body/obstacle.h"
#include "io/json/node.h"
#include "lab/scene/scene.h"

namespace io {

/// Names in scene files, by ik::JointType.
inline constexpr const char* kJointTypes[] = {"revolute", "prismatic", "screw"};
/// Names in scene files, by ik::AimKind without kNone.
inline constexpr const char* kAimKinds[] = {"direction", "orientation"};
/// Names in scene files, by ik::LoopKind.
inline constexpr const char* kLoopKinds[] = {"connect", "weld", "joint"};
/// Names in scene files, by the index of lab::Visual::Shape.
inline constexpr const char* kShapes[] = {"box", "cylinder", "capsule", "ball", "mesh", "node"};

/// The axis that points up, in scene files, by lab::Scene::z_up.
inline constexpr const char* kUps[] = {"y", "z"};
/// What a body without visuals looks like, in scene files, by lab::Scene::housed.
inline constexpr const char* kLooks[] = {"plain", "robot"};

/// Reads the curve of a target: "center" with "waves", or "points", or "jumps", see
/// docs/formats.md.
/// \param others other permitted fields of the node
lab::TargetCurve read_curve(const JsonNode& node, std::span<const std::string_view> others);

/// Adds the curve's fields to an object.
void add_curve(const lab::TargetCurve& curve, nlohmann::ordered_json& object);

/// The array [x, y, z].
nlohmann::ordered_json vector_json(const Eigen::Vector3d& v);

/// Reads the list "obstacles" of a scene; it may be missing. Each obstacle has a unique name and a
/// radius above 0, and is a capsule from "from" to "to" or a ball around "center".
/// \throws Error naming file and place
std::vector<ik::Obstacle> read_obstacles(const JsonNode& scene);

/// The JSON object of an obstacle; its numbers are restored exactly.
nlohmann::ordered_json obstacle_json(const ik::Obstacle& obstacle);

/// The rotation with roll, pitch and yaw [rad]: about the fixed axes x, y, z in this order, as in
/// URDF.
///
///   R = Rz(yaw) Ry(pitch) Rx(roll)
Eigen::Matrix3d rotation_from_rpy(const Eigen::Vector3d& rpy);

/// The rotation of the field "rpy" or "rotation", three rows; empty without both.
/// \throws Error naming file and place, also if both are given
std::optional<Eigen::Matrix3d> find_rotation(const JsonNode& node);

/// Roll, pitch and yaw that give exactly this rotation, with as few digits as possible. Empty if
/// rounding prevents an exact result.
std::optional<Eigen::Vector3d> exact_rpy(const Eigen::Matrix3d& rotation);

/// Lets only one group of the scene's joints move.
/// \param option names the option in the message \throws Error listing the groups
void choose_group(lab::Scene& scene, const std::string& name, const std::string& option);

}  // namespace io
