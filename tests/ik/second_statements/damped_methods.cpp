#include <cmath>

#include "ik/second_statements/plain.h"

// Methods that choose their damping in every step.
namespace second {

Method dls_manipulability(const Parameters& p) {
  return [p](const Question& q) {
    const Singular s = singular(jacobian(q, q.theta));
    const int r = s.rank(1e-10);
    double product = 1.0, squares = 0.0;
    for (int i = 0; i < r; ++i) {
      product *= std::pow(s.sigma[i], 1.0 / r);
      squares += s.sigma[i] * s.sigma[i] / r;
    }
    const double w_0 = p.at("threshold") * std::sqrt(squares);
    const double lambda = product < w_0 ? p.at("lambda") * (1.0 - product / w_0) : 0.0;
    return damped_sum(s, r, error(q, q.theta), lambda * lambda);
  };
}

Method dls_singular_region(const Parameters& p) {
  return [p](const Question& q) {
    const Singular s = singular(jacobian(q, q.theta));
    const VectorX e = error(q, q.theta);
    const double epsilon = p.at("epsilon"), lambda = p.at("lambda"), beta = p.at("beta");
    const int r = s.rank(1e-10);
    VectorX x = VectorX::Zero(s.V.rows());
    for (int i = 0; i < r; ++i) {
      const double chosen = s.sigma[p.at("filtering") != 0.0 ? i : r - 1];
      double square = 0.0;
      if (chosen < epsilon) {
        square = lambda * lambda * (1.0 - chosen * chosen / (epsilon * epsilon));
      }
      const double sigma = s.sigma[i];
      x += sigma / (sigma * sigma + square + beta * beta) * s.U.col(i).dot(e) * s.V.col(i);
    }
    return x;
  };
}

Method dls_error(const Parameters& p) {
  return [p](const Question& q) {
    const VectorX e = error(q, q.theta);
    const MatrixX J = jacobian(q, q.theta);
    const double rho = mean_lever(q, J);
    double square = p.at("bias");
    if (rho > 0.0)
      square += p.at("weight") * rho * rho * std::pow(e.norm() / rho, p.at("exponent"));
    return damped(J, e, square);
  };
}

}  // namespace second
