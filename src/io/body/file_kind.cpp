#include "io/body/file_kind.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "io/files/text.h"

namespace io {
namespace {

constexpr std::string_view kRead = "; read are URDF, MJCF, BVH, glTF and scene files";

/// A supported kind of file.
struct ReadKind {
  std::string_view begin;  ///< begin of its text, or name of its XML root
  std::string_view name;
  std::array<std::string_view, 3> extensions;  ///< the usual one first
};
constexpr ReadKind kByRoot[] = {
    {.begin = "robot", .name = "URDF", .extensions = {".urdf", ".xml", ".xacro"}},
    {.begin = "mujoco", .name = "MJCF", .extensions = {".xml", ".mjcf", ".urdf"}}};
constexpr ReadKind kByBegin[] = {
    {.begin = "HIERARCHY", .name = "BVH", .extensions = {".bvh"}},
    {.begin = "glTF", .name = "glTF", .extensions = {".glb", ".gltf"}}};

/// An unsupported kind of file.
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
constexpr OtherKind kOthersByRoot[] = {{"sdf", "this is SDF"},
                                       {"COLLADA", "this is COLLADA, a mesh without joints"}};

std::string_view without_space(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";  // byte order mark of UTF-8
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text;
}

/// The name of the first element of an XML text; empty if the text is not XML.
std::string_view root_of(std::string_view text) {
  for (;;) {
    text = without_space(text);
    if (!text.starts_with("<")) return {};
    const bool comment = text.starts_with("<!--");
    if (!comment && !text.starts_with("<?") && !text.starts_with("<!")) break;
    const std::string_view end = comment ? "-->" : ">";
    const std::size_t at = text.find(end);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + end.size());
  }
  text.remove_prefix(1);
  return text.substr(0, text.find_first_of(" \t\r\n/>"));
}

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

bool has(const ReadKind& kind, std::string_view extension) {
  return !extension.empty() &&
         std::ranges::find(kind.extensions, extension) != kind.extensions.end();
}

/// Advice to rename a supported file; empty if its extension is right.
std::string hidden(const ReadKind& kind, std::string_view extension) {
  if (has(kind, extension)) return {};
  return concat("this is ", kind.name, ": name the file ", kind.extensions.front());
}

}  // namespace

bool names_body(std::string_view extension) {
  const auto names = [&](const ReadKind& kind) { return has(kind, extension); };
  return std::ranges::any_of(kByRoot, names) || std::ranges::any_of(kByBegin, names);
}

std::string wrong_kind(std::string_view text, std::string_view extension) {
  const std::string_view root = root_of(text);
  if (root == "robot" && is_srdf(text, extension)) {
    return "this is SRDF, which says more of a robot in URDF: open its .urdf";
  }
  for (const ReadKind& kind : kByRoot) {
    if (root == kind.begin) return hidden(kind, extension);
  }
  for (const OtherKind& kind : kOthersByRoot) {
    if (root == kind.begin) return concat(kind.what, kRead);
  }
  for (const ReadKind& kind : kByBegin) {
    if (without_space(text).starts_with(kind.begin)) return hidden(kind, extension);
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
  return is_stl(text) ? concat("this is STL, a mesh without joints", kRead) : "";
}

}  // namespace io
