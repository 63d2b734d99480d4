#include "io/files/hash.h"

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

std::uint64_t hash_of(std::string_view bytes, std::uint64_t before) {
  constexpr std::uint64_t kPrime = 1099511628211ULL;
  std::uint64_t hash = before;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return hash;
}

std::string hexadecimal(std::uint64_t number, std::size_t digits) {
  std::string text(digits, '0');
  for (std::size_t i = digits; i > 0; --i, number /= 16) {
    text[i - 1] = "0123456789abcdef"[number % 16];
  }
  return text;
}

}  // namespace io
