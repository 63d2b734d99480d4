#pragma once

#include <tiny_gltf.h>

#include <string>
#include <vector>

namespace io {

/// Has a reader take buffers from these functions alone. They get `data`, a buffer's name, and for
/// what they could not read a string that is to say why.
struct GltfBufferReader {
  bool (*exists)(const std::string& name, void* data);
  bool (*read)(std::vector<unsigned char>* out, std::string* why, const std::string& name,
               void* data);
};
void set_buffer_reader(tinygltf::TinyGLTF& reader, const GltfBufferReader& buffers, void* data);

}  // namespace io
