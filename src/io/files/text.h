#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace io {

/// Error in the user's input. what() is one line that names the file, field or option.
class Error : public std::runtime_error {
 public:
  /// \param message is passed through shortened(): it may quote megabytes of a file
  explicit Error(const std::string& message);
};

/// A file was opened but could not be written: full disk, closed pipe. what() is one line.
class WriteError : public Error {
 public:
  using Error::Error;
};

/// What went wrong, for the user: what(), or "not enough memory".
std::string reason_of(const std::exception& problem);

inline constexpr std::string_view kBlanks = " \t\r\n";

/// The text without blanks at its ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = kBlanks);

/// Removes the first word and the blanks before it from a text and returns the word; empty at the
/// end of the text.
std::string_view take_word(std::string_view& text, std::string_view blanks = kBlanks);

/// Splits a text at its separators and trims the parts, which may be empty; an empty text has no
/// parts.
std::vector<std::string> parts_of(std::string_view text, char separator = ',');

/// Joins the texts of a list's entries, or of a member of each, with separators.
template <class List, class TextOf = std::identity>
std::string joined(const List& list, const char* separator, const TextOf& text_of = {}) {
  std::string text;
  for (const auto& entry : list) {
    if (!text.empty()) text += separator;
    text += std::invoke(text_of, entry);
  }
  return text;
}

/// The text as a whole number; empty if the text has anything else.
std::optional<long> parse_count(std::string_view text);

/// Joins texts and whole numbers: concat("more than ", 64, " MiB").
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

/// Whether the text has an ASCII or Latin 1 control character (the latter U+0080 to U+009F), which
/// a terminal could execute.
bool has_control(std::string_view text);

/// Replaces invalid UTF-8 by U+FFFD, so that JSON can hold any path.
std::string valid_utf8(const std::string& text);

/// One line of valid UTF-8 for terminals and figures: spaces replace control characters and
/// characters that change the direction of writing, U+061C, U+200E, U+200F, U+202A to U+202E and
/// U+2066 to U+2069.
std::string printable(std::string text);

/// Removes the middle of a text longer than kMaxMessageBytes. UTF-8 characters stay whole.
std::string shortened(const std::string& text);
inline constexpr std::size_t kMaxMessageBytes = 1500;

/// Escapes a text for HTML or XML: & < > " and ' become entities.
std::string html_escaped(std::string_view text);

/// Edit distance of two words, ignoring the case of ASCII letters: letters added, removed or
/// replaced, and neighbours exchanged. Damerau (1964).
int edits_between(std::string_view a, std::string_view b);

/// "; did you mean 'dls'?" with the known word closest to a mistyped one. Empty if more than a
/// third of the letters differ from every word.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

/// The FNV-1a hash of zero bytes: its offset basis.
inline constexpr std::uint64_t kHashOfNothing = 14695981039346656037ULL;

/// FNV-1a hash, 64 bits (Fowler, Noll and Vo). Detects accidental differences; not secure against
/// deliberate collisions.
/// \param before hash of the preceding bytes
std::uint64_t hash_of(std::string_view bytes, std::uint64_t before = kHashOfNothing);

/// The last `digits` hexadecimal digits of a number, with leading zeros.
std::string hexadecimal(std::uint64_t number, std::size_t digits = 16);

/// The digits of base64 in documents and in addresses: RFC 4648, sections 4 and 5.
inline constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
inline constexpr std::string_view kBase64Url =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The bytes in these 64 digits, without padding.
std::string base64(std::string_view bytes, std::string_view digits);

}  // namespace io
