#include "io/body/mesh.h"

#include <algorithm>
#include <optional>

#include "io/files/text.h"
#include "lab/scene/number_text.h"

namespace io {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\\";  // a backslash continues a line

/// Takes the first word off a line; empty at its end.
std::string_view take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
  line.remove_prefix(word.size());
  return word;
}

class ObjText {
 public:
  ObjText(std::string_view text, const std::string& source) : rest_(text), source_(source) {}

  std::string checked() {
    while (!rest_.empty()) {
      ++number_;
      const std::size_t end = line_end();
      add(rest_.substr(0, end));
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
    }
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(const char* why) const {
    throw Error(printable(concat(source_, ":", number_, ": ", why)));
  }

  std::size_t line_end() const {
    std::size_t end = rest_.find('\n');
    const auto goes_on = [this](std::size_t at) {
      const std::string_view line = rest_.substr(0, at);
      return line.ends_with('\\') || line.ends_with("\\\r");
    };
    while (end != std::string_view::npos && goes_on(end)) end = rest_.find('\n', end + 1);
    return std::min(end, rest_.size());
  }

  void add(std::string_view line) {
    const std::string_view kind = take_word(line);
    if (kind == "v") {
      add_numbers("v", line, points_);
    } else if (kind == "vn") {
      add_numbers("vn", line, normals_);
    } else if (kind == "f") {
      add_face(line);
    } else if (kind == "o" || kind == "g" || kind == "usemtl") {
      out_ += concat("g ", number_, "\n");
    }
  }

  /// Three numbers; what follows, such as colours, is not read.
  void add_numbers(const char* kind, std::string_view line, long& count) {
    out_ += kind;
    for (int k = 0; k < 3; ++k) {
      std::string_view word = take_word(line);
      if (word.starts_with('+')) word.remove_prefix(1);
      if (!lab::parse_number(word)) fail("expected 3 finite numbers");
      out_.append(" ").append(word);
    }
    out_ += '\n';
    ++count;
  }

  /// Corners "point", "point/place in the texture", "point//normal", "point/place/normal".
  void add_face(std::string_view line) {
    std::string bare, with_normals;
    int corners = 0;
    bool all_normals = true;
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
      if (word.front() == '#') break;
      const std::size_t first = std::min(word.find('/'), word.size());
      const std::size_t last = word.find('/', std::min(first + 1, word.size()));
      const std::string point = std::to_string(index(word.substr(0, first), points_));
      bare += " " + point;
      all_normals = all_normals && last != std::string_view::npos && last + 1 < word.size();
      if (all_normals) {
        with_normals += concat(" ", point, "//", index(word.substr(last + 1), normals_));
      }
      ++corners;
    }
    if (corners < 3) fail("expected a face with 3 corners");
    out_ += concat("f", all_normals ? with_normals : bare, "\n");
  }

  /// A number from 1 on; in the file also one below 0, which counts from the last.
  long index(std::string_view word, long count) const {
    const std::optional<long> given = parse_count(word);
    const long from_first = given && *given < 0 ? count + 1 + *given : given.value_or(0);
    if (from_first < 1 || from_first > count) fail("a face with a corner that is not there");
    return from_first;
  }

  std::string_view rest_;
  const std::string& source_;
  std::string out_;
  long number_ = 0, points_ = 0, normals_ = 0;  // number_: of the line
};

}  // namespace

std::string checked_obj(std::string_view text, const std::string& source) {
  return ObjText(text, source).checked();
}

}  // namespace io
