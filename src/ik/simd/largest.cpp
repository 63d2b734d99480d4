#include "ik/simd/largest.h"

#include <bit>
#include <cstdint>

#include "ik/simd/lanes.h"

namespace ik {
namespace {

/// Mask without the sign bit. The remaining bits, read as integers, are in the order of |x|;
/// infinity comes after all numbers, NaN after infinity.
constexpr std::int64_t kUnsigned = INT64_MAX;

IK_MULTIVERSION std::int64_t largest_bits(const double* x, std::ptrdiff_t count) {
  LaneBits most = {};
  const auto take_four = [&](const double* from) __attribute__((always_inline)) {
    Lanes four;
    load(from, four);
    const LaneBits bits = (LaneBits)four & kUnsigned;
    most = bits > most ? bits : most;
  };
  std::ptrdiff_t i = 0;
  for (; i + kLanes <= count; i += kLanes) take_four(x + i);
  if (i > 0 && i < count) {
    take_four(x + count - kLanes);
    i = count;
  }
  typedef long long Half __attribute__((vector_size(16)));
  Half half = __builtin_shufflevector(most, most, 0, 1);
  const Half other = __builtin_shufflevector(most, most, 2, 3);
  half = other > half ? other : half;
  std::int64_t result = half[0] > half[1] ? half[0] : half[1];
  for (; i < count; ++i) {
    const std::int64_t bits = std::bit_cast<std::int64_t>(x[i]) & kUnsigned;
    result = bits > result ? bits : result;
  }
  return result;
}

}  // namespace

double largest(const double* x, Eigen::Index count) {
  return std::bit_cast<double>(largest_bits(x, count));
}

}  // namespace ik
