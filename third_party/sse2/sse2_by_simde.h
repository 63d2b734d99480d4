// SSE2 for processors that lack it, by SIMDe: Eigen then computes as on x86-64, to the last bit.
// The headers beside this one have the names by which Eigen asks for it.
#pragma once

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/sse2.h>

// SIMDe has these as macros, too, which take no type that only converts to a vector, as Eigen's do
#undef _mm_slli_epi16
#undef _mm_slli_epi32
#undef _mm_slli_epi64
#undef _mm_srli_epi16
#undef _mm_srli_epi32
#undef _mm_srli_epi64
#undef _mm_srai_epi16
#undef _mm_srai_epi32
inline __m128i _mm_slli_epi16(__m128i a, int bits) { return (simde_mm_slli_epi16)(a, bits); }
inline __m128i _mm_slli_epi32(__m128i a, int bits) { return (simde_mm_slli_epi32)(a, bits); }
inline __m128i _mm_slli_epi64(__m128i a, int bits) { return (simde_mm_slli_epi64)(a, bits); }
inline __m128i _mm_srli_epi16(__m128i a, int bits) { return (simde_mm_srli_epi16)(a, bits); }
inline __m128i _mm_srli_epi32(__m128i a, int bits) { return (simde_mm_srli_epi32)(a, bits); }
inline __m128i _mm_srli_epi64(__m128i a, int bits) { return (simde_mm_srli_epi64)(a, bits); }
inline __m128i _mm_srai_epi16(__m128i a, int bits) { return (simde_mm_srai_epi16)(a, bits); }
inline __m128i _mm_srai_epi32(__m128i a, int bits) { return (simde_mm_srai_epi32)(a, bits); }

// GCC's own name, by which Eigen asks for the root of the first number
#define __builtin_ia32_sqrtsd(a) _mm_sqrt_pd(a)
