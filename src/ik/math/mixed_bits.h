#pragma once

#include <cstdint>

namespace ik {

/// Evenly distributed bits of a number: SplitMix64, Steele, Lea and Flood (2014).
constexpr std::uint64_t mixed_bits(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/// The upper 53 bits as a number in [0, 1): exact in a double.
constexpr double unit_number(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

}  // namespace ik
