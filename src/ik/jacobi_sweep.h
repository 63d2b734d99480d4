#pragma once

#include <cstddef>

namespace ik {

/// Columns that one-sided Jacobi rotations make orthogonal.
struct JacobiColumns {
  double* data;           ///< column a starts at data + a * height
  std::ptrdiff_t height;  ///< entries of a column that are turned, a multiple of 4
  std::ptrdiff_t length;  ///< the first so many are what becomes orthogonal, a multiple of 4
  int count;              ///< of columns, even
  double* square;         ///< (count) scratch: squared lengths
  double* turns;          ///< (5 x half of count, rounded up to a multiple of 4) scratch
  const int* meetings;    ///< (count - 1) rounds of count / 2 pairs, no column twice in a round
};

/// Lets every pair of columns meet once and turns it orthogonal; Golub and Van Loan (2013),
/// section 8.6.3. Same bits on every machine.
/// \returns true if another sweep is needed, false once what is left is below working precision
bool jacobi_sweep(const JacobiColumns& columns);

/// The same dot product that the sweep uses; `length` is a multiple of 4.
double lane_dot(const double* a, const double* b, std::ptrdiff_t length);

/// sum = sum_r factors[r] vectors[r] of `count` vectors that lie one after the other.
/// \param length of a vector, a multiple of 4
void lane_combine(const double* vectors, std::ptrdiff_t length, int count, const double* factors,
                  double* sum);

/// Vectors shorter than this, relative to the longest, are rounding alone.
inline constexpr double kJacobiNothing = 1e-14;

}  // namespace ik
