#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <vector>

#include <stb_image.h>

namespace support {

/// A picture in memory: four bytes per pixel (red, green, blue, alpha), top row first.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;  ///< (4 * width * height)
};

/// Reads a PNG of any color type.
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

/// Reads the screen file of Xvfb (-fbdir), an X11 window dump (XWDFile.h): 32-bit words in big
/// endian, the color table, then the rows with four bytes per pixel: blue, green, red, unused.
inline Picture read_screen(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes.at(i)); };
  const auto word = [&](std::size_t i) {
    std::size_t value = 0;
    for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) value = 256 * value + byte(k);
    return value;
  };
  constexpr std::size_t kColor = 12;  // bytes
  const std::size_t begin = word(0) + kColor * word(19), row = word(12);
  if (word(11) != 32 || word(7) != 0) throw std::runtime_error(path.string() + ": another screen");
  Picture picture{static_cast<int>(word(4)), static_cast<int>(word(5)), {}};
  for (std::size_t y = 0; y < word(5); ++y) {
    for (std::size_t x = 0; x < word(4); ++x) {
      const std::size_t at = begin + y * row + 4 * x;
      for (const std::size_t k : {2, 1, 0}) picture.rgba.push_back(byte(at + k));
      picture.rgba.push_back(255);
    }
  }
  return picture;
}

}  // namespace support
