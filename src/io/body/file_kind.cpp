#include "io/body/file_kind.h"

#include <cstdint>

#include "io/body/body_formats.h"
#include "io/files/text.h"

namespace io {
namespace {

/// A kind of file that is not read.
struct OtherKind {
  std::string_view begin, what;
};
constexpr OtherKind kPacked[] = {{"\x1f\x8b", "compressed: gunzip it first"},
                                 {"BZh", "compressed: bunzip2 it first"},
                                 {"\xfd"
                                  "7zXZ",
                                  "compressed: unxz it first"},
                                 {"PK\x03\x04", "an archive: unzip it first"}};
constexpr std::string_view kToGltf =
    ": convert it to glTF first, as Blender does by import and export";
constexpr OtherKind kScenes[] = {{"Kaydara FBX Binary", "this is FBX"},
                                 {"; FBX", "this is FBX"},
                                 {"#usda", "this is USD"},
                                 {"PXR-USDC", "this is USD"}};
constexpr OtherKind kOthersByRoot[] = {{"COLLADA", "this is COLLADA, a mesh without joints"}};

/// STL: facets as text, or a binary header with the number of triangles of 50 bytes that follow.
bool is_stl(std::string_view text) {
  if (text.starts_with("solid ")) return text.find("facet ") != std::string_view::npos;
  constexpr std::size_t kHead = 80, kCount = 4, kTriangle = 50;
  if (text.size() < kHead + kCount) return false;
  std::size_t triangles = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    triangles |= std::size_t{static_cast<std::uint8_t>(text[kHead + i])} << (8 * i);
  }
  return text.size() == kHead + kCount + kTriangle * triangles;
}

/// C3D, recorded marker positions: the second byte is always 'P', and a block has 512 bytes.
bool is_c3d(std::string_view text, std::string_view extension) {
  return extension == ".c3d" && text.size() >= 512 && text[1] == 'P';
}

/// SRDF, groups and poses of a robot with a URDF. It has URDF's root element, but no parent links.
bool is_srdf(std::string_view text, std::string_view extension) {
  if (extension == ".srdf") return true;
  if (text.find("<parent") != std::string_view::npos) return false;
  for (const std::string_view tag :
       {"<group", "<disable_collisions", "<virtual_joint", "<end_effector"}) {
    if (text.find(tag) != std::string_view::npos) return true;
  }
  return false;
}

/// Behind what a file is: which files would be read.
std::string and_read() { return concat("; read are ", body_format_names(), " and scene files"); }

}  // namespace

std::string wrong_kind(std::string_view text, std::string_view extension) {
  const std::string_view root = root_of(text);
  if (root == "robot" && is_srdf(text, extension)) {
    return "this is SRDF, an addition to a URDF file: open the .urdf";
  }
  if (const BodyFormat* const format = body_format_in(text)) {
    if (format->has(extension)) return {};
    return concat("this is ", format->name, ": name the file ", format->extensions.front());
  }
  for (const OtherKind& kind : kOthersByRoot) {
    if (root == kind.begin) return concat(kind.what, and_read());
  }
  for (const OtherKind& kind : kScenes) {
    if (text.starts_with(kind.begin)) return concat(kind.what, kToGltf);
  }
  if (is_c3d(text, extension)) {
    return "this is C3D, places of markers without a skeleton: fit one to them and export BVH";
  }
  if (extension == ".usdz" && text.starts_with("PK\x03\x04")) return concat("this is USD", kToGltf);
  for (const OtherKind& kind : kPacked) {
    if (text.starts_with(kind.begin)) return std::string(kind.what);
  }
  return is_stl(text) ? concat("this is STL, a mesh without joints", and_read()) : "";
}

}  // namespace io
