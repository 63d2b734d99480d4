#pragma once

#include <string>
#include <string_view>

namespace io {

/// The digits of base64 in documents and in addresses: RFC 4648, sections 4 and 5.
inline constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
inline constexpr std::string_view kBase64Url =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The bytes in these 64 digits, without padding.
std::string base64(std::string_view bytes, std::string_view digits);

}  // namespace io
