#include <algorithm>
#include <map>
#include <utility>

#include "io/body/mesh.h"
#include "io/files/text.h"
#include "lab/scene/number_text.h"

namespace io {
namespace {

constexpr std::size_t kMaxLibraries = 64;             // per file
constexpr std::string_view kObjBlanks = " \t\r\n\\";  // a backslash continues a line

std::string_view next_word(std::string_view& line) { return take_word(line, kObjBlanks); }

/// The rest of a line: a name, possibly with blanks.
std::string name_in(std::string_view line) { return std::string(trimmed(line, kObjBlanks)); }

/// Takes a number from a line; empty if there is none. Drops a leading plus sign.
std::optional<std::string_view> take_number(std::string_view& line) {
  std::string_view word = next_word(line);
  if (word.starts_with('+')) word.remove_prefix(1);
  if (!lab::parse_number(word)) return std::nullopt;
  return word;
}

/// Adds the materials of a library: the diffuse colour as " r g b", by name.
void add_materials(std::string_view text, std::map<std::string, std::string>& colors) {
  std::string material;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view kind = next_word(line);
    if (kind == "newmtl") {
      material = name_in(line);
    } else if (kind == "Kd") {
      std::string color;
      std::string_view number;
      for (int k = 0; k < 3; ++k) {
        // one number stands for all three; "spectral" and "xyz" colours are not supported
        number = take_number(line).value_or(number);
        if (number.empty()) break;
        color.append(" ").append(number);
      }
      if (!color.empty()) colors[material] = color;
    }
  }
}

class ObjText {
 public:
  ObjText(std::string_view text, const std::string& source, const NamedFile& named)
      : rest_(text), source_(source), named_(named) {}

  CheckedObj checked() {
    if (named_) out_ = concat("mtllib ", kObjMaterials, "\n");
    while (!rest_.empty()) {
      ++number_;
      const std::size_t end = line_end();
      add(rest_.substr(0, end));
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
    }
    return {std::move(out_), std::move(materials_)};
  }

 private:
  template <class... Words>
  [[noreturn]] void fail(const Words&... why) const {
    throw Error(printable(concat(source_, ":", number_, ": ", why...)));
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
    const std::string_view kind = next_word(line);
    if (kind == "v") {
      add_numbers("v", line, points_);
    } else if (kind == "vn") {
      add_numbers("vn", line, normals_);
    } else if (kind == "f") {
      add_face(line);
    } else if (kind == "o" || kind == "g") {
      out_ += concat("g ", number_, "\n");
    } else if (kind == "mtllib" && named_) {
      add_libraries(line);
    } else if (kind == "usemtl") {
      out_ += concat("g ", number_, "\n");
      if (named_) use_material(name_in(line));
    }
  }

  /// Adds the libraries of a line: one name with blanks, or several names.
  void add_libraries(std::string_view line) {
    if (add_library(name_in(line))) return;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
      add_library(std::string(word));
    }
  }

  /// Reads a library once. \returns false if it is missing
  bool add_library(const std::string& name) {
    if (const auto known = libraries_.find(name); known != libraries_.end()) return known->second;
    if (libraries_.size() == kMaxLibraries) return false;
    const std::optional<std::string> text = named_(name);
    if (text) add_materials(*text, colors_);
    return libraries_[name] = text.has_value();
  }

  /// Writes a material's number, from 1 on; 0 is a material without a colour.
  void use_material(const std::string& name) {
    const auto color = colors_.find(name);
    std::size_t number = 0;
    if (color != colors_.end()) {
      const auto [used, is_new] = numbers_.try_emplace(name, numbers_.size() + 1);
      number = used->second;
      if (is_new) materials_ += concat("newmtl ", number, "\nKd", color->second, "\n");
    }
    out_ += concat("usemtl ", number, "\n");
  }

  /// Copies three numbers; ignores further values, such as colours.
  void add_numbers(const char* kind, std::string_view line, long& count) {
    out_ += kind;
    for (int k = 0; k < 3; ++k) {
      const auto number = take_number(line);
      if (!number) fail("expected 3 finite numbers");
      out_.append(" ").append(*number);
    }
    out_ += '\n';
    ++count;
  }

  /// Reads corners "point", "point/texture", "point//normal" or "point/texture/normal".
  void add_face(std::string_view line) {
    std::string bare, with_normals;
    std::size_t corners = 0;
    bool all_normals = true;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
      if (word.front() == '#') break;
      const std::size_t first = std::min(word.find('/'), word.size());
      const std::size_t last = word.find('/', std::min(first + 1, word.size()));
      const std::string point = std::to_string(index(word.substr(0, first), points_));
      bare += " " + point;
      all_normals = all_normals && last != std::string_view::npos && last + 1 < word.size();
      if (all_normals) {
        with_normals += concat(" ", point, "//", index(word.substr(last + 1), normals_));
      }
      if (++corners > kMaxCorners) fail("a face with more than ", kMaxCorners, " corners");
    }
    if (corners < 3) fail("expected a face with 3 corners");
    triangles_ += corners - 2;
    if (triangles_ > kMaxTriangles) fail("more than ", kMaxTriangles, " triangles");
    out_ += concat("f", all_normals ? with_normals : bare, "\n");
  }

  /// Converts an index to count from 1; a negative index in the file counts from the last.
  long index(std::string_view word, long count) const {
    const std::optional<long> given = parse_count(word);
    const long from_first = given && *given < 0 ? count + 1 + *given : given.value_or(0);
    if (from_first < 1 || from_first > count) fail("a face with a vertex that does not exist");
    return from_first;
  }

  std::string_view rest_;
  const std::string& source_;
  const NamedFile& named_;
  std::string out_, materials_;
  std::map<std::string, bool> libraries_;       // whether they exist
  std::map<std::string, std::string> colors_;   // as the libraries name them
  std::map<std::string, std::size_t> numbers_;  // numbers of used materials
  std::size_t triangles_ = 0;
  long number_ = 0, points_ = 0, normals_ = 0;  // number_: current line
};

}  // namespace

CheckedObj checked_obj(std::string_view text, const std::string& source, const NamedFile& named) {
  return ObjText(text, source, named).checked();
}

}  // namespace io
