#include "ui/kit/filter.h"

#include <cctype>
#include <sstream>

namespace ui {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool matches(const std::string& text, const std::string& filter) {
  const std::string where = lower(text);
  std::istringstream words(lower(filter));
  for (std::string word; words >> word;) {
    if (where.find(word) == std::string::npos) return false;
  }
  return true;
}

}  // namespace ui
