#include "ik/cholesky.h"

namespace ik {

bool factor_ldlt(Eigen::MatrixXd& A) {
  const Eigen::Index m = A.rows();
  for (Eigen::Index j = 0; j < m; ++j) {
    const double pivot = A(j, j);
    if (!(pivot > 0.0)) return false;
    const double inverse = 1.0 / pivot;
    const double* column = A.data() + j * m;
    // take the j-th rank-one part off the rest, a column at a time: additions of whole columns
    // vectorise without changing their order
    for (Eigen::Index c = j + 1; c < m; ++c) {
      const double factor = column[c] * inverse;
      if (factor == 0.0) continue;  // effectors that share no joint, and there are many
      double* rest = A.data() + c * m;
      for (Eigen::Index r = c; r < m; ++r) rest[r] -= factor * column[r];
    }
    for (Eigen::Index r = j + 1; r < m; ++r) A(r, j) *= inverse;
    A(j, j) = inverse;
  }
  return true;
}

void solve_ldlt(const Eigen::MatrixXd& A, Eigen::VectorXd& x) {
  const Eigen::Index m = A.rows();
  for (Eigen::Index j = 0; j < m; ++j) {
    const double known = x[j];
    for (Eigen::Index r = j + 1; r < m; ++r) x[r] -= known * A(r, j);
  }
  x.array() *= A.diagonal().array();
  for (Eigen::Index j = m; j-- > 1;) {
    const double known = x[j];
    for (Eigen::Index r = 0; r < j; ++r) x[r] -= known * A(j, r);
  }
}

}  // namespace ik
