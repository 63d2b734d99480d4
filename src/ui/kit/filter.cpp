#include "ui/kit/filter.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace ui {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
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
