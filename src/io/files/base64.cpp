#include "io/files/base64.h"

#include <cstdint>

namespace io {

std::string base64(std::string_view bytes, std::string_view digits) {
  std::string result;
  std::uint32_t bits = 0;
  int count = 0;  // bits that are not written yet
  for (const char c : bytes) {
    bits = (bits << 8U) | static_cast<unsigned char>(c);
    for (count += 8; count >= 6; count -= 6) result += digits[(bits >> (count - 6)) & 63U];
  }
  if (count > 0) result += digits[(bits << (6 - count)) & 63U];
  return result;
}

}  // namespace io
