#include "cli/words.h"

#include <algorithm>

#include <fmt/format.h>

#include "io/error.h"
#include "io/number.h"

namespace cli {

std::string wrapped(std::string_view text, std::size_t columns) {
  std::string result;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    const std::size_t width = columns_of(word);
    if (used > 0 && used + 1 + width > columns) {
      result += '\n';
      used = 0;
    } else if (used > 0) {
      result += ' ';
      ++used;
    }
    result += word;
    used += width;
  }
  return result;
}

std::size_t columns_of(std::string_view text) {
  // bytes 10xxxxxx continue a code point
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

std::string left(std::string_view text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  return std::string(text) + std::string(columns > used ? columns - used : 0, ' ');
}

std::string right(std::string_view text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  return std::string(columns > used ? columns - used : 0, ' ') + std::string(text);
}

long count_option(const char* option, std::string_view text, long least, long most) {
  const auto count = io::parse_count(text);
  if (!count || *count < least) {
    throw io::Error(fmt::format("{}: expected a whole number of at least {}", option, least));
  }
  if (*count > most) throw io::Error(fmt::format("{}: at most {}", option, most));
  return *count;
}

}  // namespace cli
