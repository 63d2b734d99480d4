#include "io/body/gltf_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <utility>

#include "io/body/mesh_paths.h"
#include "io/body/schema.h"
#include "io/body/tinygltf.h"
#include "io/files/file.h"
#include "io/json/node.h"

namespace io {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kOwnBytes = "?";  // name for the binary part of a .glb; not a valid file name

/// The two parts of a file: the text, and in a .glb the bytes after it.
struct GltfParts {
  std::string_view text, bytes;
};

std::uint32_t little_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

/// glTF 2.0 specification, section 4.4: a header of 12 bytes, then parts with length and type.
GltfParts split_gltf(std::string_view file, const std::string& source) {
  const auto fail = [&source](const char* why) {
    throw Error(printable(concat(source, ": ", why)));
  };
  if (file.substr(0, 4) != "glTF") return {file, {}};
  if (file.size() < 20) fail("the file ends within its header");
  if (little_endian(file, 4) != 2) fail("not glTF 2.0: another version");
  constexpr std::uint32_t kText = 0x4e4f534a, kBinary = 0x004e4942;
  GltfParts parts;
  file = file.substr(0, std::max<std::size_t>(12, little_endian(file, 8)));
  for (std::size_t at = 12; at + 8 <= file.size();) {
    const std::size_t length = little_endian(file, at);
    const std::uint32_t type = little_endian(file, at + 4);
    if (length > file.size() - at - 8) fail("a part of the file is longer than the file");
    const std::string_view part = file.substr(at + 8, length);
    if (at == 12 && type != kText) fail("its first part is not JSON");
    if (at == 12) parts.text = part;
    if (at > 12 && type == kBinary && parts.bytes.empty()) parts.bytes = part;
    at += 8 + length;
  }
  return parts;
}

/// Removes all but what the table of the format says is read: it may be nested deeply.
/// \param parent, key of the object or list of objects
void keep_read(json& value, std::string_view parent, std::string_view key) {
  if (!value.is_structured()) return;
  const SchemaRow* const row = row_of(kGltfSchema, parent, key);
  if (row == nullptr) return;
  const auto keep_in = [row, key](json& object) {
    if (!object.is_object()) return;
    for (auto part = object.begin(); part != object.end();) {
      const bool read = lists(row->read, part.key()) || lists(row->told, part.key());
      if (read) keep_read(part.value(), key, part.key());
      part = read ? std::next(part) : object.erase(part);
    }
  };
  if (!value.is_array()) return keep_in(value);
  for (json& entry : value) keep_in(entry);
}

/// The entries of a list in an object; none if it is not a list.
std::vector<json*> entries_of(json& object, const char* name) {
  std::vector<json*> entries;
  const auto list = object.is_object() ? object.find(name) : object.end();
  if (list == object.end() || !list->is_array()) return entries;
  for (json& entry : *list) entries.push_back(&entry);
  return entries;
}

/// KHR_animation_pointer has no target node, and the library skips channels without one. This adds
/// a node, so that a message can name the channel.
void keep_pointers(json& document) {
  for (json* const animation : entries_of(document, "animations")) {
    for (json* const channel : entries_of(*animation, "channels")) {
      const auto target = channel->is_object() ? channel->find("target") : channel->end();
      if (target == channel->end() || !target->is_object()) continue;
      if (target->value("path", json()) == "pointer") target->emplace("node", 0);
    }
  }
}

/// Context for reading the buffers in other files.
struct GltfBuffers {
  fs::path folder;
  std::string_view own;
  std::size_t total = 0;
  std::vector<std::string> files;  // already read
};

bool buffer_exists(const std::string& name, void* data) {
  const auto& buffers = *static_cast<const GltfBuffers*>(data);
  if (name == kOwnBytes) return true;
  const bool is_scheme = name.find(':') != std::string::npos;
  return !is_scheme && file_inside(buffers.folder, name).has_value();
}

bool read_buffer(std::vector<unsigned char>* out, std::string* why, const std::string& name,
                 void* data) {
  auto& buffers = *static_cast<GltfBuffers*>(data);
  std::string bytes(buffers.own);
  if (name != kOwnBytes) {
    const auto path = file_inside(buffers.folder, name);
    if (!path) return false;
    try {
      bytes = read_file(*path, kMaxGltfBytes);
      buffers.files.push_back(path->string());
    } catch (const Error& error) {
      *why = error.what();
      return false;
    }
  }
  buffers.total += bytes.size();
  if (buffers.total > 2 * kMaxGltfBytes) {
    *why = "too many bytes";
    return false;
  }
  out->assign(bytes.begin(), bytes.end());
  return true;
}

std::vector<std::string> extensions_in(const json& document, const char* list) {
  std::vector<std::string> names;
  for (const json& name : document.value(list, json::array())) {
    names.push_back(name.is_string() ? name.get<std::string>() : "");
  }
  return names;
}

std::string first_line(const std::string& message) {
  std::string line = message.substr(0, message.find('\n'));
  return line.empty() ? "not glTF 2.0 that can be read" : line;
}

int own_components(int type) {
  return tinygltf::GetNumComponentsInType(static_cast<unsigned>(type));
}
int own_bytes(int type) { return tinygltf::GetComponentSizeInBytes(static_cast<unsigned>(type)); }

bool is_unsigned(int type) {
  return type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
         type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
         type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

template <class T>
double number_at(const unsigned char* from, bool normalized) {
  T value;
  std::memcpy(&value, from, sizeof value);
  if constexpr (std::is_integral_v<T>) {
    // glTF 2.0 specification, section 3.11: c / 255, max(c / 127, -1), …
    if (normalized) {
      return std::max(static_cast<double>(value) / std::numeric_limits<T>::max(), -1.0);
    }
  }
  return static_cast<double>(value);
}

double component_at(const unsigned char* from, int type, bool normalized) {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
      return number_at<std::int8_t>(from, normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return number_at<std::uint8_t>(from, normalized);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
      return number_at<std::int16_t>(from, normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return number_at<std::uint16_t>(from, normalized);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
      return number_at<std::uint32_t>(from, normalized);
    default:
      return number_at<float>(from, normalized);
  }
}

}  // namespace

struct GltfFile::Elements {
  const unsigned char* first = nullptr;
  std::size_t step = 0;  // bytes between two elements
};

std::string GltfFile::title(const char* kind, const std::string& name, std::size_t index) {
  if (name.empty()) return concat(kind, " ", index);
  return concat(kind, " \"", printable(name), "\"");
}

std::string GltfFile::unique_name(const std::string& wish, std::set<std::string>& taken) {
  std::string name = wish;
  for (int number = 2; !taken.insert(name).second; ++number) name = concat(wish, " ", number);
  return name;
}

GltfFile::GltfFile(std::string_view bytes, const fs::path& path) : source_(path.string()) {
  const GltfParts parts = split_gltf(bytes, source_);
  json document = parse_json(parts.text, source_);
  if (!document.is_object()) fail("expected an object");
  keep_read(document, "", "glTF");
  keep_pointers(document);
  const auto asset = document.find("asset");
  if (asset == document.end() || !asset->is_object()) fail("asset: missing: not glTF 2.0");
  const json version = asset->value("version", json());
  if (!version.is_string() || !version.get_ref<const std::string&>().starts_with("2.")) {
    fail("asset.version: only glTF 2.0 is read");
  }
  const json least = asset->value("minVersion", json("2.0"));
  if (least != "2.0") fail("asset.minVersion: only glTF 2.0 is read");
  const SchemaRow& known = *row_of(kGltfSchema, "", "extensions");
  const auto is_known = [&known](const std::string& name) {
    return lists(known.read, name) || lists(known.told, name) || lists(known.aside, name);
  };
  for (const std::string& name : extensions_in(document, "extensionsRequired")) {
    if (name.find("_draco_") != name.npos || name.find("_meshopt_") != name.npos) {
      fail("its meshes are compressed (", name, ")");
    }
    if (!is_known(name) && !lists(known.named, name)) {
      fail("it needs the extension \"", name, "\", which is not read");
    }
  }
  for (const std::string& name : extensions_in(document, "extensionsUsed")) {
    if (!is_known(name)) {
      notes_.push_back(printable(concat("the extension \"", name, "\" is not read")));
    }
  }
  GltfBuffers buffers{path.parent_path(), {}};
  const auto list = document.find("buffers");
  if (list != document.end() && list->is_array() && !list->empty() && list->front().is_object() &&
      !list->front().contains("uri")) {
    json& own = list->front();
    const json length = own.value("byteLength", json());
    // the part may have up to three padding bytes after the buffer
    if (!length.is_number_unsigned() || length.get<std::size_t>() > parts.bytes.size()) {
      fail("buffers[0]: its bytes are missing");
    }
    buffers.own = parts.bytes.substr(0, length.get<std::size_t>());
    own["uri"] = kOwnBytes;
  }
  tinygltf::TinyGLTF reader;
  set_buffer_reader(reader, {buffer_exists, read_buffer}, &buffers);
  std::string why, ignored;
  const std::string text = document.dump();
  try {
    if (!reader.LoadASCIIFromString(&model_, &why, &ignored, text.data(),
                                    static_cast<unsigned>(text.size()), "")) {
      fail(first_line(why));
    }
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    fail("not glTF 2.0 that can be read: ", error.what());
  }
  files_ = std::move(buffers.files);
}

GltfFile::Elements GltfFile::elements_of(int view, std::size_t offset, std::size_t count,
                                         int component, int type, const std::string& what) const {
  const auto& from = entry(model_.bufferViews, view, what, " names no buffer view");
  const auto& data = entry(model_.buffers, from.buffer, what, " names no buffer").data;
  const int own_size = own_components(type) * own_bytes(component);
  const auto size = static_cast<std::size_t>(own_size);
  const std::size_t step = from.byteStride == 0 ? size : from.byteStride;
  const bool view_inside =
      from.byteOffset <= data.size() && from.byteLength <= data.size() - from.byteOffset;
  if (!view_inside || offset > from.byteLength || step < size ||
      (count > 0 &&
       (size > from.byteLength - offset || count - 1 > (from.byteLength - offset - size) / step))) {
    fail(what, " lies outside its buffer");
  }
  return {data.data() + from.byteOffset + offset, step};
}

ik::MatrixX GltfFile::read(int accessor, const std::string& user) const {
  const tinygltf::Accessor& from = accessor_at(accessor, user);
  const std::string what = concat(user, ": accessor ", accessor);
  const int components = own_components(from.type), bytes = own_bytes(from.componentType);
  const bool matrix = from.type >= TINYGLTF_TYPE_MAT2 && from.type <= TINYGLTF_TYPE_MAT4;
  // columns of small matrices are padded; no supported accessor has such matrices
  if (components <= 0 || bytes <= 0 || bytes == 8 || (matrix && bytes != 4)) {
    fail(what, " has no type that can be read");
  }
  const std::size_t rows = static_cast<std::size_t>(components);
  if (from.count > kMaxGltfNumbers / rows || numbers_ > kMaxGltfNumbers - rows * from.count) {
    fail(what, ": more than ", kMaxGltfNumbers, " numbers in all");
  }
  numbers_ += rows * from.count;
  ik::MatrixX all;
  const auto copy = [&](const Elements& elements, std::size_t i, Eigen::Index column) {
    for (std::size_t row = 0; row < rows; ++row) {
      const unsigned char* at =
          elements.first + i * elements.step + row * static_cast<std::size_t>(bytes);
      all(static_cast<Eigen::Index>(row), column) =
          component_at(at, from.componentType, from.normalized);
    }
  };
  // check the buffer's real size before allocating memory for the claimed count
  const bool dense = from.bufferView >= 0;
  Elements elements;
  if (dense) {
    elements = elements_of(from.bufferView, from.byteOffset, from.count, from.componentType,
                           from.type, what);
  }
  all.setZero(components, static_cast<Eigen::Index>(from.count));
  for (std::size_t i = 0; dense && i < from.count; ++i) {
    copy(elements, i, static_cast<Eigen::Index>(i));
  }
  if (from.sparse.isSparse) {
    const auto& sparse = from.sparse;
    const int type = sparse.indices.componentType;
    // offsets are signed before tinygltf 2.9
    if (!is_unsigned(type) || sparse.count < 0 || std::cmp_less(sparse.indices.byteOffset, 0) ||
        std::cmp_less(sparse.values.byteOffset, 0)) {
      fail(what, ": its sparse elements cannot be read");
    }
    const auto count = static_cast<std::size_t>(sparse.count);
    const Elements places =
        elements_of(sparse.indices.bufferView, static_cast<std::size_t>(sparse.indices.byteOffset),
                    count, type, TINYGLTF_TYPE_SCALAR, what);
    const Elements values =
        elements_of(sparse.values.bufferView, static_cast<std::size_t>(sparse.values.byteOffset),
                    count, from.componentType, from.type, what);
    for (std::size_t i = 0; i < count; ++i) {
      const double place = component_at(places.first + i * places.step, type, false);
      if (!(place < static_cast<double>(from.count))) fail(what, ": a sparse element outside it");
      copy(values, i, static_cast<Eigen::Index>(place));
    }
  }
  if (!all.allFinite()) fail(what, " has a number that is not finite");
  return all;
}

ik::MatrixX GltfFile::numbers(int accessor, const std::string& user,
                              const std::vector<int>& types) const {
  const tinygltf::Accessor& from = accessor_at(accessor, user);
  if (std::find(types.begin(), types.end(), from.type) == types.end()) {
    fail(user, ": accessor ", accessor, " has another type than is needed");
  }
  return read(accessor, user);
}

std::vector<std::uint32_t> GltfFile::whole_numbers(int accessor, const std::string& user,
                                                   int components) const {
  const tinygltf::Accessor& from = accessor_at(accessor, user);
  if (!is_unsigned(from.componentType) || from.normalized ||
      own_components(from.type) != components) {
    fail(user, ": accessor ", accessor, " has another type than is needed");
  }
  const ik::MatrixX all = read(accessor, user);
  const auto whole = all.reshaped().cast<std::uint32_t>();
  return {whole.begin(), whole.end()};
}

}  // namespace io
