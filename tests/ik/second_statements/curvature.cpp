#include "ik/second_statements/curvature.h"

#include <algorithm>
#include <cmath>

namespace second {

MatrixX hessian_of(const Question& q, const VectorX& theta, const MatrixX& J, const VectorX& e) {
  const Place at = place(q.body, theta);
  const std::vector<int> aims = aiming(q.body);
  const auto k = static_cast<int>(q.targets.size());
  const auto n = static_cast<int>(J.cols());
  MatrixX H = J.transpose() * J;
  for (int g = 0; g < e.size() / 3; ++g) {
    const int i = g < k ? g : aims[static_cast<std::size_t>(g - k)];
    const ik::Effector& effector = q.body.effector(i);
    const bool orientation = g >= k && effector.aim == ik::AimKind::kOrientation;
    const Vector3d own = e.segment<3>(3 * g);
    for (int b = 0; b < n; ++b) {
      if (!carries(q.body, b, effector.joint)) continue;
      for (int a = 0; a <= b; ++a) {
        if (!carries(q.body, a, b)) continue;
        const Vector3d w = turns(q.body, a)
                               ? Vector3d(mobility(q, a) * at.v[static_cast<std::size_t>(a)])
                               : Vector3d(Vector3d::Zero());
        const Vector3d Ja = J.block<3, 1>(3 * g, a), Jb = J.block<3, 1>(3 * g, b);
        double second = own.dot(w.cross(Jb));
        if (orientation) {
          const double scale = std::sqrt(weight(q, g)) * effector.lever;
          const Vector3d omega = scale > 0.0 ? Vector3d(own / scale) : Vector3d(Vector3d::Zero());
          const double phi = omega.norm();
          const double c = phi < 1e-3 ? 1.0 / 12.0 + phi * phi / 720.0
                                      : (1.0 - phi / 2.0 / std::tan(phi / 2.0)) / (phi * phi);
          second = 0.5 * second + c * omega.cross(Ja).dot(omega.cross(Jb));
        }
        H(a, b) -= second;
        if (a != b) H(b, a) -= second;
      }
    }
  }
  return H;
}

VectorX region_step(const MatrixX& H, const VectorX& g, double floor, double R) {
  const auto n = H.rows();
  double low = floor, high = floor + H.norm() + g.norm() / R, sigma = floor;
  VectorX x = VectorX::Zero(n), y;
  for (int i = 0; i < 30; ++i) {
    const MatrixX A = H + sigma * MatrixX::Identity(n, n);
    if (!algebra::solve_definite(A, -g, x)) {
      low = sigma;
      sigma = i > 4 ? std::sqrt(low * high) : std::min(4.0 * low, std::sqrt(low * high));
      continue;
    }
    const double s = x.norm();
    if (s <= 1.1 * R && (sigma == floor || s >= 0.9 * R)) return x;
    (s > R ? low : high) = sigma;
    algebra::solve_definite(A, x, y);
    const double next = sigma + (s / R - 1.0) * s * s / x.dot(y);
    if (s < R && next <= floor && low <= floor) {
      sigma = floor;
    } else {
      sigma = next > low && next < high ? next : 0.5 * (low + high);
    }
  }
  return x.norm() > R ? VectorX(R / x.norm() * x) : x;
}

double negative_curvature(const MatrixX& H, VectorX& z) {
  const auto n = H.rows();
  const MatrixX I = MatrixX::Identity(n, n);
  VectorX y;
  double low = 1e-9 * H.norm(), high = H.norm();
  if (algebra::solve_definite(H + low * I, VectorX::Zero(n), y)) return 0.0;
  while (high > 1.1 * low) {
    const double middle = std::sqrt(low * high);
    (algebra::solve_definite(H + middle * I, VectorX::Zero(n), y) ? high : low) = middle;
  }
  z.resize(n);
  for (int j = 0; j < n; ++j) z[j] = 1.0 / (3 * j + 2);
  for (int i = 0; i < 16; ++i) {
    if (!algebra::solve_definite(H + high * I, z, y)) return 0.0;
    z = y.normalized();
  }
  return std::min(0.0, z.dot(H * z));
}

VectorX refined(const MatrixX& J, double mu, VectorX z, const VectorX& b) {
  const MatrixX M = J * J.transpose() + mu * mu * MatrixX::Identity(J.rows(), J.rows());
  for (int i = 0; i < 4; ++i) z += J.transpose() * algebra::solve(M, b - J * z);
  return z;
}

}  // namespace second
