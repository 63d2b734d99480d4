#include "ik/methods/sdls.h"

#include <algorithm>
#include <array>

#include "ik/math/matrix.h"
#include "ik/simd/largest.h"

namespace ik {
namespace {

/// Four columns of a matrix, one in each lane; beyond the last one it is repeated.
class FourColumns {
 public:
  IK_INLINE FourColumns(const Eigen::MatrixXd& A, Eigen::Index first) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      columns_[i] =
          A.data() + std::min(first + static_cast<Eigen::Index>(i), A.cols() - 1) * A.rows();
    }
  }
  IK_INLINE void row(Eigen::Index r, Lanes& values) const {
    values = Lanes{columns_[0][r], columns_[1][r], columns_[2][r], columns_[3][r]};
  }

 private:
  std::array<const double*, kLanes> columns_;
};

/// The sum of the lengths of the k vectors (3) in each column (3k).
IK_INLINE void add_lengths(const FourColumns& columns, Eigen::Index rows, Lanes& sum) {
  sum = Lanes{};
  for (Eigen::Index r = 0; r < rows; r += 3) {
    Lanes x, y, z;
    columns.row(r, x);
    columns.row(r + 1, y);
    columns.row(r + 2, z);
    sum += wide_root<Lanes>(x * x + y * y + z * z);
  }
}

/// rho_j = sum over effectors of |ds/dtheta_j|, how far the effectors move with joint j.
/// \param rho (n) rounded up to whole lanes
IK_MULTIVERSION void column_reach(const Eigen::MatrixXd& J, double* rho) {
  for (Eigen::Index j = 0; j < J.cols(); j += kLanes) {
    Lanes sum;
    add_lengths(FourColumns(J, j), J.rows(), sum);
    store(sum, rho + j);
  }
}

/// Computes the factor on each v_i, 0 where sigma_i counts as 0.
/// \param factors (r) rounded up to whole lanes
/// \returns the number of directions that exceeded their bound
IK_MULTIVERSION int direction_factors(const Sdls& sdls, const Svd& svd, const Eigen::VectorXd& e,
                                      const double* rho, double* factors) {
  const Lanes zero = {0.0, 0.0, 0.0, 0.0};
  const Lanes gamma_max = sdls.gamma_max - zero;
  long long shortened = 0;
  for (Eigen::Index i = 0; i < svd.count(); i += kLanes) {
    const FourColumns u(svd.U(), i);
    const FourColumns v(svd.V(), i);
    Lanes sigma = zero;  // 0 beyond the last one
    for (Eigen::Index lane = 0; lane < kLanes && i + lane < svd.count(); ++lane) {
      sigma[lane] = svd.sigma()[i + lane];
    }

    Lanes goes, along = zero, moves = zero, largest = zero;
    add_lengths(u, svd.U().rows(), goes);
    for (Eigen::Index r = 0; r < svd.U().rows(); ++r) {
      Lanes values;
      u.row(r, values);
      along += values * e[r];
    }
    for (Eigen::Index j = 0; j < svd.V().rows(); ++j) {
      Lanes values;
      v.row(j, values);
      values = magnitude<Lanes>(values);
      moves += values * rho[j];
      largest = larger<Lanes>(largest, values);
    }

    const Lanes length = along / sigma;  // phi = length * v
    largest *= magnitude<Lanes>(length);
    const Lanes gamma = selective_bound<Lanes>(goes, moves / sigma, gamma_max);
    const MaskOf<Lanes> counts = (sigma > kZeroSigma) & (largest > 0.0);
    const MaskOf<Lanes> beyond = counts & (largest > gamma);
    shortened -= beyond[0] + beyond[1] + beyond[2] + beyond[3];
    const Lanes factor = length * selective_factor<Lanes>(gamma, largest, sdls.hard_clamp);
    store(counts ? factor : zero, factors + i);
  }
  return static_cast<int>(shortened);
}

}  // namespace

void Sdls::step(const Problem& problem, Workspace& w) const {
  const Svd& svd = w.svd(problem);
  const Eigen::VectorXd& e = w.error(problem);
  Eigen::VectorXd &rho = w.g, &factors = w.f;
  rho.resize(padded(problem.multibody.joint_count()));
  factors.resize(padded(svd.count()));
  column_reach(w.jacobian(problem), rho.data());
  w.show("beyond γ", direction_factors(*this, svd, e, rho.data(), factors.data()));
  const Eigen::MatrixXd& V = svd.V();
  lane_times({V.data(), V.rows()}, V.rows(), V.cols(), factors.data(), w.dtheta.data());

  w.dtheta *= selective_cap<double>(largest(w.dtheta), gamma_max, hard_clamp);
}

}  // namespace ik
