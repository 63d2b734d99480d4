#pragma once

#include <cmath>
#include <cstring>

#include "ik/lanes.h"

/// What formulas that serve one body and many are written in: a number N is a double, or a set of
/// lanes with one body's number in each (a vector type of the compiler). All operations go lane by
/// lane and are those of IEEE 754, so that every lane has the bits that a lone double would have.
namespace ik {

/// How the numbers N of a block stand in memory.
template <class N>
struct Lanewise {
  using Real = std::remove_cvref_t<decltype(N{}[0])>;
  static constexpr int kCount = static_cast<int>(sizeof(N) / sizeof(Real));
  /// From one row to the next: a block is a line of the cache wide, whatever the machine's lanes.
  static constexpr int kStride = static_cast<int>(sizeof(CacheLine) / sizeof(Real));
};
template <>
struct Lanewise<double> {
  using Real = double;
  static constexpr int kCount = 1;
  static constexpr int kStride = 1;
};
template <class N>
using RealOf = typename Lanewise<N>::Real;

/// The number in row `row` of rows that start at `rows`.
template <class N>
IK_INLINE N get(const RealOf<N>* rows, std::ptrdiff_t row) {
  if constexpr (Lanewise<N>::kCount == 1) {
    return rows[row];
  } else {
    N number;
    std::memcpy(&number, rows + row * Lanewise<N>::kStride, sizeof number);
    return number;
  }
}
template <class N>
IK_INLINE void put(const N& number, RealOf<N>* rows, std::ptrdiff_t row) {
  if constexpr (Lanewise<N>::kCount == 1) {
    rows[row] = number;
  } else {
    std::memcpy(rows + row * Lanewise<N>::kStride, &number, sizeof number);
  }
}

/// The same number in every lane.
template <class N>
IK_INLINE N every(double number) {
  if constexpr (Lanewise<N>::kCount == 1) {
    return number;
  } else {
    return static_cast<RealOf<N>>(number) - N{};
  }
}

template <class N>
IK_INLINE N larger(const N& a, const N& b) {
  return a > b ? a : b;
}
template <class N>
IK_INLINE N magnitude(const N& a) {
  if constexpr (Lanewise<N>::kCount == 1) {
    return std::abs(a);
  } else {
    using Bits = decltype(a < a);
    constexpr bool kDouble = sizeof(RealOf<N>) == sizeof(double);
    return (N)((Bits)a & (kDouble ? static_cast<decltype(Bits{}[0] + 0)>(0x7fffffffffffffffLL)
                                  : static_cast<decltype(Bits{}[0] + 0)>(0x7fffffff)));
  }
}

}  // namespace ik
