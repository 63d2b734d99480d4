#pragma once

#include <filesystem>
#include <string_view>

#include "io/body/body_file.h"

namespace io {

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
