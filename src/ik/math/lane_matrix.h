#pragma once

#include <cstddef>

// What the singular value decomposition of one body needs of small matrices, in lanes. Matrices are
// by columns, which begin `stride` numbers apart; `padded` ones have columns of whole sets of
// lanes. The same bits on every machine.
namespace ik {

/// A piece of memory as a matrix.
template <class Number>
struct Columnwise {
  Number* begin;
  std::ptrdiff_t stride;
  Number* column(std::ptrdiff_t i) const { return begin + i * stride; }
};

/// to = A B. \param A (length x inner) padded \param B (inner x columns) \param[out] to  padded
void lane_product(Columnwise<const double> A, std::ptrdiff_t length, std::ptrdiff_t inner,
                  Columnwise<const double> B, std::ptrdiff_t columns, Columnwise<double> to);

/// to = A x, the columns added from the first on. \param A (rows x columns)
void lane_times(Columnwise<const double> A, std::ptrdiff_t rows, std::ptrdiff_t columns,
                const double* x, double* to);

/// to = scale A^T. \param A (rows x cols) \param[out] to (cols x rows)
void lane_transpose(Columnwise<const double> A, std::ptrdiff_t rows, std::ptrdiff_t cols,
                    double scale, Columnwise<double> to);

/// Column i of `to` is factors[i] times column order[i] of A.
/// \param A (rows x ...) \param[out] to (rows x columns)
void lane_reorder(Columnwise<const double> A, std::ptrdiff_t rows, const int* order,
                  const double* factors, std::ptrdiff_t columns, Columnwise<double> to);

}  // namespace ik
