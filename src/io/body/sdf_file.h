#pragma once

#include <filesystem>
#include <optional>

#include "io/body/body_file.h"
#include "io/body/link_shapes.h"
#include "io/body/mesh_paths.h"
#include "io/body/sdf_frames.h"
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

/// A <visual> or <collision> of SDF in the frame of its link; empty if it has no end (a plane), is
/// transparent, or its mesh is missing. An ellipsoid is a capsule. Cones, height maps, images,
/// polylines and parts of meshes are left out, which the remarks say.
/// \throws Error naming element and field
std::optional<lab::Visual> read_sdf_shape(const XmlNode& node, int link, const SdfFrames& frames,
                                          const MeshPaths& meshes, ShapeRemarks& remarks);

}  // namespace io
