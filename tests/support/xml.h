#pragma once

#include <string>
#include <vector>

namespace support {

/// Counts the elements of well-formed XML; -1 for a tag that is not closed in order, an attribute
/// without quotes, or an unescaped special character.
inline int count_elements(const std::string& xml) {
  std::vector<std::string> open;
  int count = 0;
  std::size_t at = xml.find('<');
  for (; at != std::string::npos; at = xml.find('<', at + 1)) {
    const std::size_t end = xml.find('>', at);
    if (end == std::string::npos) return -1;
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (tag.empty() || tag.find('<') != std::string::npos) return -1;
    if (tag[0] == '?' || tag[0] == '!') continue;
    long quotes = 0;
    for (const char c : tag) quotes += c == '"';
    if (quotes % 2 != 0) return -1;
    const std::string name = tag.substr(0, tag.find_first_of(" \n\t/", 1));
    if (tag[0] == '/') {
      if (open.empty() || "/" + open.back() != tag) return -1;
      open.pop_back();
    } else {
      ++count;
      if (tag.back() != '/') open.push_back(name);
    }
  }
  for (at = xml.find('&'); at != std::string::npos; at = xml.find('&', at + 1)) {
    const std::size_t end = xml.find(';', at);
    if (end == std::string::npos || end - at > 6) return -1;
  }
  return open.empty() ? count : -1;
}

}  // namespace support
