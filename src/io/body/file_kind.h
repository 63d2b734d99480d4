#pragma once

#include <string>
#include <string_view>

namespace io {

/// Whether files with this extension are read as robots or characters.
/// \param extension in lower case with its dot
bool names_body(std::string_view extension);

/// Why a file with these contents is not a body or scene: 'this is SDF; read are ...',
/// 'compressed: gunzip it first', or 'this is URDF: name the file .urdf' for a wrong extension.
/// Empty if the contents do not tell. \param extension see names_body()
std::string wrong_kind(std::string_view text, std::string_view extension);

}  // namespace io
