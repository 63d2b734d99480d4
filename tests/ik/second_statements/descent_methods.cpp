#include <algorithm>
#include <cmath>
#include <memory>

#include "ik/second_statements/plain.h"

// Methods that evaluate the true error before they step.
namespace second {
namespace {

/// g = J^T e at theta.
VectorX downhill(const Question& q, const VectorX& theta) {
  return jacobian(q, theta).transpose() * error(q, theta);
}

/// x times the line search's alpha; 0 if the search fails.
VectorX searched(const Question& q, const VectorX& x, double slope) {
  return line_search(q, x, slope, trial_share(q, x)) * x;
}

void stop_frozen(const Question& q, VectorX& x) {
  for (int j = 0; j < x.size(); ++j) {
    if (mobility(q, j) == 0.0) x[j] = 0.0;
  }
}

}  // namespace

Method gradient_descent(const Parameters& p) {
  return [rate = p.at("rate"), search = p.at("line-search") != 0.0](const Question& q) {
    const VectorX g = downhill(q, q.theta);
    const VectorX x = rate * g;
    return search ? searched(q, x, g.dot(x)) : x;
  };
}

Method gauss_newton(const Parameters& p) {
  return [cutoff = p.at("cutoff")](const Question& q) {
    const Singular s = singular(jacobian(q, q.theta));
    const VectorX e = error(q, q.theta);
    const int kept = s.rank(cutoff);
    const double slope = (s.U.leftCols(kept).transpose() * e).squaredNorm();
    return searched(q, damped_sum(s, kept, e, 0.0), slope);
  };
}

Method levenberg_marquardt(const Parameters& p) {
  const double least = std::clamp(p.at("least"), 1e-9, 1e9);
  const double start = std::clamp(p.at("gamma"), least, 1e9);
  return [least, start, mu = start](const Question& q) mutable {
    mu = std::max(mu, least);
    const MatrixX J = jacobian(q, q.theta);
    const VectorX e = error(q, q.theta);
    const double longest = J.colwise().norm().maxCoeff();
    VectorX x = VectorX::Zero(J.cols());
    if (longest == 0.0) return x;
    // normal equations of [J; sqrt(gamma D)] x = [e; 0], by the SVD for precision
    VectorX root_D(J.cols());
    for (int j = 0; j < J.cols(); ++j) root_D[j] = std::max(J.col(j).norm(), 0.1 * longest);
    const MatrixX scaled = J * root_D.cwiseInverse().asDiagonal();
    double lever = 0.0;
    for (int j = 0; j < J.cols(); ++j) {
      if (turns(q.body, j)) lever = std::max(lever, J.col(j).norm());
    }
    const double share = lever > 0.0 ? std::min(1.0, e.norm() / (0.06 * lever)) : 1.0;
    double growth = 2.0;
    for (int tries = 0; tries < 12; ++tries) {
      x = damped(scaled, e, std::max(mu * share, 1e-9)).cwiseQuotient(root_D);
      x *= trial_share(q, x);
      const double promised = e.dot(J * x) - 0.5 * (J * x).squaredNorm();
      const double gain = -change(q, x) / promised;
      if (promised > 0.0 && gain > 1e-4) {
        const double factor = 1.0 - std::pow(2.0 * gain - 1.0, 3);
        mu = std::max(least, mu * std::max(1.0 / 3.0, factor));
        return x;
      }
      mu = std::min(mu * growth, 1e9);
      growth *= 2.0;
    }
    mu = start;
    x.setZero();
    return x;
  };
}

namespace {

/// sum_a dJ/dtheta_a mu_a d_a times mu_b, by section "How J turns"; J at the effectors.
MatrixX change_of_jacobian(const Question& q, const MatrixX& J, const VectorX& d) {
  const Place at = place(q.body, q.theta);
  const auto n = static_cast<int>(J.cols());
  MatrixX change = MatrixX::Zero(J.rows(), n);
  const auto w = [&](int j) {
    return Vector3d(turns(q.body, j) ? Vector3d(mobility(q, j) * at.v[j]) : Vector3d::Zero());
  };
  for (int g = 0; g < q.body.goal_count(); ++g) {
    const int carrier = q.body.goal_effector(g).joint;
    for (int b = 0; b < n; ++b) {
      for (int a = 0; a < n; ++a) {
        if (!carries(q.body, a, carrier) || !carries(q.body, b, carrier)) continue;
        const bool above = carries(q.body, a, b);
        if (!above && q.body.aim_of(g) == ik::AimKind::kOrientation) continue;
        const Vector3d turned = above ? w(a).cross(Vector3d(J.block<3, 1>(3 * g, b)))
                                      : w(b).cross(Vector3d(J.block<3, 1>(3 * g, a)));
        change.block<3, 1>(3 * g, b) += d[a] * turned;
      }
    }
  }
  return change;
}

}  // namespace

Method halley(const Parameters& p) {
  return [weight = p.at("weight")](const Question& asked) {
    Question q = asked;
    q.columns_at_target = false;
    const MatrixX J = jacobian(q, q.theta);
    const VectorX e = error(q, q.theta);
    const VectorX none = VectorX::Zero(J.cols());
    const double rho = mean_lever(q, J);
    const double least = (rho > 0.0 ? 1e-12 : weight / J.cols()) * J.squaredNorm();
    if (least == 0.0) return none;
    VectorX d = damped(J, e, std::max(weight * rho * e.norm(), least));
    d *= trial_share(q, d);
    const VectorX g = J.transpose() * e;
    if (!(g.dot(d) > 0.0)) return none;
    const MatrixX K = J + 0.5 * change_of_jacobian(q, J, d);
    VectorX x = damped(K, e, std::max(weight * rho * (e - J * d).norm(), least));
    x *= trial_share(q, x);
    if (g.dot(x) > 0.0 && change(q, x) <= -1e-4 * g.dot(x)) return x;
    return VectorX(line_search(q, d, g.dot(d), 1.0) * d);
  };
}

Method bfgs(const Parameters& p) {
  return [memory = p.at("memory"), age = 0, H = MatrixX()](const Question& q) mutable {
    const MatrixX J = jacobian(q, q.theta);
    const VectorX e = error(q, q.theta);
    const VectorX g = J.transpose() * e;
    const auto n = J.cols();
    VectorX x = VectorX::Zero(n);
    if (age > 0 && age < memory) {
      VectorX d = H * g;
      stop_frozen(q, d);
      if (g.dot(d) > 0.0) x = searched(q, d, g.dot(d));
    }
    if (x.isZero(0.0)) {
      const double a = model_length(J, e, g);
      age = 0;
      H = a * MatrixX::Identity(n, n);
      x = searched(q, a * g, a * g.dot(g));
    }
    const VectorX s = x;
    const VectorX y = g - downhill(q, moved(q, x));
    const double curvature = y.dot(s);
    if (curvature > 1e-6 * y.norm() * s.norm()) {
      const MatrixX left = MatrixX::Identity(n, n) - s * y.transpose() / curvature;
      H = (left * H * left.transpose() + s * s.transpose() / curvature).eval();
      ++age;
    }
    if (!H.allFinite()) age = 0;
    return x;
  };
}

Method conjugate_gradient(const Parameters& p) {
  return
      [restart = p.at("restart"), beta = 0.0, age = 0, d = VectorX()](const Question& q) mutable {
        const MatrixX J = jacobian(q, q.theta);
        const VectorX e = error(q, q.theta);
        const VectorX g = J.transpose() * e;
        const auto along_d = [&] {
          const VectorX x = model_length(J, e, d) * d;
          return searched(q, x, g.dot(x));
        };
        VectorX x = VectorX::Zero(g.size());
        if (beta > 0.0 && age < restart * static_cast<double>(g.size())) {
          d = (g + beta * d).eval();
          stop_frozen(q, d);
          ++age;
          if (d.dot(g) > 0.1 * d.norm() * g.norm()) x = along_d();
        }
        if (x.isZero(0.0)) {
          d = g;
          age = 1;
          x = along_d();
        }
        beta = 0.0;
        if (x.isZero(0.0)) return x;
        const VectorX after = downhill(q, moved(q, x));
        const double found = after.dot(after - g) / g.squaredNorm();
        if (found > 0.0 && std::isfinite(found)) beta = found;
        return x;
      };
}

}  // namespace second
