#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <vector>

#include <stb_image.h>

namespace support {

/// A picture in memory: four bytes a pixel (red, green, blue, alpha), the top row first.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;  ///< (4 * width * height)
};

/// Reads a PNG of any kind.
inline Picture read_png(const std::filesystem::path& path) {
  constexpr int kChannels = 4;
  Picture picture;
  int channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> data(
      stbi_load(path.c_str(), &picture.width, &picture.height, &channels, kChannels),
      [](void* bytes) { stbi_image_free(bytes); });
  if (!data) throw std::runtime_error(path.string() + ": no PNG picture");
  const std::size_t pixels =
      static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
  picture.rgba.assign(data.get(), data.get() + kChannels * pixels);
  return picture;
}

}  // namespace support
