#include "io/body/notes.h"

#include <algorithm>

namespace io {

std::string quoted_names(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    text += (i > 0 ? ", \"" : "\"") + names[i] + '"';
  }
  return names.size() > most ? text + concat(" and ", names.size() - most, " more") : text;
}

std::string counted_words(std::size_t count, const char* one, const char* many) {
  return concat(count, " ", count == 1 ? one : many);
}

void tell_names(const std::vector<std::string>& names, const char* one, const char* many,
                std::vector<std::string>& notes) {
  if (names.empty()) return;
  notes.push_back(
      printable(concat(counted_words(names.size(), one, many), ": ", quoted_names(names))));
}

std::string times(int count) { return count == 1 ? std::string() : concat(", ", count, " times"); }

void tell_left_out(const std::map<std::string, int>& kinds, std::vector<std::string>& notes) {
  for (const auto& [tag, count] : kinds) {
    notes.push_back(concat("<", tag, "> is left out", times(count)));
  }
}

void ShapeErrors::add(const std::string& message) {
  if (count_++ > 0) return;
  first_ = message.rfind(begin_, 0) == 0 ? "line " + message.substr(begin_.size()) : message;
}

void ShapeErrors::tell(std::vector<std::string>& notes) const {
  if (count_ == 0) return;
  std::string line = first_ + "; it is not drawn";
  if (count_ > 1) line += concat(", and ", count_ - 1, " others are not");
  notes.push_back(std::move(line));
}

}  // namespace io
