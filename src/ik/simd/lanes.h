#pragma once

#include <cmath>
#include <cstring>
#include <type_traits>

/// Function multiversioning: compiles a function for AVX2 and for the baseline, and selects at
/// start-up. Both versions give the same bits: floating-point contraction is off, and kernels fix
/// the order of their sums by lanes. Needs GNU indirect functions; off with sanitizers, which
/// initialise too late for it.
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define IK_MULTIVERSION __attribute__((target_clones("avx2", "default")))
#else
#define IK_MULTIVERSION
#endif

/// For functions called by multiversioned functions: inlined, they use each version's instructions.
#define IK_INLINE __attribute__((always_inline)) inline
/// The same for large functions with several callers. The page has no versions: one copy of them
/// is enough there.
#if defined(__wasm__)
#define IK_INLINE_LARGE __attribute__((noinline)) inline
#else
#define IK_INLINE_LARGE IK_INLINE
#endif

namespace ik {

/// Four doubles: a vector type of the compiler, available on every machine.
inline constexpr int kLanes = 4;
typedef double Lanes __attribute__((vector_size(kLanes * sizeof(double))));
typedef long long LaneBits __attribute__((vector_size(kLanes * sizeof(double))));

/// Forces constants to be loaded from memory. A browser's compiler rebuilds each known constant at
/// every use, with three or four instructions.
template <class Number>
IK_INLINE const Number* from_memory(const Number* numbers) {
#if defined(__wasm__)
  asm("" : "+r"(numbers));  // hides the contents from the compiler
#endif
  return numbers;
}

/// Lanes of one register. For wider vectors, a browser's compilers unpack and repack the result of
/// every comparison.
#if defined(__wasm__)
typedef double HeldLanes __attribute__((vector_size(16)));
#else
typedef Lanes HeldLanes;
#endif

/// Unit of memory for lanes: a set of lanes never straddles two cache lines.
struct alignas(64) CacheLine {
  double values[8];
};

// by reference: the calling convention for vectors of this width depends on the machine
template <class SomeLanes>
IK_INLINE void load(const double* from, SomeLanes& to) {
  std::memcpy(&to, from, sizeof to);
}
template <class SomeLanes>
IK_INLINE void store(const SomeLanes& from, double* to) {
  std::memcpy(to, &from, sizeof from);
}

/// `length` rounded up to whole lanes.
template <class Integer>
constexpr Integer padded(Integer length) {
  return (length + kLanes - 1) / kLanes * kLanes;
}

}  // namespace ik

// Formulas are templates of a number type N: double for one body, or a set of lanes (a vector
// type of the compiler) with one body per lane. All operations are IEEE 754 and lane by lane, so
// every lane has the same bits as a computation with doubles.
namespace ik {

/// Storage of numbers N: in rows; a row holds one number of each body of a block.
template <class N>
struct Lanewise {
  static constexpr int kCount = static_cast<int>(sizeof(N) / sizeof(double));
  /// Distance between rows: a block is one cache line wide for every width of N.
  static constexpr int kStride = static_cast<int>(sizeof(CacheLine) / sizeof(double));
};
template <>
struct Lanewise<double> {
  static constexpr int kCount = 1;
  static constexpr int kStride = 1;
};

/// The number in row `row`.
template <class N>
IK_INLINE N get(const double* rows, std::ptrdiff_t row) {
  if constexpr (Lanewise<N>::kCount == 1) {
    return rows[row];
  } else {
    N number;
    std::memcpy(&number, rows + row * Lanewise<N>::kStride, sizeof number);
    return number;
  }
}
template <class N>
IK_INLINE void put(const N& number, double* rows, std::ptrdiff_t row) {
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
    return number - N{};
  }
}

template <class N>
IK_INLINE N larger(const N& a, const N& b) {
#if defined(__wasm__)
  if constexpr (std::is_same_v<N, HeldLanes>) return (N)__builtin_wasm_pmax_f64x2(b, a);
#endif
  return a > b ? a : b;
}
template <class N>
IK_INLINE N smaller(const N& a, const N& b) {
#if defined(__wasm__)
  if constexpr (std::is_same_v<N, HeldLanes>) return (N)__builtin_wasm_pmin_f64x2(b, a);
#endif
  return a < b ? a : b;
}
template <class N>
IK_INLINE N magnitude(const N& a) {
  if constexpr (Lanewise<N>::kCount == 1) {
    return std::abs(a);
  } else {
    using Bits = decltype(a < a);
    constexpr long long kMagnitude = 0x7fffffffffffffffLL;
    return (N)((Bits)a & static_cast<decltype(Bits{}[0] + 0)>(kMagnitude));
  }
}

}  // namespace ik

#if defined(__SSE2__)
#include <immintrin.h>
#endif

// Lane operations that the compiler's vector types lack, for the instruction set of the including
// file.
namespace ik {

/// Result of comparing numbers N: in each lane all bits are set, or none.
template <class N>
using MaskOf = decltype(N{} < N{});

/// True if any lane of the mask is set.
template <class M>
IK_INLINE bool any(const M& mask) {
#if defined(__AVX512F__)
  if constexpr (sizeof(M) == 64) {
    return _mm512_test_epi32_mask((__m512i)mask, (__m512i)mask) != 0;
  }
#endif
#if defined(__AVX__)
  if constexpr (sizeof(M) == 32) return _mm256_movemask_ps((__m256)mask) != 0;
#endif
#if defined(__SSE2__)
  if constexpr (sizeof(M) == 16) return _mm_movemask_ps((__m128)mask) != 0;
  if constexpr (sizeof(M) == 32) {
    __m128 half[2];
    std::memcpy(half, &mask, sizeof half);
    return _mm_movemask_ps(_mm_or_ps(half[0], half[1])) != 0;
  }
#endif
  for (std::size_t i = 0; i < sizeof(M) / sizeof(mask[0]); ++i) {
    if (mask[i] != 0) return true;
  }
  return false;
}

IK_INLINE bool any(bool mask) { return mask; }

/// a in the lanes of the mask, b in the other lanes.
template <class N>
IK_INLINE N chosen(const MaskOf<N>& mask, const N& a, const N& b) {
#if defined(__clang__)
  // clang treats a mask as arbitrary numbers and compares them with 0 before it selects
  if constexpr (Lanewise<N>::kCount > 1) {
    using Mask = MaskOf<N>;
    return (N)(((Mask)a & mask) | ((Mask)b & ~mask));
  }
#endif
  return mask ? a : b;
}

/// The square root of every lane.
template <class N>
IK_INLINE N wide_root(const N& a) {
  if constexpr (Lanewise<N>::kCount == 1) return std::sqrt(a);
#if defined(__AVX512F__)
  if constexpr (sizeof(N) == 64) {
    // masked forms: compilers warn about an uninitialised operand in the plain forms
    return (N)_mm512_maskz_sqrt_pd(0xff, (__m512d)a);
  }
#endif
#if defined(__AVX__)
  if constexpr (sizeof(N) == 32) {
    return (N)_mm256_sqrt_pd((__m256d)a);
  }
#endif
#if defined(__SSE2__)
  if constexpr (sizeof(N) == 16) {
    return (N)_mm_sqrt_pd((__m128d)a);
  }
#endif
  if constexpr (Lanewise<N>::kCount > 1) {
    N result;
    for (int i = 0; i < Lanewise<N>::kCount; ++i) result[i] = __builtin_sqrt(a[i]);
    return result;
  }
}

/// Squares between this and its reciprocal are exact to rounding.
inline constexpr double kSafeSquare = 1e-290;

/// |(x, y, z)|, squares added from left to right. Correct for every finite vector: if the square
/// would overflow or underflow, the vector is scaled by a power of two, which is exact.
template <class N>
IK_INLINE N length_of(const N& x, const N& y, const N& z) {
  constexpr double kSafe = kSafeSquare;
  const N square = x * x + y * y + z * z;
  MaskOf<N> extreme = !(square > every<N>(kSafe));
  extreme |= !(square < every<N>(1.0 / kSafe));
  if (!any(extreme)) return wide_root<N>(square);

  // lanes that are not extreme are scaled by 1
  constexpr double kLarge = 0x1p500;
  constexpr double kScale = 0x1p600;  // keeps the square of the largest double finite
  const N reach = larger<N>(larger<N>(magnitude<N>(x), magnitude<N>(y)), magnitude<N>(z));
  N scale = reach > every<N>(kLarge) ? every<N>(1.0 / kScale) : every<N>(1.0);
  scale = reach < every<N>(1.0 / kLarge) ? every<N>(kScale) : scale;
  const N a = scale * x, b = scale * y, c = scale * z;
  return wide_root<N>(a * a + b * b + c * c) / scale;
}

}  // namespace ik
