#pragma once

#include <cstddef>

namespace ik {

// Vectorised products of small matrices, for the singular value decomposition of one body. Matrices
// are column-major with a stride; in a `padded` matrix, columns are whole sets of lanes. Same bits
// on every machine.

/// View of a column-major matrix; columns begin `stride` numbers apart.
template <class Number>
struct Columnwise {
  Number* begin;
  std::ptrdiff_t stride;
  Number* column(std::ptrdiff_t i) const { return begin + i * stride; }
};

/// to = A B. \param A (length x inner) padded \param B (inner x columns) \param[out] to  padded
void lane_product(Columnwise<const double> A, std::ptrdiff_t length, std::ptrdiff_t inner,
                  Columnwise<const double> B, std::ptrdiff_t columns, Columnwise<double> to);

/// to = A x, columns added in rising order. \param A (rows x columns)
void lane_times(Columnwise<const double> A, std::ptrdiff_t rows, std::ptrdiff_t columns,
                const double* x, double* to);

/// to = scale A^T. \param A (rows x cols) \param[out] to (cols x rows)
void lane_transpose(Columnwise<const double> A, std::ptrdiff_t rows, std::ptrdiff_t cols,
                    double scale, Columnwise<double> to);

/// Column i of `to` = factors[i] times column order[i] of A.
/// \param A has `rows` rows \param[out] to (rows x columns)
void lane_reorder(Columnwise<const double> A, std::ptrdiff_t rows, const int* order,
                  const double* factors, std::ptrdiff_t columns, Columnwise<double> to);

}  // namespace ik
