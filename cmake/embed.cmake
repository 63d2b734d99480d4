# Writes OUTPUT, a C++ source with the bytes of FILES, in the order of their names.
set(entries "")
set(arrays "")
set(index 0)
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  string(APPEND arrays "const char kFile${index}[] = {${bytes}'\\0'};\n")
  string(APPEND entries "    {\"${name}\", {kFile${index}, sizeof kFile${index} - 1}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUTPUT} "#include <array>
#include <span>
#include <string_view>
namespace ${NAMESPACE} {
struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};
namespace {
${arrays}
const std::array<EmbeddedFile, ${index}> kFiles = {{
${entries}}};
}  // namespace
std::span<const EmbeddedFile> ${VARIABLE}() { return kFiles; }
}  // namespace ${NAMESPACE}
")
