#pragma once

namespace test {

/// The i-th point (i >= 1) of the Halton sequence in a prime base: evenly spread in (0, 1).
inline float halton(int i, int base) {
  float result = 0.0f;
  float share = 1.0f;
  for (; i > 0; i /= base) {
    share /= static_cast<float>(base);
    result += share * static_cast<float>(i % base);
  }
  return result;
}

/// The i-th point, mapped to (low, high).
inline float halton(int i, int base, float low, float high) {
  return low + (high - low) * halton(i, base);
}

}  // namespace test
