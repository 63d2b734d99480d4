#pragma once

#include <cstdint>

namespace ik {

/// SplitMix64's step from one number to the next: 2^64 times the golden ratio's fraction.
inline constexpr std::uint64_t kSplitMixStep = 0x9e3779b97f4a7c15U;

/// Evenly distributed bits of a number: SplitMix64, Steele, Lea and Flood (2014).
constexpr std::uint64_t mixed_bits(std::uint64_t x) {
  x += kSplitMixStep;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/// Counter-based random bits: a function of seed and index, without state.
constexpr std::uint64_t hash_bits(std::uint64_t seed, std::uint64_t index) {
  return mixed_bits((seed + 1) * 0xd1342543de82ef95U + (index - 1) * kSplitMixStep);
}

/// The upper 53 bits as a number in [0, 1): exact in a double.
constexpr double unit_number(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

}  // namespace ik
