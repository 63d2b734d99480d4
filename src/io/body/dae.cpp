#include "io/body/dae.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "io/body/xml.h"

namespace io {
namespace {

using Sizes = std::map<std::string, std::size_t>;  // of arrays, by id

/// Reads a whole number of at least 0; `otherwise` if the attribute is missing.
std::size_t count_of(const XmlNode& node, const char* attribute, long otherwise) {
  if (!node.has(attribute)) return static_cast<std::size_t>(otherwise);
  constexpr long kMax = 1'000'000'000;
  const auto count = parse_count(node.text(attribute));
  if (!count || *count < 0 || *count > kMax) node.fail(concat(attribute, ": expected a count"));
  return static_cast<std::size_t>(*count);
}

std::size_t words_in(const char* text) {
  std::size_t words = 0;
  for (std::string_view rest = text == nullptr ? "" : text; !take_word(rest).empty();) ++words;
  return words;
}

/// Checks that face indices and vertex counts are whole numbers: the library would loop forever on
/// anything else.
void expect_indices(const XmlNode& node) {
  for (const auto* part = node.element()->FirstChild(); part; part = part->NextSibling()) {
    const char* text = part->ToText() != nullptr ? part->Value() : "";
    if (text[std::strspn(text, "0123456789 \t\r\n")] != '\0') {
      node.fail("expected whole numbers from 0 on");
    }
  }
}

void add_arrays(const XmlNode& node, Sizes& sizes) {
  for (const XmlNode& child : node.children()) {
    const std::string_view tag = child.tag();
    if (tag == "p" || tag == "vcount" || tag == "v" || tag == "h") expect_indices(child);
    if (tag.ends_with("_array")) {
      const std::size_t count = count_of(child, "count", 0);
      if (count > words_in(child.element()->GetText())) child.fail("fewer entries than its count");
      if (child.has("id")) sizes[child.text("id")] = count;
    }
    add_arrays(child, sizes);
  }
}

void check_accessors(const XmlNode& node, const Sizes& sizes) {
  for (const XmlNode& child : node.children()) {
    if (child.tag() == "accessor") {
      const std::string name = child.text("source");
      const auto array = sizes.find(name.substr(name.front() == '#' ? 1 : 0));
      if (array == sizes.end()) child.fail("its source is no array of the file");
      const std::size_t count = count_of(child, "count", 0), stride = count_of(child, "stride", 1);
      const std::size_t numbers = child.children("param").size();
      const bool inside = count == 0 || count_of(child, "offset", 0) + (count - 1) * stride +
                                                std::max(numbers, stride) <=
                                            array->second;
      if (numbers > std::max<std::size_t>(stride, 1) || !inside) {
        child.fail("it reads beyond its array");
      }
    }
    check_accessors(child, sizes);
  }
}

}  // namespace

void check_collada_arrays(std::string_view text, const std::string& source) {
  tinyxml2::XMLDocument document;
  parse_xml(text, source, document);
  const XmlNode root(*document.RootElement(), source);
  Sizes sizes;
  add_arrays(root, sizes);
  check_accessors(root, sizes);
}

}  // namespace io
