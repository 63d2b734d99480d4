#pragma once

#include <string>
#include <string_view>

namespace io {

/// Checks that the arrays of a Collada text are long enough for its accessors, because the library
/// that reads DAE files does not check. Collada 1.4.1, section "accessor": element i of an accessor
/// begins at number offset + i stride, and has one number per `param`.
/// \param source names the file in messages
/// \throws Error naming file, line and element
void check_collada_arrays(std::string_view text, const std::string& source);

}  // namespace io
