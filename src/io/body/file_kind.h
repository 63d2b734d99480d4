#pragma once

#include <string>
#include <string_view>

namespace io {

/// Whether files with that extension are read as robots or characters.
/// \param extension in lower case with its dot
bool names_body(std::string_view extension);

/// Why a file with these contents is no body and no scene: 'this is SDF; read are ...',
/// 'compressed: gunzip it first', or 'this is URDF: name the file .urdf' where the extension hides
/// it. Empty if the contents do not say. \param extension see names_body()
std::string wrong_kind(std::string_view text, std::string_view extension);

}  // namespace io
