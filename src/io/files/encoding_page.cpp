#include "io/files/encoding.h"

#include <cstdlib>

#include <emscripten.h>

// Uses the browser's decoder: encoding tables would enlarge the page by a tenth.
namespace {

// clang-format off
EM_JS(int, knows_encoding, (const char* label), {
  try {
    new TextDecoder(UTF8ToString(label));
    return 1;
  } catch (problem) {
    return 0;
  }
})

/// \returns UTF-8 that the caller must free, or null if the bytes are invalid
EM_JS(char*, decoded, (const char* label, const char* bytes, int size), {
  try {
    var decoder = new TextDecoder(UTF8ToString(label), { fatal: true });
    var text = decoder.decode(HEAPU8.slice(bytes, bytes + size));
    var length = lengthBytesUTF8(text) + 1;
    var result = _malloc(length);
    stringToUTF8(text, result, length);
    return result;
  } catch (problem) {
    return 0;
  }
})
// clang-format on

}  // namespace

namespace io {

bool is_known_encoding(const std::string& encoding) {
  return knows_encoding(encoding.c_str()) != 0;
}

std::optional<std::string> converted(const std::string& bytes, const std::string& encoding) {
  char* const text = decoded(encoding.c_str(), bytes.data(), static_cast<int>(bytes.size()));
  if (text == nullptr) return std::nullopt;
  std::string result(text);
  std::free(text);
  return result;
}

}  // namespace io
