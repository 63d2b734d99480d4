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

}  // namespace io
