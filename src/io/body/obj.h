#pragma once

#include <string>
#include <string_view>

namespace io {

/// An OBJ text with what is read of it alone: points, normals, faces by numbers from 1, and where
/// another part begins. The library that reads OBJ files trusts the numbers of points in them.
/// \param source names the file in messages
/// \throws Error naming file and line of a number that is not finite, or of a face with fewer than
///   three corners or with a point or a normal that is not there
std::string checked_obj(std::string_view text, const std::string& source);

}  // namespace io
