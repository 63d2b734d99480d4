#include "io/figure/image_file.h"

#include <stdexcept>

#include <stb_image_write.h>

namespace io {
namespace {

constexpr int kChannels = 4;

void append(void* bytes, void* data, int length) {
  static_cast<std::string*>(bytes)->append(static_cast<const char*>(data),
                                           static_cast<std::size_t>(length));
}

/// The CRC-32 of a PNG chunk, section 5.5 and annex D of the specification.
std::uint32_t check_sum(std::string_view bytes) {
  constexpr std::uint32_t kPolynomial = 0xedb88320U;  // CRC-32, lowest bit first
  std::uint32_t sum = 0xffffffffU;
  for (const char c : bytes) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? kPolynomial : 0U);
  }
  return ~sum;
}

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) {
    bytes += static_cast<char>((number >> shift) & 0xffU);
  }
  return bytes;
}

}  // namespace

std::string png_bytes(int width, int height, std::span<const std::uint8_t> rgba) {
  const auto row = static_cast<std::size_t>(kChannels) * static_cast<std::size_t>(width);
  if (width <= 0 || height <= 0 || rgba.size() != row * static_cast<std::size_t>(height)) {
    throw std::invalid_argument("a picture has four bytes a pixel");
  }
  std::string bytes;
  if (stbi_write_png_to_func(append, &bytes, width, height, kChannels, rgba.data(),
                             width * kChannels) == 0) {
    throw std::bad_alloc();  // the only cause of a failure
  }
  return bytes;
}

std::string with_png_text(const std::string& png, std::string_view keyword, std::string_view text) {
  constexpr std::size_t kHeader = 33;  // signature and IHDR chunk, which is always first
  std::string chunk = "iTXt" + std::string(keyword);
  chunk.append(5, '\0');  // end; no compression, method 0; no language; no translated keyword
  chunk += text;
  const auto length = static_cast<std::uint32_t>(chunk.size() - 4);
  return png.substr(0, kHeader) + big_endian(length) + chunk + big_endian(check_sum(chunk)) +
         png.substr(kHeader);
}

std::string with_svg_text(const std::string& svg, std::string_view title, std::string_view text) {
  const std::size_t inside = svg.find('>', svg.find("<svg")) + 1;
  return concat(svg.substr(0, inside), "\n<title>", html_escaped(title), "</title>\n<desc>",
                html_escaped(text), "</desc>", svg.substr(inside));
}

}  // namespace io
