#pragma once

#include <filesystem>

#include "io/body/body_file.h"
#include "io/body/mesh_paths.h"
#include "io/body/xml.h"

namespace io {

/// The kinematic part of a robot in SDF 1.2 to 1.12 (sdformat.org): the models of the file or of
/// its first world, with nested ones. Poses count from the frames that they name. Revolute,
/// continuous, prismatic, screw, ball (three hinges), universal and revolute2 joints (two hinges
/// each) move. Every <frame> is a site. A link that no joint holds in the world is
/// free (three slides and three turns); what no joint moves, and static models, stand where they
/// are. Of two joints above one link, and of joints in a ring, the first ones are read. Models
/// of an <include> are nested ones; their files are found as meshes are. Actors and what belongs to
/// dynamics are left out. Notes name what would change how the body moves or looks. Missing meshes
/// have stand-ins as in URDF. \param path the file, which must not include itself \throws Error
/// naming file, line, element and field
BodyFile read_sdf(const XmlNode& sdf, const std::filesystem::path& path, const MeshPaths& meshes);

}  // namespace io
