#pragma once

#include <filesystem>
#include <string_view>

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

/// Reads the kinematic part of a body in MJCF (MuJoCo's XML reference): nested bodies with hinge,
/// slide, ball (three hinges) and free joints, their ranges, `compiler` conventions, `default`
/// classes, `include`, sites and geoms. Linear `equality` constraints between two joints make one
/// follow the other. A `key` may give the start pose. Everything else is left out; notes name what
/// would change how the body moves or looks.
/// \param path the file; names of included files start at its folder
/// \param key the keyframe to start in; empty: the key "home", if there is one
BodyFile read_mjcf(const XmlNode& mujoco, const std::filesystem::path& path,
                   const MeshPaths& meshes, const std::string& key = {});

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

/// Reads a character in glTF 2.0, text or binary. The nodes of its skins are links. Each joint is a
/// ball joint (three hinges) at the node's rest position; three slides precede it if the animation
/// changes the translation. Without a skin, the nodes moved by the animation are joints. The
/// recording is the first animation that moves the body, together with animations that move other
/// nodes. Scales are applied to the lengths.
/// \param path names the file in messages; buffers are searched in its folder
/// \param animation the only one to follow; empty: as above. Equal names get numbers ("Run 2"); an
///   animation without a name is "animation 0", by its index
/// \throws Error naming file and element
BodyFile read_gltf(std::string_view bytes, const std::filesystem::path& path,
                   const std::string& animation = {});

}  // namespace io
