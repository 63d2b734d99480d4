#pragma once

#include <Eigen/Core>

namespace ik {

/// The thin singular value decomposition J = sum sigma_i u_i v_i^T of an (m x n) matrix, with
/// r = min(m, n) singular values in falling order.
///
/// One-sided Jacobi rotations (Hestenes 1958) in the round-robin order of Brent and Luk (1985):
/// the shorter side's vectors are turned in pairs until all are orthogonal. Small singular values
/// come out as exactly as large ones, which forming J J^T would lose, and a singular value whose
/// vector is rounding alone (below 1e-14 of the largest) is exactly 0.
class Svd {
 public:
  /// \pre J is finite. A second call of the same shape allocates nothing.
  void compute(const Eigen::MatrixXd& J);

  int count() const { return static_cast<int>(sigma_.size()); }  ///< r
  const Eigen::VectorXd& sigma() const { return sigma_; }        ///< (r) falling, not negative
  /// (m x r) and (n x r). The shorter side's vectors are orthonormal; the longer side's are, but
  /// for zero columns where sigma is 0.
  const Eigen::MatrixXd& U() const { return U_; }
  const Eigen::MatrixXd& V() const { return V_; }

  /// How many singular values exceed `cutoff` times the largest.
  int rank(double cutoff) const;

 private:
  void load(const Eigen::MatrixXd& J);
  bool sweep();
  void unload(const Eigen::MatrixXd& J);

  // column a is the a-th vector being turned, padded with zeros, and below it the a-th column of
  // the product of all rotations
  Eigen::MatrixXd work_;
  Eigen::VectorXd square_;   // (pairs * 2) squared lengths of the vectors
  Eigen::VectorXi order_;    // who meets whom in this round
  Eigen::MatrixXd pair_;     // (pairs x 5) what this round's rotations are computed from
  double scale_ = 1.0;       // power of two that brings the largest entry near 1
  Eigen::Index length_ = 0;  // of the vectors, with padding
  Eigen::VectorXd sigma_;
  Eigen::MatrixXd U_, V_;
};

}  // namespace ik
