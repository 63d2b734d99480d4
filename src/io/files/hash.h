#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace io {

/// The FNV-1a hash of zero bytes: its offset basis.
inline constexpr std::uint64_t kHashOfNothing = 14695981039346656037ULL;

/// FNV-1a hash, 64 bits (Fowler, Noll and Vo). Detects accidental differences; not secure against
/// deliberate collisions.
/// \param before hash of the preceding bytes
std::uint64_t hash_of(std::string_view bytes, std::uint64_t before = kHashOfNothing);

/// The last `digits` hexadecimal digits of a number, with leading zeros.
std::string hexadecimal(std::uint64_t number, std::size_t digits = 16);

/// The digits of base64 in documents and in addresses: RFC 4648, sections 4 and 5.
inline constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
inline constexpr std::string_view kBase64Url =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The bytes in these 64 digits, without padding.
std::string base64(std::string_view bytes, std::string_view digits);

}  // namespace io
