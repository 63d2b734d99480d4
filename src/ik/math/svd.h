#pragma once

#include <vector>

#include <Eigen/Core>

#include "ik/math/jacobi_meetings.h"
#include "ik/simd/lanes.h"

namespace ik {

/// The thin singular value decomposition J = sum sigma_i u_i v_i^T of an (m x n) matrix, with
/// r = min(m, n) singular values in falling order.
///
/// One-sided Jacobi rotations (Hestenes 1958) in the round-robin order of Brent and Luk (1985):
/// the shorter side's vectors are turned in pairs until all are orthogonal. Small singular values
/// come out as exactly as large ones, which forming J J^T would lose, and a singular value whose
/// vector is rounding alone (below 1e-14 of the largest) is exactly 0.
///
/// A matrix of the same shape as the last is expected to be near it: the rotations start from
/// those that the last one needed, which halves the work of a tracking step. The result then
/// depends on the matrices before in its last bits; `forget` starts afresh.
class Svd {
 public:
  /// \pre J is finite. A second call of the same shape allocates nothing.
  void compute(const Eigen::MatrixXd& J);

  /// The next call starts as the first did.
  void forget() { ages_ = 0; }

  int count() const { return static_cast<int>(sigma_.size()); }  ///< r
  const Eigen::VectorXd& sigma() const { return sigma_; }        ///< (r) falling, not negative
  /// (m x r) and (n x r). The shorter side's vectors are orthonormal; the longer side's are, but
  /// for zero columns where sigma is 0.
  const Eigen::MatrixXd& U() const { return U_; }
  const Eigen::MatrixXd& V() const { return V_; }

  /// How many singular values exceed `cutoff` times the largest.
  int rank(double cutoff) const;

 private:
  void reshape(Eigen::Index rows, Eigen::Index cols);
  void load(const Eigen::MatrixXd& J);
  void unload();

  Eigen::Index rows_ = 0, cols_ = 0;
  Eigen::Index count_ = 0;   // vectors to turn: the shorter side
  Eigen::Index length_ = 0;  // of such a vector, with padding
  int ages_ = 0;             // calls since the rotations started afresh; 0: start afresh
  double scale_ = 1.0;       // power of two that brings the largest entry near 1
  // what is turned: column a is the a-th vector, padded with zeros, and below it the a-th column of
  // the product of all rotations, padded
  Eigen::Map<Eigen::MatrixXd> work() { return {memory_[0].values, height_, players_}; }
  Eigen::Index height_ = 0, players_ = 0;
  std::vector<CacheLine> memory_;
  Eigen::MatrixXd vectors_;  // as they come, scaled and padded
  Eigen::VectorXd square_;   // squared lengths of the vectors
  Eigen::VectorXd shrunk_;   // squares of what brings them to their lengths
  Eigen::VectorXd shrink_;   // by falling length: what brings a rotation's column to its length ...
  Eigen::VectorXd unit_;     // ... and a vector to 1, or to 0
  int at_a_time_ = 2;        // vectors that meet
  std::vector<JacobiMeeting> meetings_;
  std::vector<int> falling_;  // the vectors by falling length
  Eigen::VectorXd sigma_;
  Eigen::MatrixXd U_, V_;
};

}  // namespace ik
