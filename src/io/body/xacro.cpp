#include "io/body/xacro.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "io/files/file.h"

namespace io {
namespace {

[[noreturn]] void fail_xacro(const std::filesystem::path& path, const std::string& source) {
  std::string plain = path.stem().string();
  if (extension_of(path) != ".xacro") plain += "_plain";
  throw Error(printable(concat(source, ": xacro has to be expanded first: `xacro ", path.string(),
                               " > ", plain, extension_of(plain) == ".urdf" ? "`" : ".urdf`")));
}

/// Whether an element is one of xacro's own, or an attribute of it is an expression. Calls of
/// macros may be left over in an expanded file, where they mean nothing.
bool is_xacro(const tinyxml2::XMLElement& element) {
  constexpr std::array<std::string_view, 6> kOwn = {
      "xacro:include", "xacro:macro", "xacro:property", "xacro:arg", "xacro:if", "xacro:unless"};
  if (std::find(kOwn.begin(), kOwn.end(), element.Name()) != kOwn.end()) return true;
  for (const auto* a = element.FirstAttribute(); a != nullptr; a = a->Next()) {
    if (std::string_view(a->Value()).find("${") != std::string_view::npos) return true;
  }
  return false;
}

/// Finds the first element of xacro in a document.
class XacroFinder : public tinyxml2::XMLVisitor {
 public:
  bool VisitEnter(const tinyxml2::XMLElement& element, const tinyxml2::XMLAttribute*) override {
    if (line == 0 && is_xacro(element)) line = element.GetLineNum();
    return line == 0;
  }
  int line = 0;
};

}  // namespace

void expect_expanded(const std::filesystem::path& path) {
  if (extension_of(path) == ".xacro") fail_xacro(path, path.string());
}

void expect_expanded(const XmlNode& robot, const std::filesystem::path& path) {
  XacroFinder xacro;
  robot.element()->Accept(&xacro);
  if (xacro.line > 0) fail_xacro(path, concat(robot.source(), ":", xacro.line));
}

}  // namespace io
