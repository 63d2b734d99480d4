#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "ik/numbers.h"

// What sets of lanes need beside the operations that the compiler knows, in the instructions that
// the including file is compiled for.
namespace ik {

/// What a comparison of numbers N gives: all bits of a lane or none.
template <class N>
using MaskOf = decltype(N{} < N{});

/// True where a lane of the mask is set.
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

/// The square root of every lane.
template <class N>
IK_INLINE N wide_root(const N& a) {
  constexpr bool kDouble = sizeof(RealOf<N>) == 8;
  if constexpr (Lanewise<N>::kCount == 1) return std::sqrt(a);
#if defined(__AVX512F__)
  if constexpr (sizeof(N) == 64) {
    // masked forms: the plain ones have an operand that compilers take for uninitialised
    if constexpr (kDouble) return (N)_mm512_maskz_sqrt_pd(0xff, (__m512d)a);
    if constexpr (!kDouble) return (N)_mm512_maskz_sqrt_ps(0xffff, (__m512)a);
  }
#endif
#if defined(__AVX__)
  if constexpr (sizeof(N) == 32) {
    if constexpr (kDouble) return (N)_mm256_sqrt_pd((__m256d)a);
    if constexpr (!kDouble) return (N)_mm256_sqrt_ps((__m256)a);
  }
#endif
#if defined(__SSE2__)
  if constexpr (sizeof(N) == 16) {
    if constexpr (kDouble) return (N)_mm_sqrt_pd((__m128d)a);
    if constexpr (!kDouble) return (N)_mm_sqrt_ps((__m128)a);
  }
#endif
  if constexpr (Lanewise<N>::kCount > 1) {
    N result;
    for (int i = 0; i < Lanewise<N>::kCount; ++i) result[i] = __builtin_sqrt(a[i]);
    return result;
  }
}

}  // namespace ik
