#include <algorithm>

#include "ik/second_statements/plain.h"

// The four methods of the report.
namespace second {

Method jacobian_transpose(const Parameters& p) {
  return [gain = p.at("gain")](const Question& q) {
    const MatrixX J = jacobian(q, q.theta);
    const VectorX e = error(q, q.theta);
    const VectorX g = J.transpose() * e;
    return VectorX(gain * model_length(J, e, g) * g);
  };
}

Method pseudoinverse(const Parameters& p) {
  return [cutoff = p.at("cutoff")](const Question& q) {
    const Singular s = singular(jacobian(q, q.theta));
    return damped_sum(s, s.rank(cutoff), error(q, q.theta), 0.0);
  };
}

Method dls(const Parameters& p) {
  return [lambda = p.at("lambda")](const Question& q) {
    return damped(jacobian(q, q.theta), error(q, q.theta), lambda * lambda);
  };
}

Method sdls(const Parameters& p) {
  return [gamma_max = p.at("gamma-max"), hard = p.at("hard-clamp") != 0.0](const Question& q) {
    const MatrixX J = jacobian(q, q.theta);
    const VectorX e = error(q, q.theta);
    const Singular s = singular(J);
    VectorX x = VectorX::Zero(J.cols());
    for (int i = 0; i < s.sigma.size(); ++i) {
      if (!(s.sigma[i] > 1e-10)) continue;
      double N = 0.0;
      for (int row = 0; row < J.rows(); row += 3) N += s.U.col(i).segment<3>(row).norm();
      double M = 0.0;
      for (int j = 0; j < J.cols(); ++j) {
        double rho = 0.0;
        for (int row = 0; row < J.rows(); row += 3) rho += J.col(j).segment<3>(row).norm();
        M += std::abs(s.V(j, i)) * rho / s.sigma[i];
      }
      const double gamma = gamma_max * std::min(1.0, N / M);
      const VectorX phi = s.U.col(i).dot(e) / s.sigma[i] * s.V.col(i);
      const double most = phi.lpNorm<Eigen::Infinity>();
      if (most == 0.0) continue;
      x += (hard ? std::min(1.0, gamma / most) : gamma / (gamma + most)) * phi;
    }
    const double most = x.lpNorm<Eigen::Infinity>();
    if (most > gamma_max) x *= gamma_max / (hard ? most : gamma_max + most);
    return x;
  };
}

}  // namespace second
