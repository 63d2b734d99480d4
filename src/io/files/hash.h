#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace io {

/// The FNV-1a hash of no bytes: its offset basis.
inline constexpr std::uint64_t kHashOfNothing = 14695981039346656037ULL;

/// FNV-1a, 64 bits (Fowler, Noll and Vo): tells contents apart that differ by accident. It does not
/// resist anyone who looks for two contents of one hash.
/// \param before the hash of the bytes before these
std::uint64_t hash_of(std::string_view bytes, std::uint64_t before = kHashOfNothing);

/// The last `digits` hexadecimal digits of a number, with leading zeros.
std::string hexadecimal(std::uint64_t number, std::size_t digits = 16);

}  // namespace io
