#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "io/body/body_file.h"

namespace io {

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
