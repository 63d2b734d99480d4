#include "io/files/text.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <new>

#include <nlohmann/json.hpp>

namespace io {

int edits_between(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  const auto same = [&](std::size_t i, std::size_t j) { return lower(a[i]) == lower(b[j]); };
  // edits[i][j]: distance between the first i letters and the first j
  std::vector<std::vector<int>> edits(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        edits[i][j] = static_cast<int>(i + j);
        continue;
      }
      edits[i][j] = std::min({edits[i - 1][j] + 1, edits[i][j - 1] + 1,
                              edits[i - 1][j - 1] + (same(i - 1, j - 1) ? 0 : 1)});
      if (i > 1 && j > 1 && same(i - 1, j - 2) && same(i - 2, j - 1)) {
        edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
      }
    }
  }
  return edits[a.size()][b.size()];
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
  constexpr std::size_t kLongest = 64;  // longer than any name; bounds the table
  if (word.empty() || word.size() > kLongest) return {};
  int least = static_cast<int>(word.size() + 2) / 3 + 1;
  std::string_view closest;
  for (const std::string& candidate : known) {
    const int edits = edits_between(word, candidate);
    if (edits >= least) continue;
    least = edits;
    closest = candidate;
  }
  return closest.empty() ? std::string() : concat("; did you mean '", closest, "'?");
}

Error::Error(const std::string& message) : std::runtime_error(shortened(message)) {}

std::string reason_of(const std::exception& problem) {
  const std::string reason = problem.what();
  return reason == std::bad_alloc().what() ? "not enough memory" : reason;
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string_view take_word(std::string_view& text, std::string_view blanks) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(blanks));
  text.remove_prefix(word.size());
  return word;
}

std::vector<std::string> parts_of(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; !text.empty() && begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(trimmed(text.substr(begin, end - begin), " "));
    begin = end + 1;
  }
  return parts;
}

std::optional<long> parse_count(std::string_view text) {
  long value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end) return std::nullopt;
  return value;
}

namespace {

/// Number of bytes of the control character at a position; 0 if there is none.
std::size_t control_at(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x20 || byte == 0x7f) return 1;
  // UTF-8 of U+0080 to U+009F
  if (byte != 0xc2 || at + 1 == text.size()) return 0;
  const auto next = static_cast<unsigned char>(text[at + 1]);
  return next >= 0x80 && next < 0xa0 ? 2 : 0;
}

/// Number of bytes of a character at a position that changes the direction of writing, by which a
/// text reads as another; 0 if there is none.
std::size_t direction_at(std::string_view text, std::size_t at) {
  struct Range {
    std::string_view begin;  // UTF-8 without the last byte
    unsigned char first, last;
  };
  constexpr Range kRanges[] = {
      {"\xd8", 0x9c, 0x9c},      // U+061C, the Arabic letter mark
      {"\xe2\x80", 0x8e, 0x8f},  // U+200E and U+200F, marks
      {"\xe2\x80", 0xaa, 0xae},  // U+202A to U+202E, embeddings and overrides
      {"\xe2\x81", 0xa6, 0xa9},  // U+2066 to U+2069, isolates
  };
  for (const auto& [begin, first, last] : kRanges) {
    const std::size_t end = at + begin.size();
    if (end >= text.size() || text.substr(at, begin.size()) != begin) continue;
    const auto byte = static_cast<unsigned char>(text[end]);
    if (byte >= first && byte <= last) return begin.size() + 1;
  }
  return 0;
}

}  // namespace

bool has_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (control_at(text, i) > 0) return true;
  }
  return false;
}

std::string valid_utf8(const std::string& text) {
  using nlohmann::json;
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string printable(std::string text) {
  // first: a terminal in Latin 1 may take an invalid byte for a control character
  text = valid_utf8(text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t length = std::max(control_at(text, i), direction_at(text, i));
    if (length > 0) text.replace(i, length, " ");
  }
  return text;
}

std::string shortened(const std::string& text) {
  if (text.size() <= kMaxMessageBytes) return text;
  // the begin names file and place, the end the error; lists of names fit into the rest
  constexpr std::size_t kEnd = 500;
  constexpr std::string_view kGap = " … ";
  const auto in_character = [&text](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  std::size_t begin = kMaxMessageBytes - kEnd - kGap.size(), end = text.size() - kEnd;
  // a character has at most four bytes; a longer run is not UTF-8
  for (int i = 0; i < 3 && in_character(begin); ++i) --begin;
  for (int i = 0; i < 3 && in_character(end); ++i) ++end;
  return concat(text.substr(0, begin), kGap, text.substr(end));
}

std::string html_escaped(std::string_view text) {
  struct Entity {
    char character;
    std::string_view text;
  };
  constexpr Entity kEntities[] = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  std::string result;
  for (const char c : text) {
    const auto* entity = std::ranges::find(kEntities, c, &Entity::character);
    result += entity == std::end(kEntities) ? std::string_view(&c, 1) : entity->text;
  }
  return result;
}

std::string base64(std::string_view bytes, std::string_view digits) {
  std::string result;
  std::uint32_t bits = 0;
  int count = 0;  // bits that are not written yet
  for (const char c : bytes) {
    bits = (bits << 8U) | static_cast<unsigned char>(c);
    for (count += 8; count >= 6; count -= 6) result += digits[(bits >> (count - 6)) & 63U];
  }
  if (count > 0) result += digits[(bits << (6 - count)) & 63U];
  return result;
}

std::uint64_t hash_of(std::string_view bytes, std::uint64_t before) {
  constexpr std::uint64_t kPrime = 1099511628211ULL;
  std::uint64_t hash = before;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return hash;
}

std::string hexadecimal(std::uint64_t number, std::size_t digits) {
  std::string text(digits, '0');
  for (std::size_t i = digits; i > 0; --i, number /= 16) {
    text[i - 1] = "0123456789abcdef"[number % 16];
  }
  return text;
}

}  // namespace io
