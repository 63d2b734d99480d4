#pragma once

#include <Eigen/Core>

#include <cstddef>

#include "iklab/body.h"

namespace ik {

/// LDL^T factorisation A = L D L^T of a symmetric positive definite matrix, in place; Golub and Van
/// Loan (2013), section 4.1. For 6 to 36 rows several times faster than a blocked factorisation; no
/// square roots.
/// \param[in,out] A (m x m) only the lower triangle is read; replaced by 1/D on the diagonal, the
///   unit triangular L below it and L^T above it
/// \returns false if A is not positive definite to working precision; A is then undefined
bool factor_ldlt(MatrixX& A);

/// Solves A x = b. \param A the result of factor_ldlt
/// \param[in,out] x (m) b on entry, the solution on return
void solve_ldlt(const MatrixX& A, VectorX& x);

/// Trust-region subproblem: the approximate minimum x of g^T x + 1/2 x^T (H + floor I) x over
/// |x| <= radius,
///
///   x = -(H + sigma I)^-1 g
///
/// with the smallest sigma >= floor for which the matrix is positive definite and |x| is at most
/// 10 % above the radius. Newton's iteration on the secular equation; More and Sorensen (1983),
/// section 3.
/// \param H (n x n) symmetric, definite or indefinite
/// \param A, scratch overwritten
/// \param[out] x (n)
/// \returns sigma
double solve_in_region(const MatrixX& H, const VectorX& g, double floor, double radius, MatrixX& A,
                       VectorX& scratch, VectorX& x);

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
