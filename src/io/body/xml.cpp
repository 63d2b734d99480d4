#include "io/body/xml.h"

#include <algorithm>

#include "lab/scene/number_text.h"

namespace io {

namespace {

const char* words_of(tinyxml2::XMLError error) {
  switch (error) {
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return "elements are nested too deep";
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return "not XML: the end of an element that did not begin, or is not the innermost one";
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

}  // namespace

void parse_xml(std::string_view text, const std::string& source, tinyxml2::XMLDocument& document) {
  const tinyxml2::XMLError error = document.Parse(text.data(), text.size());
  if (error == tinyxml2::XML_SUCCESS && document.RootElement() != nullptr) return;
  if (error == tinyxml2::XML_SUCCESS || error == tinyxml2::XML_ERROR_EMPTY_DOCUMENT) {
    throw Error(concat(printable(source), ": no XML element"));
  }
  throw Error(concat(printable(source), ":", document.ErrorLineNum(), ": ", words_of(error)));
}

std::optional<std::vector<double>> parse_numbers(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  std::vector<double> numbers;
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return numbers;
    text.remove_prefix(begin);
    if (text.front() == '+') text.remove_prefix(1);
    const std::size_t length = std::min(text.find_first_of(kSpace), text.size());
    const std::optional<double> number = lab::parse_number(text.substr(0, length));
    if (!number) return std::nullopt;
    text.remove_prefix(length);
    numbers.push_back(*number);
  }
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

std::string XmlNode::text(const char* attribute) const {
  const char* value = element_->Attribute(attribute);
  if (value == nullptr || *value == '\0') fail(concat("expected the attribute ", attribute));
  if (has_control(value)) fail(concat(attribute, ": expected one line"));
  return valid_utf8(value);
}

std::string XmlNode::text_or(const char* attribute, const std::string& otherwise) const {
  return has(attribute) ? text(attribute) : otherwise;
}

std::vector<double> XmlNode::numbers(const char* attribute) const {
  const char* value = element_->Attribute(attribute);
  if (value == nullptr) fail(concat("expected the attribute ", attribute));
  auto numbers = parse_numbers(value);
  if (!numbers) fail(concat(attribute, ": expected finite numbers"));
  return *std::move(numbers);
}

double XmlNode::number(const char* attribute) const {
  const std::vector<double> values = numbers(attribute);
  if (values.size() != 1) fail(concat(attribute, ": expected a number"));
  return values.front();
}

double XmlNode::number_or(const char* attribute, double otherwise) const {
  return has(attribute) ? number(attribute) : otherwise;
}

Eigen::Vector3d XmlNode::vector(const char* attribute) const {
  const std::vector<double> values = numbers(attribute);
  if (values.size() != 3) fail(concat(attribute, ": expected 3 numbers"));
  return {values[0], values[1], values[2]};
}

Eigen::Vector3d XmlNode::vector_or(const char* attribute, const Eigen::Vector3d& otherwise) const {
  return has(attribute) ? vector(attribute) : otherwise;
}

}  // namespace io
