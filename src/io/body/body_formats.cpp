#include "io/body/body_formats.h"

#include <algorithm>
#include <cstdint>

#include "io/body/gltf_file.h"

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

// Adding a format: declare its reader in the header and give it a row here, see docs/adding.md.
constexpr BodyFormat kFormats[] = {
    {.name = "URDF",
     .extensions = {".urdf", ".xml", ".xacro"},
     .begins = "<robot",
     .read = read_urdf},
#ifndef IKLAB_URDF_ALONE
    {.name = "MJCF",
     .extensions = {".xml", ".mjcf", ".urdf"},
     .begins = "<mujoco",
     .read = read_mjcf,
     .choices = "keys"},
    {.name = "SDF", .extensions = {".sdf", ".world", ".xml"}, .begins = "<sdf", .read = read_sdf},
    {.name = "BVH", .extensions = {".bvh"}, .begins = "HIERARCHY", .read = read_bvh},
    {.name = "glTF",
     .extensions = {".glb", ".gltf"},
     .begins = "glTF",
     .read = read_gltf,
     .choices = "animations",
     .is_binary = true,
     .max_bytes = kMaxGltfBytes},
#endif
};

/// The tag of the first element of an XML text; empty if it is none.
std::string_view root_of(std::string_view text) {
  for (;;) {
    text = begin_of(text);
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

bool begins_like(const BodyFormat& format, std::string_view text) {
  if (format.is_xml()) return root_of(text) == format.begins.substr(1);
  return begin_of(text).starts_with(format.begins);
}

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
  if (root == "COLLADA") return concat("this is COLLADA, a mesh without joints", and_read());
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

bool BodyFormat::has(std::string_view extension) const {
  return !extension.empty() && std::ranges::find(extensions, extension) != extensions.end();
}

std::span<const BodyFormat> body_formats() { return kFormats; }

const std::string& body_format_names() {
  static const std::string names = joined(body_formats(), ", ", &BodyFormat::name);
  return names;
}

const BodyFormat* body_format_of(std::string_view extension, std::string_view text) {
  const BodyFormat* first = nullptr;
  for (const BodyFormat& format : body_formats()) {
    if (!format.has(extension)) continue;
    if (begins_like(format, text)) return &format;
    if (first == nullptr) first = &format;
  }
  return first;
}

const BodyFormat* body_format_in(std::string_view text) {
  for (const BodyFormat& format : body_formats()) {
    if (begins_like(format, text)) return &format;
  }
  return nullptr;
}

std::string_view begin_of(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";  // byte order mark of UTF-8
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text;
}

}  // namespace io
