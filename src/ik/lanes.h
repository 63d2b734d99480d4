#pragma once

#include <cstring>

/// Compiles a function twice, for AVX2 and for every machine, and picks at start-up. Floating-point
/// contraction is off and kernels fix the order of their sums by lanes, so both give the same bits.
/// Sanitizers start up too late for it, and it needs GNU indirect functions.
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define IK_MULTIVERSION __attribute__((target_clones("avx2", "default")))
#else
#define IK_MULTIVERSION
#endif

/// For what multiversioned functions call, so that each version gets its own instructions for it.
#define IK_INLINE __attribute__((always_inline)) inline

namespace ik {

/// Four doubles that the compiler computes with side by side, on any machine.
inline constexpr int kLanes = 4;
typedef double Lanes __attribute__((vector_size(kLanes * sizeof(double))));
typedef long long LaneBits __attribute__((vector_size(kLanes * sizeof(double))));

/// What memory for lanes is made of, so that no set of them straddles two lines of the cache.
struct alignas(64) CacheLine {
  double values[8];
};

// by reference, since how a vector of this width is returned depends on the machine
IK_INLINE void load(const double* from, Lanes& to) { std::memcpy(&to, from, sizeof to); }
IK_INLINE void store(const Lanes& from, double* to) { std::memcpy(to, &from, sizeof from); }

/// `length` rounded up to whole lanes.
template <class Integer>
constexpr Integer padded(Integer length) {
  return (length + kLanes - 1) / kLanes * kLanes;
}

}  // namespace ik
