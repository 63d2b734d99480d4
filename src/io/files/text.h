#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace io {

/// The user's input is wrong. what() is one line that names the file, field or option.
class Error : public std::runtime_error {
 public:
  /// \param message shortened(): it may quote megabytes of a file
  explicit Error(const std::string& message);
};

/// A file was opened but could not be written: a full disk, a closed pipe. what() is one line.
class WriteError : public Error {
 public:
  using Error::Error;
};

inline constexpr std::string_view kBlanks = " \t\r\n";

/// The text without blanks at its ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = kBlanks);

/// Takes the first word off a text, and the blanks before it; empty at its end.
std::string_view take_word(std::string_view& text, std::string_view blanks = kBlanks);

/// The parts of a text between its separators, empty ones too, without blanks around them; none of
/// an empty text.
std::vector<std::string> parts_of(std::string_view text, char separator = ',');

/// The texts of a list's entries, or of members of theirs, with separators between them.
template <class List, class TextOf = std::identity>
std::string joined(const List& list, const char* separator, const TextOf& text_of = {}) {
  std::string text;
  for (const auto& entry : list) {
    if (!text.empty()) text += separator;
    text += std::invoke(text_of, entry);
  }
  return text;
}

/// The text as a whole number; empty if any of it is not the number.
std::optional<long> parse_count(std::string_view text);

/// Texts and whole numbers in one text: concat("more than ", 64, " MiB").
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string text;
  const auto add = [&text](const auto& part) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(part)>>) {
      text += std::to_string(part);
    } else {
      text += part;
    }
  };
  (add(parts), ...);
  return text;
}

/// Whether the text has a control character of ASCII or Latin 1 (U+0080 to U+009F), which a
/// terminal could execute.
bool has_control(std::string_view text);

/// The text with U+FFFD for invalid UTF-8, so that JSON can hold any path.
std::string valid_utf8(const std::string& text);

/// One line of valid UTF-8, with spaces for control characters. For terminals and figures.
std::string printable(std::string text);

/// The text, without its middle if it is longer than kMostMessageBytes. UTF-8 characters stay
/// whole.
std::string shortened(const std::string& text);
inline constexpr std::size_t kMostMessageBytes = 1500;

/// The text as content of HTML or XML: & < > " and ' as entities.
std::string html_escaped(std::string_view text);

}  // namespace io
