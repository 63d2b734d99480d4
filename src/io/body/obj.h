#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace io {

/// Reads a file that a mesh file refers to; empty if it is not available.
using NamedFile = std::function<std::optional<std::string>(const std::string& name)>;

/// The supported part of an OBJ file.
struct CheckedObj {
  std::string text;       ///< points, normals, faces with numbers from 1, starts of parts
  std::string materials;  ///< the used materials, only with their diffuse colours
};
inline constexpr const char* kObjMaterials = "materials";  ///< the library's name in CheckedObj

/// Reduces an OBJ text to its supported part and checks it, because the library that reads OBJ
/// files does not check point numbers.
/// \param source names the file in messages
/// \param named reads its material libraries; errors in them are ignored and leave parts without a
///   colour
/// \throws Error naming file and line of a number that is not finite, or of a face with fewer than
///   three corners, more than kMaxCorners, or a missing point or normal; and of the face with which
///   there are more than kMaxTriangles
CheckedObj checked_obj(std::string_view text, const std::string& source,
                       const NamedFile& named = {});

}  // namespace io
