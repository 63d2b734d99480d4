#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace io {

/// A text file's bytes as UTF-8 without a byte order mark. The encoding is told by the mark (UTF-8,
/// UTF-16), or by the declaration of an XML text (XML 1.0, section 4.3.3); otherwise it is UTF-8 if
/// the bytes are valid, else Windows-1252, which contains Latin 1. Bytes with control characters
/// are no text, and stay as they are.
/// \param source names the text in messages
/// \throws Error if the declared encoding is unknown, or the bytes are not valid in it
std::string as_utf8(std::string bytes, const std::string& source);

/// Whether this platform's converter knows an encoding by that name: "UTF-16LE", "windows-1252".
bool is_known_encoding(const std::string& encoding);
/// The bytes as UTF-8; empty if they are not valid in the encoding, or it is not known.
std::optional<std::string> converted(const std::string& bytes, const std::string& encoding);

}  // namespace io
