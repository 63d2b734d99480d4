#include "io/body/xacro.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "io/files/file.h"

namespace io {
namespace {

[[noreturn]] void fail_xacro(const std::filesystem::path& path, const std::string& source) {
  std::string plain = path.stem().string();
  if (extension_of(path) != ".xacro") plain += "_plain";
  throw Error(printable(concat(source, ": xacro has to be expanded first: `xacro ", path.string(),
                               " > ", plain, extension_of(plain) == ".urdf" ? "`" : ".urdf`")));
}

constexpr std::string_view kXacro = "xacro:";

/// Whether an attribute of an element is an expression.
bool has_expression(const tinyxml2::XMLElement& element) {
  for (const auto* a = element.FirstAttribute(); a != nullptr; a = a->Next()) {
    if (std::string_view(a->Value()).find("${") != std::string_view::npos) return true;
  }
  return false;
}

/// Finds the first use of xacro in a document. Definitions without a use mean nothing, and calls of
/// macros that the file does not define may be left over in an expanded file.
class XacroFinder : public tinyxml2::XMLVisitor {
 public:
  explicit XacroFinder(std::set<std::string> macros) : macros_(std::move(macros)) {}

  bool VisitEnter(const tinyxml2::XMLElement& element, const tinyxml2::XMLAttribute*) override {
    constexpr std::array<std::string_view, 3> kUses = {"xacro:include", "xacro:if", "xacro:unless"};
    constexpr std::array<std::string_view, 3> kDefinitions = {"xacro:macro", "xacro:property",
                                                              "xacro:arg"};
    const std::string_view tag = element.Name();
    if (std::ranges::find(kDefinitions, tag) != kDefinitions.end()) return false;
    const bool used = std::ranges::find(kUses, tag) != kUses.end() ||
                      macros_.contains(std::string(tag)) || has_expression(element);
    if (line == 0 && used) line = element.GetLineNum();
    return line == 0;
  }
  int line = 0;

 private:
  std::set<std::string> macros_;  // as they are called: "xacro:leg"
};

/// Collects the macros that a document defines, as they are called.
class MacroFinder : public tinyxml2::XMLVisitor {
 public:
  bool VisitEnter(const tinyxml2::XMLElement& element, const tinyxml2::XMLAttribute*) override {
    if (std::string_view(element.Name()) == "xacro:macro" && element.Attribute("name")) {
      std::string_view name = element.Attribute("name");
      if (name.starts_with(kXacro)) name.remove_prefix(kXacro.size());
      macros.insert(concat(kXacro, name));
    }
    return true;
  }
  std::set<std::string> macros;
};

}  // namespace

void expect_expanded(const std::filesystem::path& path) {
  if (extension_of(path) == ".xacro") fail_xacro(path, path.string());
}

void expect_expanded(const XmlNode& robot, const std::filesystem::path& path) {
  MacroFinder defined;
  robot.element()->Accept(&defined);
  XacroFinder xacro(std::move(defined.macros));
  robot.element()->Accept(&xacro);
  if (xacro.line > 0) fail_xacro(path, concat(robot.source(), ":", xacro.line));
}

}  // namespace io
