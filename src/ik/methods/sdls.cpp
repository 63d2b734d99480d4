#include "ik/methods/sdls.h"

#include <algorithm>
#include <array>

#include "ik/math/lane_matrix.h"
#include "ik/methods/lane_kernels.h"
#include "ik/simd/lanes.h"
#include "ik/simd/largest.h"

namespace ik {
namespace {

constexpr int kHeld = Lanewise<HeldLanes>::kCount;

/// Consecutive columns of a matrix, one per lane; beyond the end the last column is repeated.
class SomeColumns {
 public:
  IK_INLINE SomeColumns(const MatrixX& A, Eigen::Index first) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      columns_[i] =
          A.data() + std::min(first + static_cast<Eigen::Index>(i), A.cols() - 1) * A.rows();
    }
  }
  IK_INLINE void row(Eigen::Index r, HeldLanes& values) const {
    for (int i = 0; i < kHeld; ++i) values[i] = columns_[static_cast<std::size_t>(i)][r];
  }

 private:
  std::array<const double*, kHeld> columns_;
};

/// sum = for each column (3k), the sum of the lengths of its k 3-vectors.
IK_INLINE void add_lengths(const SomeColumns& columns, Eigen::Index rows, HeldLanes& sum) {
  sum = HeldLanes{};
  for (Eigen::Index r = 0; r < rows; r += 3) {
    HeldLanes x, y, z;
    columns.row(r, x);
    columns.row(r + 1, y);
    columns.row(r + 2, z);
    sum += wide_root<HeldLanes>(x * x + y * y + z * z);
  }
}

/// rho_j = sum over effectors of |ds/dtheta_j|.
/// \param rho (n), n rounded up to whole lanes
IK_MULTIVERSION void column_reach(const MatrixX& J, double* rho) {
  for (Eigen::Index j = 0; j < J.cols(); j += kHeld) {
    HeldLanes sum;
    add_lengths(SomeColumns(J, j), J.rows(), sum);
    store(sum, rho + j);
  }
}

/// Computes the factor on each v_i, 0 if sigma_i counts as 0.
/// \param factors (r), r rounded up to whole lanes
/// \returns the number of directions that exceeded their bound
IK_MULTIVERSION int direction_factors(const Sdls& sdls, const Svd& svd, const VectorX& e,
                                      const double* rho, double* factors) {
  const HeldLanes zero = {};
  const HeldLanes gamma_max = sdls.gamma_max - zero;
  long long shortened = 0;
  for (Eigen::Index i = 0; i < svd.count(); i += kHeld) {
    const SomeColumns u(svd.U(), i);
    const SomeColumns v(svd.V(), i);
    HeldLanes sigma = zero;  // 0 beyond the last singular value
    for (Eigen::Index lane = 0; lane < kHeld && i + lane < svd.count(); ++lane) {
      sigma[lane] = svd.sigma()[i + lane];
    }

    HeldLanes goes, along = zero, moves = zero, largest = zero;
    add_lengths(u, svd.U().rows(), goes);
    for (Eigen::Index r = 0; r < svd.U().rows(); ++r) {
      HeldLanes values;
      u.row(r, values);
      along += values * e[r];
    }
    for (Eigen::Index j = 0; j < svd.V().rows(); ++j) {
      HeldLanes values;
      v.row(j, values);
      values = magnitude<HeldLanes>(values);
      moves += values * rho[j];
      largest = larger<HeldLanes>(largest, values);
    }

    const HeldLanes length = along / sigma;  // phi = length * v
    largest *= magnitude<HeldLanes>(length);
    const HeldLanes gamma = selective_bound<HeldLanes>(goes, moves / sigma, gamma_max);
    const MaskOf<HeldLanes> counts = (sigma > kZeroSigma) & (largest > 0.0);
    const MaskOf<HeldLanes> beyond = counts & (largest > gamma);
    for (int lane = 0; lane < kHeld; ++lane) shortened -= beyond[lane];
    const HeldLanes factor = length * selective_factor<HeldLanes>(gamma, largest, sdls.hard_clamp);
    store(chosen<HeldLanes>(counts, factor, zero), factors + i);
  }
  return static_cast<int>(shortened);
}

}  // namespace

void Sdls::step(const Problem& problem, Workspace& w) const {
  const Svd& svd = w.svd(problem);
  const VectorX& e = w.error(problem);
  VectorX &rho = w.g, &factors = w.f;
  rho.resize(padded(problem.multibody.joint_count()));
  factors.resize(padded(svd.count()));
  column_reach(w.jacobian(problem), rho.data());
  w.show("beyond γ", direction_factors(*this, svd, e, rho.data(), factors.data()));
  const MatrixX& V = svd.V();
  lane_times({V.data(), V.rows()}, V.rows(), V.cols(), factors.data(), w.dtheta.data());

  w.dtheta *= selective_cap<double>(largest(w.dtheta), gamma_max, hard_clamp);
}

}  // namespace ik
