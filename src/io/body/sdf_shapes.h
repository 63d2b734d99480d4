#pragma once

#include <optional>

#include "io/body/link_shapes.h"
#include "io/body/sdf_frames.h"

namespace io {

/// A <visual> or <collision> of SDF in the frame of its link; empty if it has no end (a plane), is
/// transparent, or its mesh is missing. An ellipsoid is a capsule. Cones, height maps, images,
/// polylines and parts of meshes are left out, which the remarks say.
/// \throws Error naming element and field
std::optional<lab::Visual> read_sdf_shape(const XmlNode& node, int link, const SdfFrames& frames,
                                          const MeshPaths& meshes, ShapeRemarks& remarks);

}  // namespace io
