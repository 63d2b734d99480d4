#pragma once

#include <string_view>

#include "io/body/body_file.h"

namespace io {

/// A skeleton with its motion in BVH (Biovision Hierarchy): joints with their channels in any
/// order, degrees, and a frame of numbers per line. A joint is moved by its positions first, then
/// turned about x, y and z in the order of its channels, each about the axes that the one before
/// has turned. Lengths have no unit in these files: the skeleton is scaled to kSkeletonHeight.
/// \param source the file's name in messages \throws Error naming file and line
BodyFile read_bvh(std::string_view text, const std::string& source);

/// m, from the lowest to the highest joint of a skeleton with all channels at 0.
inline constexpr double kSkeletonHeight = 1.7;

}  // namespace io
