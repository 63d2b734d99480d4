#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace io {

/// A text as a field of CSV; one with a comma, quote or line break stands in quotes. RFC 4180,
/// section 2.
std::string csv_field(const std::string& text);

/// The fields of a line of CSV, without their quotes.
std::vector<std::string> csv_fields(std::string_view line);

}  // namespace io
