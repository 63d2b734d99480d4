#include "io/figure/image_file.h"

#include <stdexcept>
#include <string>

#include <stb_image_write.h>

#include "io/files/file.h"

namespace io {
namespace {

constexpr int kChannels = 4;

void append(void* bytes, void* data, int length) {
  static_cast<std::string*>(bytes)->append(static_cast<const char*>(data),
                                           static_cast<std::size_t>(length));
}

std::size_t byte_count(int width, int height) {
  return static_cast<std::size_t>(kChannels) * static_cast<std::size_t>(width) *
         static_cast<std::size_t>(height);
}

}  // namespace

std::string png_bytes(int width, int height, std::span<const std::uint8_t> rgba) {
  if (width <= 0 || height <= 0 || rgba.size() != byte_count(width, height)) {
    throw std::invalid_argument("a picture has four bytes a pixel");
  }
  std::string bytes;
  if (stbi_write_png_to_func(append, &bytes, width, height, kChannels, rgba.data(),
                             width * kChannels) == 0) {
    throw std::bad_alloc();  // its only way to fail
  }
  return bytes;
}

void write_png(const std::filesystem::path& path, int width, int height,
               std::span<const std::uint8_t> rgba) {
  write_file(path, png_bytes(width, height, rgba));
}

}  // namespace io
