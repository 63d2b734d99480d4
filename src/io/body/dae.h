#pragma once

#include <string>
#include <string_view>

namespace io {

/// Checks a Collada text for what the library that reads DAE files does not check.
///   - Arrays are long enough for their accessors. Collada 1.4.1, section "accessor": element i of
///     an accessor begins at number offset + i stride, and has one number per `param`.
///   - Faces have at most kMaxCorners, and make at most kMaxTriangles.
///   - Nodes that stand for copies of others (`instance_node`) form no ring, and are few.
/// \param source names the file in messages
/// \throws Error naming file, line and element
void check_collada(std::string_view text, const std::string& source);

}  // namespace io
