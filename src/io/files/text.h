#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace io {

/// What the user gave is wrong. what() is one line that names the file, field or option.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file that could be opened could not be written: a full disk, a closed pipe. One line too.
class WriteError : public Error {
 public:
  using Error::Error;
};

/// The number that the whole text is, whatever the locale; empty if it is none or not finite.
std::optional<double> parse_number(std::string_view text);

/// Likewise a whole number.
std::optional<long> parse_count(std::string_view text);

/// Whether there is a control character, of ASCII or of Latin 1 (U+0080 to U+009F), which a
/// terminal may obey.
bool has_control(std::string_view text);

/// The text with U+FFFD for what is no UTF-8, so that a path can stand in JSON.
std::string valid_utf8(const std::string& text);

/// One line of UTF-8 that moves no cursor: control characters become spaces. For terminals and the
/// feet of figures.
std::string printable(std::string text);

}  // namespace io
