#include "ik/jacobi_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ik/lanes.h"

namespace ik {
namespace {

/// Vectors count as orthogonal when the cosine of their angle is below this.
constexpr double kOrthogonal = 4.0 * std::numeric_limits<double>::epsilon();

/// Convergence is quadratic: a sweep that met no larger cosine than this has left none.
constexpr double kLastSweep = 1e-8;
/// Keeps 0 / 0 out of pairs with nothing to turn, and changes no other.
constexpr double kTiny = std::numeric_limits<double>::min();

IK_INLINE double dot(const double* a, const double* b, std::ptrdiff_t length) {
  Lanes sum = {0.0, 0.0, 0.0, 0.0};
  for (std::ptrdiff_t i = 0; i < length; i += kLanes) {
    Lanes x, y;
    load(a + i, x);
    load(b + i, y);
    sum += x * y;
  }
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

IK_INLINE void rotate(double* a, double* b, std::ptrdiff_t height, double cosine, double sine) {
  for (std::ptrdiff_t i = 0; i < height; i += kLanes) {
    Lanes x, y;
    load(a + i, x);
    load(b + i, y);
    store(cosine * x - sine * y, a + i);
    store(sine * x + cosine * y, b + i);
  }
}

}  // namespace

IK_MULTIVERSION double lane_dot(const double* a, const double* b, std::ptrdiff_t length) {
  return dot(a, b, length);
}

IK_MULTIVERSION void lane_combine(const double* vectors, std::ptrdiff_t length, int count,
                                  const double* factors, double* sum) {
  for (std::ptrdiff_t i = 0; i < length; i += kLanes) {
    Lanes here = {0.0, 0.0, 0.0, 0.0};
    for (int r = 0; r < count; ++r) {
      Lanes x;
      load(vectors + r * length + i, x);
      here += factors[r] * x;
    }
    store(here, sum + i);
  }
}

IK_MULTIVERSION bool jacobi_sweep(const JacobiColumns& columns) {
  const std::ptrdiff_t height = columns.height;
  const int pairs = columns.count / 2;
  const int stride = padded(pairs);
  // of each pair: a . b, or 0 where there is nothing to turn; half of b . b - a . a; and the turn
  double* __restrict const products = columns.turns;
  double* __restrict const halves = products + stride;
  double* __restrict const tangents = halves + stride;
  double* __restrict const cosines = tangents + stride;
  double* __restrict const sines = cosines + stride;
  double* const square = columns.square;

  double longest = 0.0;
  for (int a = 0; a < columns.count; ++a) {
    const double* column = columns.data + a * height;
    square[a] = dot(column, column, columns.length);
    longest = std::max(longest, square[a]);
  }
  const double nothing = kJacobiNothing * kJacobiNothing * longest;
  bool again = false;

  for (int round = 0; round + 1 < columns.count; ++round) {
    const int* meeting = columns.meetings + 2 * pairs * round;
    bool turned = false;
    for (int i = 0; i < pairs; ++i) {
      const int a = meeting[2 * i];
      const int b = meeting[2 * i + 1];
      const double ab = dot(columns.data + a * height, columns.data + b * height, columns.length);
      const double limit = square[a] * square[b];
      const bool turn =
          std::min(square[a], square[b]) > nothing && ab * ab > kOrthogonal * kOrthogonal * limit;
      turned = turned || turn;
      again = again || (turn && ab * ab > kLastSweep * kLastSweep * limit);
      products[i] = turn ? ab : 0.0;
      halves[i] = 0.5 * (square[b] - square[a]);
    }
    if (!turned) continue;

    // tan 2x = 2 ab / (bb - aa), and of its two solutions the turn by at most 45 degrees. The pairs
    // share no column, so that all are solved at once; without a branch, so that lanes can do it
    for (int i = 0; i < stride; ++i) {
      const double ab = products[i];
      const double half = halves[i];
      const double root = std::sqrt(half * half + ab * ab);
      const double tangent = std::copysign(1.0, half) * ab / (std::abs(half) + root + kTiny);
      const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
      tangents[i] = tangent;
      cosines[i] = cosine;
      sines[i] = cosine * tangent;
    }
    for (int i = 0; i < pairs; ++i) {
      if (products[i] == 0.0) continue;
      const int a = meeting[2 * i];
      const int b = meeting[2 * i + 1];
      rotate(columns.data + a * height, columns.data + b * height, height, cosines[i], sines[i]);
      square[a] -= tangents[i] * products[i];
      square[b] += tangents[i] * products[i];
    }
  }
  return again;
}

}  // namespace ik
