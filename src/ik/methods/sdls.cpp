#include "ik/methods/sdls.h"

#include <cmath>

namespace ik {
namespace {

/// Singular values up to this count as zero: that of Buss and Kim's software, m / rad.
constexpr double kZeroSigma = 1e-10;

/// rho_j = sum over effectors of |ds/dtheta_j|: how far the effectors go for a small dtheta_j.
void column_reach(const Multibody& multibody, const Eigen::MatrixXd& J, Eigen::VectorXd& rho) {
  rho.setZero(multibody.joint_count());
  for (int j = 0; j < multibody.joint_count(); ++j) {
    for (const int i : multibody.goals_of(j)) rho[j] += J.block<3, 1>(3 * i, j).norm();
  }
}

}  // namespace

void Sdls::step(const Problem& problem, Workspace& w) const {
  const Svd& svd = w.svd(problem);
  const Eigen::VectorXd& e = w.error(problem);
  Eigen::VectorXd& rho = w.g;
  column_reach(problem.multibody, w.jacobian(problem), rho);

  int shortened = 0;  // directions that ask for more than their bound
  for (int i = 0; i < svd.count(); ++i) {
    const double sigma = svd.sigma()[i];
    if (!(sigma > kZeroSigma)) break;  // they fall
    const auto u = svd.U().col(i);
    const auto v = svd.V().col(i);

    double N = 0.0;
    for (int s = 0; s < problem.multibody.goal_count(); ++s) N += u.segment<3>(3 * s).norm();
    const double M = v.cwiseAbs().dot(rho) / sigma;
    const double gamma = gamma_max * std::min(1.0, N / M);

    const double length = u.dot(e) / sigma;  // phi = length * v
    const double largest = std::abs(length) * v.lpNorm<Eigen::Infinity>();
    if (!(largest > 0.0)) continue;
    if (largest > gamma) ++shortened;
    const double factor = hard_clamp ? std::min(1.0, gamma / largest) : gamma / (gamma + largest);
    w.dtheta += (length * factor) * v;
  }

  w.show("beyond γ", shortened);
  const double largest = w.dtheta.lpNorm<Eigen::Infinity>();
  if (largest > gamma_max) w.dtheta *= gamma_max / (hard_clamp ? largest : gamma_max + largest);
}

}  // namespace ik
