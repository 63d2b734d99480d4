#include "io/files/encoding.h"

#include <array>
#include <cerrno>
#include <cstdint>

#include <iconv.h>

namespace io {
namespace {

/// An iconv conversion, closed by the destructor.
class Conversion {
 public:
  explicit Conversion(const std::string& from) : conversion_(::iconv_open("UTF-8", from.c_str())) {}
  Conversion(const Conversion&) = delete;
  Conversion& operator=(const Conversion&) = delete;
  ~Conversion() {
    if (known()) ::iconv_close(conversion_);
  }
  bool known() const { return reinterpret_cast<std::intptr_t>(conversion_) != -1; }

  /// \returns whether all bytes are valid
  bool run(std::string bytes, std::string& result) const {
    char* from = bytes.data();
    std::size_t left = bytes.size();
    std::array<char, 4096> part{};
    while (left > 0) {
      char* to = part.data();
      std::size_t room = part.size();
      const bool failed =
          ::iconv(conversion_, &from, &left, &to, &room) == static_cast<std::size_t>(-1);
      result.append(part.data(), part.size() - room);
      if (failed && errno != E2BIG) return false;
    }
    return true;
  }

 private:
  iconv_t conversion_;
};

}  // namespace

bool is_known_encoding(const std::string& encoding) { return Conversion(encoding).known(); }

std::optional<std::string> converted(const std::string& bytes, const std::string& encoding) {
  std::string result;
  const Conversion conversion(encoding);
  if (!conversion.known() || !conversion.run(bytes, result)) return std::nullopt;
  return result;
}

}  // namespace io
