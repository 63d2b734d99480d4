#pragma once

#include <span>
#include <string_view>

#include <nlohmann/json.hpp>

#include "io/json_node.h"
#include "lab/target_curve.h"

namespace io {

/// The curve of a target: "center" with "waves", "points" or "jumps", as docs/formats.md has them.
/// \param others fields that may stand beside it
lab::TargetCurve read_curve(const JsonNode& node, std::span<const std::string_view> others);

/// Adds its fields to an object.
void add_curve(const lab::TargetCurve& curve, nlohmann::ordered_json& object);

/// [x, y, z].
nlohmann::ordered_json vector_json(const Eigen::Vector3d& v);

}  // namespace io
