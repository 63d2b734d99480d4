// SSE2 for processors without it, by SIMDe: Eigen then computes as on x86-64, to the last bit. The
// other headers in this folder have the names that Eigen includes.
#pragma once

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/sse2.h>

// SIMDe also defines these as macros; macros reject Eigen's types, which only convert to a vector
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

// GCC's builtin by which Eigen computes the square root of the first number
#define __builtin_ia32_sqrtsd(a) _mm_sqrt_pd(a)
