#pragma once

#include <string>
#include <string_view>

#include "io/body/body_file.h"

namespace io {

/// Reads a skeleton with its motion in BVH (Biovision Hierarchy): joints with their channels in any
/// order, degrees, and one frame of numbers per line. A joint moves by its positions first, then
/// rotates about x, y and z in the order of its channels, each about the axes rotated before.
/// Positions are in the parent's frame and replace OFFSET. If they stay within a quarter of
/// OFFSET's length from 0 in all frames, they are relative to OFFSET. Lengths have no unit in these
/// files: the skeleton is scaled to kSkeletonHeight.
/// \param source names the file in messages
/// \throws Error naming file and line
BodyFile read_bvh(std::string_view text, const std::string& source);

/// Height of a skeleton, m, from the lowest to the highest joint with all channels at 0.
inline constexpr double kSkeletonHeight = 1.7;

}  // namespace io
