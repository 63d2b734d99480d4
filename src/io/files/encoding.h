#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace io {

/// Converts a text file's bytes to UTF-8 without a byte order mark. The encoding is given by the
/// mark (UTF-8, UTF-16) or by the declaration of an XML text (XML 1.0, section 4.3.3). Otherwise it
/// is UTF-8 if the bytes are valid, else Windows-1252, a superset of printable Latin 1. Bytes with
/// control characters are not text and stay as they are.
/// \param source names the text in messages
/// \throws Error if the declared encoding is unknown, or the bytes are not valid in it
std::string as_utf8(std::string bytes, const std::string& source);

/// Whether this platform can convert an encoding with this name: "UTF-16LE", "windows-1252".
bool is_known_encoding(const std::string& encoding);
/// The bytes as UTF-8; empty if they are invalid in the encoding, or the encoding is unknown.
std::optional<std::string> converted(const std::string& bytes, const std::string& encoding);

}  // namespace io
