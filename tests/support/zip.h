#pragma once

#include <string>
#include <vector>

namespace support {

/// A number of some bytes, the lowest one first.
inline std::string le(std::size_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}

/// A file as it stands in an archive.
struct Zipped {
  std::string name, packed;
  std::size_t bytes, method = 0, flags = 0, attributes = 0;
};

inline Zipped stored(const std::string& name, const std::string& text) {
  return {name, text, text.size()};
}

/// A hundred times the letter a, deflated.
inline Zipped deflated(const std::string& name) {
  return {name, std::string("\x4b\x4c\xa4\x3d\x00\x00", 6), 100, 8};
}

inline std::string zip_of(const std::vector<Zipped>& files, const std::string& comment = {}) {
  std::string text, list;
  for (const Zipped& file : files) {
    const std::size_t local = text.size();
    // flags, method, time, date, checksum, sizes
    const std::string common = le(file.flags, 2) + le(file.method, 2) + le(0, 8) +
                               le(file.packed.size(), 4) + le(file.bytes, 4) +
                               le(file.name.size(), 2);
    text += "PK\x03\x04" + le(20, 2) + common + le(0, 2) + file.name + file.packed;
    list += "PK\x01\x02" + le(20, 2) + le(20, 2) + common + le(0, 8) + le(file.attributes, 4) +
            le(local, 4) + file.name;
  }
  const std::size_t at = text.size();
  return text + list + "PK\x05\x06" + le(0, 4) + le(files.size(), 2) + le(files.size(), 2) +
         le(list.size(), 4) + le(at, 4) + le(comment.size(), 2) + comment;
}

}  // namespace support
