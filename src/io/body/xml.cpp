#include "io/body/xml.h"

#include <algorithm>
#include <utility>

#include <Eigen/Geometry>

#include "io/files/encoding.h"
#include "io/files/file.h"
#include "lab/scene/number_text.h"

namespace io {

namespace {

const char* words_of(tinyxml2::XMLError error) {
  switch (error) {
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return "elements are nested too deep";
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return "not XML: a closing tag without its opening tag";
    case tinyxml2::XML_ERROR_PARSING:
      return "not XML: the file ends within an element";
    case tinyxml2::XML_ERROR_PARSING_ELEMENT:
      return "not XML: a tag without its >";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return "not XML: an attribute without a value in quotation marks";
    case tinyxml2::XML_ERROR_PARSING_COMMENT:
      return "not XML: a comment without its end";
    default:
      return "not XML";
  }
}

/// The text from the end of a piece on, which `end` closes; empty if nothing does.
std::string_view behind(std::string_view text, std::string_view end) {
  const std::size_t at = text.find(end);
  return at == std::string_view::npos ? std::string_view() : text.substr(at + end.size());
}

/// Removes a tag from the front of a text. \returns the number of its values in quotation marks
std::size_t take_tag(std::string_view& text) {
  std::size_t values = 0;
  while (!text.empty()) {
    const std::size_t at = text.find_first_of("\"'>");
    if (at == std::string_view::npos) break;
    const char found = text[at];
    text.remove_prefix(at + 1);
    if (found == '>') return values;
    ++values;
    text = behind(text, std::string_view(&found, 1));
  }
  text = {};
  return values;
}

/// Refuses an element with too many attributes before TinyXML-2 reads it: that compares each
/// attribute's name with all before it.
void expect_few_attributes(std::string_view text, const std::string& source) {
  const std::string_view whole = text;
  for (;;) {
    const std::size_t at = text.find('<');
    if (at == std::string_view::npos) return;
    text.remove_prefix(at);
    if (text.starts_with("<!--")) {
      text = behind(text, "-->");
    } else if (text.starts_with("<![CDATA[")) {
      text = behind(text, "]]>");
    } else if (text.starts_with("<?")) {
      text = behind(text, "?>");
    } else if (text.starts_with("<!")) {
      text = behind(text, ">");
    } else {
      const std::string_view tag = text.substr(1, text.find_first_of(" \t\r\n/>", 1) - 1);
      const auto before = whole.substr(0, static_cast<std::size_t>(text.data() - whole.data()));
      if (take_tag(text) <= kMaxXmlAttributes) continue;
      const auto line = 1 + std::count(before.begin(), before.end(), '\n');
      throw Error(printable(
          concat(source, ":", line, ": ", tag, ": more than ", kMaxXmlAttributes, " attributes")));
    }
  }
}

}  // namespace

XmlFile::XmlFile(std::string_view text, std::string name) : name_(std::move(name)) {
  expect_few_attributes(text, name_);
  const tinyxml2::XMLError error = document_.Parse(text.data(), text.size());
  if (error == tinyxml2::XML_SUCCESS && document_.RootElement() != nullptr) return;
  if (error == tinyxml2::XML_SUCCESS || error == tinyxml2::XML_ERROR_EMPTY_DOCUMENT) {
    throw Error(concat(printable(name_), ": no XML element"));
  }
  throw Error(concat(printable(name_), ":", document_.ErrorLineNum(), ": ", words_of(error)));
}

std::unique_ptr<XmlFile> read_xml(const std::filesystem::path& path, const std::string& name,
                                  std::size_t most) {
  return std::make_unique<XmlFile>(as_utf8(read_file(path, most), name), name);
}

Eigen::Matrix3d rotation_from_xyzw(const XmlNode& node, const char* field, const double* xyzw) {
  const Eigen::Vector4d numbers(xyzw);
  if (!(numbers.stableNorm() > 0.0)) node.fail(concat(field, ": the quaternion is zero"));
  return Eigen::Quaterniond(Eigen::Vector4d(numbers.stableNormalized())).toRotationMatrix();
}

bool is_true(std::string_view text) {
  return text == "1" || text == "true" || text == "True" || text == "TRUE";
}

std::optional<std::vector<double>> parse_numbers(std::string_view text) {
  std::vector<double> numbers;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    if (word.front() == '+') word.remove_prefix(1);
    const std::optional<double> number = lab::parse_number(word);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

void XmlNode::fail(const std::string& message) const {
  const char* name = element_->Attribute("name");
  const std::string who =
      name == nullptr ? concat(tag(), ": ") : concat(tag(), " \"", name, "\": ");
  throw Error(printable(concat(*source_, ":", element_->GetLineNum(), ": ", who, message)));
}

std::optional<XmlNode> XmlNode::find(const char* tag) const {
  const tinyxml2::XMLElement* element = element_->FirstChildElement(tag);
  if (element == nullptr) return std::nullopt;
  return XmlNode(*element, *source_);
}

XmlNode XmlNode::child(const char* tag) const {
  if (const auto node = find(tag)) return *node;
  fail(concat("expected an element <", tag, ">"));
}

std::vector<XmlNode> XmlNode::children(const char* tag) const {
  std::vector<XmlNode> nodes;
  for (const tinyxml2::XMLElement* element = element_->FirstChildElement(tag); element != nullptr;
       element = element->NextSiblingElement(tag)) {
    nodes.emplace_back(*element, *source_);
  }
  return nodes;
}

std::string XmlNode::attribute(const char* name) const {
  const char* value = element_->Attribute(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::string XmlNode::text(const char* attribute) const {
  const char* value = element_->Attribute(attribute);
  if (value == nullptr || *value == '\0') fail(concat("expected the attribute ", attribute));
  if (has_control(value)) fail(concat(attribute, ": expected one line"));
  return valid_utf8(value);
}

std::string XmlNode::text_or(const char* attribute, const std::string& otherwise) const {
  const char* value = element_->Attribute(attribute);
  return value == nullptr || *value == '\0' ? otherwise : text(attribute);
}

std::vector<double> XmlNode::numbers(const char* attribute) const {
  const char* value = element_->Attribute(attribute);
  if (value == nullptr) fail(concat("expected the attribute ", attribute));
  return numbers_in(attribute, value);
}

std::vector<double> XmlNode::numbers_in(const char* attribute, const char* text) const {
  auto numbers = parse_numbers(text);
  if (!numbers) fail(concat(attribute, ": expected finite numbers"));
  return *std::move(numbers);
}

std::vector<double> XmlNode::counted(const char* attribute, std::size_t count,
                                     std::vector<double> numbers) const {
  if (numbers.size() == count) return numbers;
  fail(concat(attribute,
              count == 1 ? ": expected a number" : concat(": expected ", count, " numbers")));
}

double XmlNode::number_or(const char* attribute, double otherwise) const {
  return has(attribute) ? counted(attribute, 1, numbers(attribute)).front() : otherwise;
}

Eigen::Vector3d XmlNode::vector(const char* attribute) const {
  return Eigen::Vector3d(counted(attribute, 3, numbers(attribute)).data());
}

Eigen::Vector3d XmlNode::vector_or(const char* attribute, const Eigen::Vector3d& otherwise) const {
  return has(attribute) ? vector(attribute) : otherwise;
}

std::string XmlNode::contents() const {
  std::string text;
  for (const tinyxml2::XMLNode* part = element_->FirstChild(); part; part = part->NextSibling()) {
    if (part->ToText() != nullptr) text += part->Value();
  }
  return text;
}

std::string XmlNode::child_text_or_empty(const char* tag) const {
  const auto child = find(tag);
  return child ? valid_utf8(std::string(trimmed(child->contents()))) : std::string();
}

std::string XmlNode::child_text(const char* tag) const {
  std::string text = child_text_or_empty(tag);
  if (text.empty()) fail(concat("expected an element <", tag, "> with a text"));
  if (has_control(text)) fail(concat(tag, ": expected one line"));
  return text;
}

std::vector<double> XmlNode::child_numbers(const char* tag) const {
  child(tag);
  return numbers_in(tag, child_text_or_empty(tag).c_str());
}

double XmlNode::child_number(const char* tag) const {
  return counted(tag, 1, child_numbers(tag)).front();
}

Eigen::Vector3d XmlNode::child_vector(const char* tag) const {
  return Eigen::Vector3d(counted(tag, 3, child_numbers(tag)).data());
}

double XmlNode::child_number_or(const char* tag, double otherwise) const {
  return find(tag) ? child_number(tag) : otherwise;
}

}  // namespace io
