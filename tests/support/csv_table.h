#pragma once

#include <charconv>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace support {

/// CSV parsed independently of the program: names in the first line, then texts. Lines that begin
/// with # are skipped.
struct CsvTable {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;

  explicit CsvTable(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    names = fields(line);
    while (std::getline(lines, line)) {
      if (!line.starts_with('#')) rows.push_back(fields(line));
    }
  }

  std::size_t column(const std::string& name) const {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == name) return i;
    }
    throw std::out_of_range("no column " + name);
  }
  double number(std::size_t row, const std::string& name) const {
    return number(row, column(name));
  }
  double number(std::size_t row, std::size_t column) const {
    const std::string& text = rows.at(row).at(column);
    double value = 0.0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    if (result.ptr != end) throw std::invalid_argument("no number: " + text);
    return value;
  }

 private:
  static std::vector<std::string> fields(const std::string& line) {
    std::vector<std::string> result(1);
    for (const char c : line) {
      if (c == ',') {
        result.emplace_back();
      } else {
        result.back() += c;
      }
    }
    return result;
  }
};

}  // namespace support
