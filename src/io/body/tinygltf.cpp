// Compiles the library in tiny_gltf.h (third_party/CMakeLists.txt has its settings), and hides
// differences between its versions.
#include <fstream>  // missing in the library

#define TINYGLTF_IMPLEMENTATION
#include "io/body/tinygltf.h"

namespace io {
namespace {

template <class Callbacks>
Callbacks callbacks_for(const GltfBufferReader& buffers, void* data) {
  Callbacks all{};
  all.FileExists = buffers.exists;
  all.ExpandFilePath = [](const std::string& name, void*) { return name; };
  all.ReadWholeFile = buffers.read;
  all.WriteWholeFile = [](std::string*, const std::string&, const std::vector<unsigned char>&,
                          void*) { return false; };
  // version 2.9 and later ask for the size first; the buffer reader has its own limit
  if constexpr (requires { all.GetFileSizeInBytes; }) {
    all.GetFileSizeInBytes = [](std::size_t* size, std::string*, const std::string&, void*) {
      *size = 0;
      return true;
    };
  }
  all.user_data = data;
  return all;
}

}  // namespace

void set_buffer_reader(tinygltf::TinyGLTF& reader, const GltfBufferReader& buffers, void* data) {
  reader.SetFsCallbacks(callbacks_for<tinygltf::FsCallbacks>(buffers, data));
}

}  // namespace io
