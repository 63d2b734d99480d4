#pragma once

#include <filesystem>

#include "io/body/body_file.h"
#include "io/body/mesh_path.h"
#include "io/body/xml.h"

namespace io {

/// The kinematic part of a body in MJCF (MuJoCo's XML reference): nested bodies with hinge, slide,
/// ball (three hinges) and free joints, their ranges, `compiler` conventions, `default` classes,
/// `include`, sites, geoms, and linear `equality` constraints between two joints, which make one
/// follow the other. Everything else is left out.
/// \param path of the file, for `include`: included files stay within its folder
BodyFile read_mjcf(const XmlNode& mujoco, const std::filesystem::path& path,
                   const MeshPaths& meshes);

}  // namespace io
