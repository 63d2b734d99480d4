#pragma once

#include <string>
#include <string_view>

namespace io {

/// Checks that the arrays of numbers in a Collada text hold what its accessors read: the library
/// that reads DAE files trusts them. Collada 1.4.1, section "accessor": element i of an accessor
/// begins at number offset + i stride, and has a number for each `param`.
/// \param source names the file in messages
/// \throws Error naming file, line and element
void expect_whole_arrays(std::string_view text, const std::string& source);

}  // namespace io
