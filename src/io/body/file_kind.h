#pragma once

#include <string>
#include <string_view>

namespace io {

/// Why a file with these contents is no body and no scene: 'this is FBX: convert it ...',
/// 'compressed: gunzip it first', or 'this is URDF: name the file .urdf' where the extension hides
/// it. Empty if the contents do not say. \param extension in lower case with its dot
std::string wrong_kind(std::string_view text, std::string_view extension);

}  // namespace io
