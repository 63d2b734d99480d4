#include "app/window/page_words.h"

#include <utility>

namespace app {

std::string in_words_of_page(std::string message) {
  // advice about files: from its first words to the end of its clause
  constexpr std::pair<const char*, const char*> kAdvice[] = {{"use --package", " for "},
                                                             {" unless --base", ","}};
  for (const auto& [begin, end] : kAdvice) {
    const std::size_t first = message.find(begin);
    if (first == std::string::npos) continue;
    const std::string closing = end;
    const std::size_t last = message.find(closing, first);
    if (last == std::string::npos) continue;
    const bool keeps_end = closing == ",";
    message.erase(first, last - first + (keeps_end ? 0 : closing.size()));
  }
  for (std::size_t at = 0; (at = message.find("--", at)) != std::string::npos; ++at) {
    const bool begins = at == 0 || message[at - 1] == ' ' || message[at - 1] == '(';
    const bool named = at + 2 < message.size() && message[at + 2] >= 'a' && message[at + 2] <= 'z';
    if (begins && named) message.erase(at, 2);
  }
  return message;
}

}  // namespace app
