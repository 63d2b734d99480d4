#include <algorithm>

#include "fuzz.h"
#include "io/body/mesh.h"
#include "io/files/text.h"

/// Assimp leaks about 2 kB for an STL file that it refuses.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libassimp\n"; }

// The first letter is the format: s STL, o OBJ (also used as its own material library), d DAE. The
// triangles read have finite points and unit normals.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  if (text.empty()) return 0;
  const std::string_view kinds = "sod";
  const std::size_t kind = kinds.find(text.front());
  if (kind == std::string_view::npos) return 0;
  constexpr const char* kNames[] = {"mesh.stl", "mesh.obj", "mesh.dae"};
  try {
    const auto named = [&text](const std::string&) { return std::string(text); };
    for (const io::MeshPart& part : io::parse_mesh(text.substr(1), kNames[kind], named)) {
      const auto count = static_cast<std::size_t>(part.points.cols());
      fuzz::expect(part.points.allFinite() && part.normals.cols() == part.points.cols(),
                   "points are finite, each with a normal");
      fuzz::expect(((part.normals.colwise().norm().array() - 1.0F).abs() < 1e-3F).all(),
                   "normals have unit length");
      fuzz::expect(!part.color || (part.color->array() >= 0.0 && part.color->array() <= 1.0).all(),
                   "colours are from 0 to 1");
      fuzz::expect(!part.indices.empty() && part.indices.size() % 3 == 0 &&
                       std::ranges::all_of(part.indices, [&](auto i) { return i < count; }),
                   "triangles have three of the points");
    }
  } catch (const io::Error&) {
    // a reader refuses the input
  }
  return 0;
}
