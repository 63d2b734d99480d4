#pragma once

#include <tiny_gltf.h>

#include <string>
#include <vector>

namespace io {

/// Functions that find and read a buffer by its name. `why` receives the reason for a failure.
struct GltfBufferReader {
  bool (*exists)(const std::string& name, void* data);
  bool (*read)(std::vector<unsigned char>* out, std::string* why, const std::string& name,
               void* data);
};
/// Makes the reader load buffers only by these functions. \param data passed to them
void set_buffer_reader(tinygltf::TinyGLTF& reader, const GltfBufferReader& buffers, void* data);

}  // namespace io
