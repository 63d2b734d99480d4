#include "io/body/body_formats.h"

#include <algorithm>

#include "io/body/bvh.h"
#include "io/body/gltf.h"
#include "io/body/gltf_file.h"
#include "io/body/mjcf.h"
#include "io/body/sdf_file.h"
#include "io/body/urdf.h"
#include "io/body/xacro.h"

namespace io {
namespace {

/// Names a body after its file, for formats without a name of their own.
BodyFile named_for_file(BodyFile file, const BodyInput& input) {
  file.model.name = printable(input.path.stem().string());
  return file;
}

// Adding a format: include its header above and give it a row here, see docs/adding.md.
constexpr BodyFormat kFormats[] = {
    {.name = "URDF",
     .extensions = {".urdf", ".xml", ".xacro"},
     .begins = "<robot",
     .read =
         [](const BodyInput& input) {
           expect_expanded(*input.root, input.path);
           return read_urdf(*input.root, input.meshes);
         }},
    {.name = "MJCF",
     .extensions = {".xml", ".mjcf", ".urdf"},
     .begins = "<mujoco",
     .read =
         [](const BodyInput& input) {
           return read_mjcf(*input.root, input.path, input.meshes, input.choice);
         },
     .choices = "keys"},
    {.name = "SDF",
     .extensions = {".sdf", ".world", ".xml"},
     .begins = "<sdf",
     .read =
         [](const BodyInput& input) { return read_sdf(*input.root, input.path, input.meshes); }},
    {.name = "BVH",
     .extensions = {".bvh"},
     .begins = "HIERARCHY",
     .read =
         [](const BodyInput& input) {
           return named_for_file(read_bvh(input.bytes, input.path.string()), input);
         }},
    {.name = "glTF",
     .extensions = {".glb", ".gltf"},
     .begins = "glTF",
     .read =
         [](const BodyInput& input) {
           return named_for_file(read_gltf(input.bytes, input.path, input.choice), input);
         },
     .choices = "animations",
     .is_binary = true,
     .max_bytes = kMaxGltfBytes},
};

bool begins_like(const BodyFormat& format, std::string_view text) {
  if (format.is_xml()) return root_of(text) == format.begins.substr(1);
  return begin_of(text).starts_with(format.begins);
}

}  // namespace

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

}  // namespace io
