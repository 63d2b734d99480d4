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

/// The kinematic part of a body in MJCF (MuJoCo's XML reference): nested bodies with hinge, slide,
/// ball (three hinges) and free joints, their ranges, `compiler` conventions, `default` classes,
/// `include`, sites, geoms, and linear `equality` constraints between two joints, which make one
/// follow the other, and `key` poses, of which one is the start. Everything else is left out; notes
/// name what would change how the body moves or looks.
/// \param path of the file, from whose folder the names of included files count
/// \param key the pose to start in; empty: that of the key "home", if there is one
BodyFile read_mjcf(const XmlNode& mujoco, const std::filesystem::path& path,
                   const MeshPaths& meshes, const std::string& key = {});

/// A skeleton with its motion in BVH (Biovision Hierarchy): joints with their channels in any
/// order, degrees, and a frame of numbers per line. A joint is moved by its positions first, then
/// turned about x, y and z in the order of its channels, each about the axes that the one before
/// has turned. Positions are the joint's place in its parent's frame, instead of OFFSET; where they
/// stay within a quarter of its length from 0 in all frames, they count from OFFSET. Lengths have
/// no unit in these files: the skeleton is scaled to kSkeletonHeight. \param source the file's name
/// in messages \throws Error naming file and line
BodyFile read_bvh(std::string_view text, const std::string& source);

/// m, from the lowest to the highest joint of a skeleton with all channels at 0.
inline constexpr double kSkeletonHeight = 1.7;

/// A character in glTF 2.0, text or binary: the nodes of its skins are links, each joint a ball
/// joint (three hinges) at rest where its node is, with three slides before it where the animation
/// moves its place. Without a skin, the nodes that the animation moves are joints. The first
/// animation that moves the body is its recording, with those that move other nodes. Scales are in
/// the lengths. \param path names the file in messages; its buffers are looked for beside it
/// \param animation the one to follow, alone; empty: as above. Animations of one name are told
///   apart by numbers behind it ("Run 2"), those without a name are "animation 0", by their place
/// \throws Error naming file and element
BodyFile read_gltf(std::string_view bytes, const std::filesystem::path& path,
                   const std::string& animation = {});

}  // namespace io
