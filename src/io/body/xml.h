#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tinyxml2.h>
#include <Eigen/Core>

#include "io/files/text.h"

namespace io {

/// Limit of XML files. tinyxml2 itself limits the nesting to 100 elements.
inline constexpr std::size_t kMaxXmlBytes = std::size_t{64} << 20;
/// Limit of an element's attributes.
inline constexpr std::size_t kMaxXmlAttributes = 100;

/// An element of an XML document, with its file and line for messages such as
/// `robot.urdf:41: joint "elbow": no such parent link "arm3"`. Keeps references to the document and
/// its name. All functions throw Error.
class XmlNode {
 public:
  XmlNode(const tinyxml2::XMLElement& element, const std::string& source)
      : element_(&element), source_(&source) {}

  /// Fails with file, line, the element and its name (if it has one).
  [[noreturn]] void fail(const std::string& message) const;

  std::string_view tag() const { return element_->Name(); }
  const std::string& source() const { return *source_; }
  const tinyxml2::XMLElement* element() const { return element_; }

  /// The first child with this tag; empty if there is none.
  std::optional<XmlNode> find(const char* tag) const;
  XmlNode child(const char* tag) const;
  /// All children with this tag; without a tag, all children.
  std::vector<XmlNode> children(const char* tag = nullptr) const;

  bool has(const char* attribute) const { return element_->Attribute(attribute) != nullptr; }
  /// The attribute as it is written; empty if it is missing.
  std::string attribute(const char* name) const;
  /// One line of text, not empty.
  std::string text(const char* attribute) const;
  /// One line of text; `otherwise` if the attribute is missing or empty.
  std::string text_or(const char* attribute, const std::string& otherwise) const;
  double number_or(const char* attribute, double otherwise) const;
  /// Finite numbers, separated by white space.
  std::vector<double> numbers(const char* attribute) const;
  /// Finite numbers in `text`; messages name the attribute.
  std::vector<double> numbers_in(const char* attribute, const char* text) const;
  /// The numbers, after a check that there are `count` of them.
  std::vector<double> counted(const char* attribute, std::size_t count,
                              std::vector<double> numbers) const;
  Eigen::Vector3d vector(const char* attribute) const;
  Eigen::Vector3d vector_or(const char* attribute, const Eigen::Vector3d& otherwise) const;

  /// The text in the element, without its elements and comments.
  std::string contents() const;
  /// The text of the first child with this tag: one line without blanks around it, not empty.
  std::string child_text(const char* tag) const;
  /// The same, empty where there is no such child or no text in it.
  std::string child_text_or_empty(const char* tag) const;
  /// The finite numbers in the text of the first child with this tag.
  std::vector<double> child_numbers(const char* tag) const;
  double child_number(const char* tag) const;
  Eigen::Vector3d child_vector(const char* tag) const;
  double child_number_or(const char* tag, double otherwise) const;

 private:
  const tinyxml2::XMLElement* element_;
  const std::string* source_;
};

/// An XML text as a document.
class XmlFile {
 public:
  /// \param name of the text in messages
  /// \throws Error with the line if the text is not XML, is nested too deep, or has an element with
  ///   more than kMaxXmlAttributes
  XmlFile(std::string_view text, std::string name);

  const std::string& name() const { return name_; }
  XmlNode root() const { return {*document_.RootElement(), name_}; }

 private:
  std::string name_;
  tinyxml2::XMLDocument document_;
};

/// Reads an XML file in any encoding. \param most largest number of bytes
std::unique_ptr<XmlFile> read_xml(const std::filesystem::path& path, const std::string& name,
                                  std::size_t most = kMaxXmlBytes);

/// The rotation of a quaternion x, y, z, w of any length but 0.
/// \throws Error naming the field if it is zero
Eigen::Matrix3d rotation_from_xyzw(const XmlNode& node, const char* field, const double* xyzw);

/// Whether a text is "true" (True, TRUE) or "1".
bool is_true(std::string_view text);

/// The finite numbers of a text, separated by white space; empty if any of it is something else.
std::optional<std::vector<double>> parse_numbers(std::string_view text);

}  // namespace io
