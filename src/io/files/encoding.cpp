#include "io/files/encoding.h"

#include <algorithm>

#include "io/files/text.h"

namespace io {
namespace {

/// The name after `encoding=` in the declaration of an XML text; empty without one.
std::string declared_encoding(std::string_view text) {
  if (!text.starts_with("<?xml")) return {};
  std::string_view declaration = text.substr(0, text.find("?>"));
  constexpr std::string_view kName = "encoding";
  const std::size_t at = declaration.find(kName);
  if (at == std::string_view::npos) return {};
  declaration.remove_prefix(at + kName.size());
  const std::size_t begin = declaration.find_first_of("'\"");
  if (begin == std::string_view::npos) return {};
  const std::size_t end = declaration.find(declaration[begin], begin + 1);
  if (end == std::string_view::npos) return {};
  return std::string(declaration.substr(begin + 1, end - begin - 1));
}

std::string utf8_of(const std::string& bytes, const std::string& encoding,
                    const std::string& source) {
  const auto fail = [&](const char* why) {
    throw Error(printable(concat(source, ": ", why, " ", encoding, ": save it as UTF-8")));
  };
  if (!is_known_encoding(encoding)) fail("its encoding is not known:");
  std::optional<std::string> result = converted(bytes, encoding);
  if (!result) fail("is not valid in its encoding");
  return *std::move(result);
}

}  // namespace

std::string as_utf8(std::string bytes, const std::string& source) {
  constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";
  if (bytes.starts_with("\xff\xfe")) return utf8_of(bytes.substr(2), "UTF-16LE", source);
  if (bytes.starts_with("\xfe\xff")) return utf8_of(bytes.substr(2), "UTF-16BE", source);
  if (bytes.starts_with(kUtf8Mark)) return bytes.substr(kUtf8Mark.size());
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(bytes.begin(), bytes.end(), is_ascii) || valid_utf8(bytes) == bytes) return bytes;
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && kBlanks.find(c) == std::string_view::npos;
  };
  if (std::any_of(bytes.begin(), bytes.end(), is_control)) return bytes;  // not a text
  const std::string declared = declared_encoding(bytes);
  const bool says_utf8 = declared == "UTF-8" || declared == "utf-8";
  return utf8_of(bytes, declared.empty() || says_utf8 ? "WINDOWS-1252" : declared, source);
}

}  // namespace io
