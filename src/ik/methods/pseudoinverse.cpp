#include "ik/methods/pseudoinverse.h"

namespace ik {

void Pseudoinverse::step(const Problem& problem, Workspace& w) const {
  const Svd& svd = w.svd(problem);
  const Eigen::VectorXd& e = w.error(problem);
  const double least = cutoff * svd.sigma()[0];
  w.show("σ kept", svd.rank(cutoff));
  for (int i = 0; i < svd.count(); ++i) {
    const double sigma = svd.sigma()[i];
    if (!(sigma > least)) break;  // they fall
    w.dtheta += (svd.U().col(i).dot(e) / sigma) * svd.V().col(i);
  }
}

}  // namespace ik
