#pragma once

#include <filesystem>
#include <string>

#include "io/body/body_file.h"
#include "io/body/mesh_paths.h"
#include "io/body/xml.h"

namespace io {

/// Reads the kinematic part of a body in MJCF (MuJoCo's XML reference): nested bodies with hinge,
/// slide, ball (three hinges) and free joints, their ranges, `compiler` conventions, `default`
/// classes, `include`, sites and geoms. Linear `equality` constraints between two joints make one
/// follow the other. A `key` may give the start pose. Everything else is left out; notes name what
/// would change how the body moves or looks.
/// \param path the file; names of included files start at its folder
/// \param key the keyframe to start in; empty: the key "home", if there is one
BodyFile read_mjcf(const XmlNode& mujoco, const std::filesystem::path& path,
                   const MeshPaths& meshes, const std::string& key = {});

}  // namespace io
