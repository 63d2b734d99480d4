#pragma once

#include "io/body/body_file.h"
#include "io/body/mesh_paths.h"
#include "io/body/xml.h"

namespace io {

/// A body in URDF (Unified Robot Description Format, wiki.ros.org/urdf/XML): links and joints in
/// any order. Fixed joints have no motion; floating ones become three slides and three turns,
/// planar ones two slides and a turn; `mimic` joints follow their leader. The origin of a link's
/// inertia is the middle of the link. Meshes that are missing are replaced by the link's collision
/// shapes.
BodyFile read_urdf(const XmlNode& robot, const MeshPaths& meshes);

}  // namespace io
