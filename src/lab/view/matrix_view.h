#pragma once

#include <string>
#include <vector>

#include "lab/view/spectrum.h"

namespace lab {

/// The matrices of J = U Sigma V^T.
enum class MatrixKind { kJacobian, kU, kSigma, kV };

/// A matrix as a table with names.
struct MatrixView {
  MatrixKind kind = MatrixKind::kJacobian;
  std::vector<std::string> rows, columns;
  Eigen::MatrixXd values;
  std::vector<std::string> units;  ///< of a column's entries; "" for pure numbers
  double most = 0.0;               ///< the largest |entry| that is finite

  int row_count() const { return static_cast<int>(values.rows()); }
  int column_count() const { return static_cast<int>(values.cols()); }
};

/// One of the matrices of the last look at the tracker: J as the method saw it, with the roots of
/// the goals' weights and the joints' mobilities in it.
///
/// Rows of J and U are goals: every effector's x, y and z, then the aims; columns of J and rows of
/// V are joints in the solver's order; columns of U and V are singular directions, "u1".
void view_matrix(const Tracker& tracker, const Spectrum& spectrum, MatrixKind kind,
                 MatrixView& view);

}  // namespace lab
