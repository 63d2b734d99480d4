#include "io/body/mesh.h"
#include "io/files/file.h"

namespace io {

std::vector<MeshPart> parse_mesh(std::string_view, const std::filesystem::path& path,
                                 const NamedFile&) {
  throw Error(printable(path.string() + ": meshes are shown by the desktop program alone"));
}

std::vector<MeshPart> read_mesh(const std::filesystem::path& path) { return parse_mesh({}, path); }

}  // namespace io
