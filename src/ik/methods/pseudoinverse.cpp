#include "ik/methods/pseudoinverse.h"

#include "ik/math/lane_matrix.h"

namespace ik {

void Pseudoinverse::step(const Problem& problem, Workspace& w) const {
  const Svd& svd = w.svd(problem);
  const Eigen::VectorXd& e = w.error(problem);
  const Eigen::MatrixXd &U = svd.U(), &V = svd.V();
  const int kept = svd.rank(cutoff);  // the first, for they fall
  w.show("σ kept", kept);
  w.f.resize(svd.count());
  for (int i = 0; i < kept; ++i) {
    // the sum from the first on, as lanes of a batch have it
    double along = 0.0;
    for (Eigen::Index r = 0; r < e.size(); ++r) along += U(r, i) * e[r];
    w.f[i] = along / svd.sigma()[i];
  }
  lane_times({V.data(), V.rows()}, V.rows(), kept, w.f.data(), w.dtheta.data());
}

}  // namespace ik
