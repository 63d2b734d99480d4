#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "ik/second_statements/clearances.h"

// Methods for redundant bodies.
namespace second {
namespace {

/// w_j: axis of a turning joint, 0 for a sliding joint.
Vector3d turning_axis(const Question& q, const Place& at, int j) {
  return turns(q.body, j) ? at.v[static_cast<std::size_t>(j)] : Vector3d(Vector3d::Zero());
}

/// y . dJ_b/dtheta_a for the rows of a point, a direction or the axes of an orientation. J (3 x n)
/// has columns for `carrier` and its ancestors.
double turned_column(const Question& q, const Place& at, const MatrixX& J, int carrier,
                     bool orientation, const Vector3d& y, int b, int a) {
  if (!carries(q.body, a, carrier) || !carries(q.body, b, carrier)) return 0.0;
  if (a <= b) return y.dot(turning_axis(q, at, a).cross(Vector3d(J.col(b))));
  if (orientation) return 0.0;
  return y.dot(turning_axis(q, at, b).cross(Vector3d(J.col(a))));
}

/// Adds the gradient of -1/2 log det(J J^T + (0.1)^2 I) times `weight`.
void add_manipulability(const Question& q, const VectorX& theta, double weight, VectorX& g) {
  const Place at = place(q.body, theta);
  const MatrixX J = position_jacobian(q.body, at);
  MatrixX A = J * J.transpose();
  A.diagonal().array() += 0.1 * 0.1;
  MatrixX M(J.rows(), J.cols());
  for (int b = 0; b < J.cols(); ++b) M.col(b) = solve(A, J.col(b));
  for (int i = 0; i < J.rows() / 3; ++i) {
    const MatrixX rows = J.middleRows(3 * i, 3);
    for (int a = 0; a < J.cols(); ++a) {
      for (int b = 0; b < J.cols(); ++b) {
        const Vector3d y = M.col(b).segment<3>(3 * i);
        g[a] -= weight * turned_column(q, at, rows, q.body.effector(i).joint, false, y, b, a);
      }
    }
  }
}

void scale(const Question& q, VectorX& g) {
  for (int j = 0; j < g.size(); ++j) {
    g[j] = moves_an_effector(q.body, j) ? mobility(q, j) * g[j] : 0.0;
  }
}

void cut_posture(VectorX& x) {
  const double most = x.lpNorm<Eigen::Infinity>();
  if (most > 0.1) x *= 0.1 / most;
}

/// I - V V^T with the first `rank` columns of V.
MatrixX projector(const Singular& s, int rank) {
  return MatrixX::Identity(s.V.rows(), s.V.rows()) -
         s.V.leftCols(rank) * s.V.leftCols(rank).transpose();
}

}  // namespace

Method weighted_pseudoinverse(const Parameters& p) {
  return [p](const Question& q) {
    const MatrixX J = jacobian(q, q.theta);
    const VectorX e = error(q, q.theta);
    const double lambda = p.at("lambda");
    VectorX inverse(J.cols());  // of the weights w
    for (int j = 0; j < J.cols(); ++j) {
      int carried = 0;
      for (int i = j; i < J.cols(); ++i) carried += carries(q.body, j, i) ? 1 : 0;
      inverse[j] = std::pow(carried, -p.at("stiffness"));
    }
    const auto step = [&] {
      const VectorX root = inverse.cwiseSqrt();
      const Singular s = singular(J * root.asDiagonal());
      return VectorX(root.asDiagonal() * damped_sum(s, s.rank(1e-12), e, lambda * lambda));
    };
    const VectorX x = step();
    if (p.at("limit-avoidance") == 0.0) return x;
    for (int j = 0; j < J.cols(); ++j) {
      const ik::Joint& joint = q.body.joint(j);
      const double above = joint.upper - q.theta[j];
      const double below = q.theta[j] - joint.lower;
      const double range = joint.upper - joint.lower;
      if (!std::isfinite(range)) continue;
      if (!(x[j] > 0.0 && above < below) && !(x[j] < 0.0 && below < above)) continue;
      if (above <= 0.0 || below <= 0.0) {
        inverse[j] = 0.0;
      } else {
        const double slope = range * range *
                             std::abs(2.0 * q.theta[j] - joint.lower - joint.upper) /
                             (4.0 * above * above * below * below);
        inverse[j] /= 1.0 + slope;
      }
    }
    return step();
  };
}

Method nullspace(const Parameters& p) {
  return [p](const Question& q) {
    const Singular s = singular(jacobian(q, q.theta));
    const int rank = s.rank(1e-12);
    const auto n = q.theta.size();
    VectorX phi = VectorX::Zero(n);
    if (rank == 0) return phi;

    double h = 1.0;
    const auto half = [&](int j) {
      const ik::Joint& joint = q.body.joint(j);
      return 0.5 * (joint.upper - joint.lower);
    };
    for (int j = 0; j < n; ++j) {
      if (half(j) > 0.0) h = std::min(h, half(j));
    }
    for (int j = 0; j < n; ++j) {
      const ik::Joint& joint = q.body.joint(j);
      phi[j] -= p.at("rest") * (q.theta[j] - joint.rest);
      if (!std::isfinite(half(j)) || !(half(j) > 0.0)) continue;
      const double middle = 0.5 * (joint.lower + joint.upper);
      phi[j] -= p.at("limit-avoidance") * h * h / (half(j) * half(j)) * (q.theta[j] - middle);
    }
    add_manipulability(q, q.theta, -p.at("manipulability"), phi);
    for (const Pair& pair : pairs(q, q.theta)) {
      const double depth = p.at("margin") - pair.distance;
      if (depth > 0.0) phi += p.at("obstacles") * depth * pair.gradient;
    }
    scale(q, phi);
    cut_posture(phi);
    const double lambda = p.at("lambda");
    return VectorX(damped_sum(s, rank, error(q, q.theta), lambda * lambda) +
                   projector(s, rank) * phi);
  };
}

Method task_priority(const Parameters& p) {
  return [p](const Question& q) {
    const MatrixX J = jacobian(q, q.theta);
    const VectorX e = error(q, q.theta);
    const int k = static_cast<int>(q.targets.size());
    const int first = std::min(static_cast<int>(p.at("first")), k - 1);
    std::vector<int> order;
    for (int i = 0; i < k; ++i) {
      order.push_back((p.at("reverse") != 0.0 ? first - i + k : first + i) % k);
    }
    for (int g = k; g < J.rows() / 3; ++g) order.push_back(g);

    VectorX x = VectorX::Zero(J.cols());
    MatrixX P = MatrixX::Identity(J.cols(), J.cols());
    const double lambda = p.at("lambda");
    for (const int g : order) {
      const MatrixX rows = J.middleRows(3 * g, 3);
      const Singular s = singular(rows * P);
      const VectorX rest = e.segment(3 * g, 3) - rows * x;
      int counted = 0;
      while (counted < s.sigma.size() && s.sigma[counted] > 1e-12 * J.norm()) ++counted;
      x += damped_sum(s, counted, rest, lambda * lambda);
      P -= s.V.leftCols(counted) * s.V.leftCols(counted).transpose();
    }
    return x;
  };
}

Method extended_jacobian(const Parameters& p) {
  return [p](const Question& q) {
    const MatrixX J = jacobian(q, q.theta);
    const Singular s = singular(J);
    const int rank = s.rank(1e-12);
    const auto n = J.cols();
    const auto k = static_cast<int>(q.targets.size());
    if (rank == 0) return VectorX(VectorX::Zero(n));
    const VectorX e = error(q, q.theta);
    const VectorX task = damped_sum(s, rank, e, p.at("lambda") * p.at("lambda"));

    const auto posture_gradient = [&](const VectorX& theta) {
      VectorX g(n);
      for (int j = 0; j < n; ++j) g[j] = theta[j] - q.body.joint(j).rest;
      if (p.at("manipulability") > 0.0) add_manipulability(q, theta, p.at("manipulability"), g);
      scale(q, g);
      return g;
    };
    const VectorX gradient = posture_gradient(q.theta);
    // damped (J^T)^+
    VectorX y = VectorX::Zero(J.rows());
    const double floor = 1e-3 * s.sigma[0];
    for (int i = 0; i < rank; ++i) {
      y += s.sigma[i] / (s.sigma[i] * s.sigma[i] + floor * floor) * s.V.col(i).dot(gradient) *
           s.U.col(i);
    }

    MatrixX K = MatrixX::Zero(n, n);
    for (int j = 0; j < n; ++j) {
      if (p.at("manipulability") > 0.0) {
        VectorX ahead = q.theta, behind = q.theta;
        ahead[j] += 1e-4;
        behind[j] -= 1e-4;
        K.col(j) = mobility(q, j) / 2e-4 * (posture_gradient(ahead) - posture_gradient(behind));
      } else {
        K(j, j) = mobility(q, j) * mobility(q, j);
      }
    }
    const Place at = place(q.body, q.theta);
    const std::vector<int> aims = aiming(q.body);
    for (int g = 0; g < J.rows() / 3; ++g) {
      const int i = g < k ? g : aims[static_cast<std::size_t>(g - k)];
      const ik::Effector& effector = q.body.effector(i);
      const bool orientation = g >= k && effector.aim == ik::AimKind::kOrientation;
      const Vector3d along = y.segment<3>(3 * g);
      for (int b = 0; b < n; ++b) {
        for (int a = 0; a < n; ++a) {
          K(b, a) -=
              mobility(q, std::min(a, b)) * turned_column(q, at, J.middleRows(3 * g, 3),
                                                          effector.joint, orientation, along, b, a);
        }
      }
    }

    const MatrixX P = projector(s, rank);
    const Singular extension = singular(P * K * P);
    const VectorX pull = K * task;
    VectorX follow = VectorX::Zero(n), back = VectorX::Zero(n);
    const double damping = p.at("damping");
    for (int i = 0; i < n; ++i) {
      const double size = extension.sigma[i];
      if (!(size > 1e-12 * K.norm())) continue;
      const VectorX u = extension.U.col(i);
      follow -= size / (size * size + damping * damping) * u.dot(pull) * extension.V.col(i);
      back -= p.at("correction") / (size + damping) * u.dot(P * gradient) * u;
    }
    cut_posture(back);
    return VectorX(task + P * (follow + back));
  };
}

}  // namespace second
