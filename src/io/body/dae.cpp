#include <algorithm>
#include <map>

#include "io/body/mesh.h"
#include "io/body/xml.h"

namespace io {
namespace {

constexpr std::size_t kMaxNodes = 10'000;
constexpr int kMaxNodeDepth = 200;  // nodes in nodes, and copies in copies

/// Reads a whole number of at least 0; `otherwise` if the attribute is missing.
std::size_t count_of(const XmlNode& node, const char* attribute, long otherwise) {
  if (!node.has(attribute)) return static_cast<std::size_t>(otherwise);
  constexpr long kMax = 1'000'000'000;
  const auto count = parse_count(node.text(attribute));
  if (!count || *count < 0 || *count > kMax) node.fail(concat(attribute, ": expected a count"));
  return static_cast<std::size_t>(*count);
}

std::size_t words_in(std::string_view text) {
  std::size_t words = 0;
  while (!take_word(text).empty()) ++words;
  return words;
}

/// The name that a reference such as "#arm" has.
std::string referred(const XmlNode& node, const char* attribute) {
  const std::string name = node.text(attribute);
  return name.substr(name.front() == '#' ? 1 : 0);
}

class ColladaCheck {
 public:
  explicit ColladaCheck(const XmlNode& root) {
    collect(root);
    check_accessors(root);
    for (const XmlNode& scenes : root.children("library_visual_scenes")) {
      for (const XmlNode& scene : scenes.children("visual_scene")) count_nodes(scene);
    }
  }

 private:
  void collect(const XmlNode& node) {
    check_corners(node);
    for (const XmlNode& child : node.children()) {
      const std::string_view tag = child.tag();
      if (tag == "p" || tag == "vcount" || tag == "v" || tag == "h") expect_indices(child);
      if (tag == "node" && child.has("id")) by_id_.emplace(child.text("id"), child);
      if (tag == "node" && child.has("name")) by_name_.emplace(child.text("name"), child);
      if (tag.ends_with("_array")) {
        const std::size_t count = count_of(child, "count", 0);
        if (count > words_in(child.contents())) child.fail("fewer entries than its count");
        if (child.has("id")) sizes_[child.text("id")] = count;
      }
      collect(child);
    }
  }

  /// Checks that face indices and vertex counts are whole numbers: the library would loop forever
  /// on anything else.
  static void expect_indices(const XmlNode& node) {
    if (node.contents().find_first_not_of("0123456789 \t\r\n") == std::string::npos) return;
    node.fail("expected whole numbers from 0 on");
  }

  /// Bounds the corners of faces. `vcount` has their numbers; a `p` of polygons and of fans is one
  /// face, with an index for each offset of the inputs at each corner.
  void check_corners(const XmlNode& primitives) {
    const std::string_view tag = primitives.tag();
    if (tag == "polylist") {
      for (const XmlNode& counts : primitives.children("vcount")) {
        const std::string text = counts.contents();
        std::string_view rest = text;
        for (auto word = take_word(rest); !word.empty(); word = take_word(rest)) {
          add_face(counts, static_cast<std::size_t>(parse_count(word).value_or(kMaxCorners + 1)));
        }
      }
    }
    if (tag != "polygons" && tag != "trifans") return;
    std::size_t offsets = 1;
    for (const XmlNode& input : primitives.children("input")) {
      offsets = std::max(offsets, count_of(input, "offset", 0) + 1);
    }
    for (const XmlNode& face : primitives.children("p")) {
      add_face(face, words_in(face.contents()) / offsets);
    }
  }

  void add_face(const XmlNode& node, std::size_t corners) {
    if (corners > kMaxCorners) {
      node.fail(concat("a face with more than ", kMaxCorners, " corners"));
    }
    triangles_ += std::max<std::size_t>(corners, 2) - 2;
    if (triangles_ > kMaxTriangles) node.fail(concat("more than ", kMaxTriangles, " triangles"));
  }

  void check_accessors(const XmlNode& node) const {
    for (const XmlNode& child : node.children()) {
      if (child.tag() == "accessor") {
        const auto array = sizes_.find(referred(child, "source"));
        if (array == sizes_.end()) child.fail("its source is no array of the file");
        const std::size_t count = count_of(child, "count", 0),
                          stride = count_of(child, "stride", 1);
        const std::size_t numbers = child.children("param").size();
        const bool inside = count == 0 || count_of(child, "offset", 0) + (count - 1) * stride +
                                                  std::max(numbers, stride) <=
                                              array->second;
        if (numbers > std::max<std::size_t>(stride, 1) || !inside) {
          child.fail("it reads beyond its array");
        }
      }
      check_accessors(child);
    }
  }

  /// Counts the nodes that a node becomes: itself, the nodes in it, and copies of the nodes that it
  /// names. The library copies them, and never ends if they name each other in a ring.
  std::size_t count_nodes(const XmlNode& node, int depth = 0) {
    if (const auto known = copies_.find(node.element()); known != copies_.end()) {
      return known->second;
    }
    if (depth > kMaxNodeDepth) {
      node.fail(
          concat("copies of each other, or more than ", kMaxNodeDepth, " nodes in each other"));
    }
    std::size_t count = 1;
    for (const XmlNode& child : node.children("node")) count += count_nodes(child, depth + 1);
    for (const XmlNode& instance : node.children("instance_node")) {
      const XmlNode* const copied = node_called(referred(instance, "url"));
      if (copied != nullptr) count += count_nodes(*copied, depth + 1);
    }
    if (count > kMaxNodes) node.fail(concat("more than ", kMaxNodes, " nodes and copies of nodes"));
    return copies_[node.element()] = count;
  }

  const XmlNode* node_called(const std::string& name) const {
    for (const auto* nodes : {&by_id_, &by_name_}) {
      if (const auto found = nodes->find(name); found != nodes->end()) return &found->second;
    }
    return nullptr;
  }

  std::map<std::string, std::size_t> sizes_;  // numbers in an array, by id
  std::map<std::string, XmlNode> by_id_, by_name_;
  std::map<const tinyxml2::XMLElement*, std::size_t> copies_;  // nodes that a node becomes
  std::size_t triangles_ = 0;
};

}  // namespace

void check_collada(std::string_view text, const std::string& source) {
  const XmlFile file(text, source);
  const ColladaCheck check(file.root());
}

}  // namespace io
