#include "ik/second_statements/plain.h"
#include "ik/body/joint.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace second {
namespace {

constexpr double kQuarterTurn = std::numbers::pi / 4.0;

Matrix4d homogeneous(const Matrix3d& R, const Vector3d& p) {
  Matrix4d frame = Matrix4d::Identity();
  frame.topLeftCorner<3, 3>() = R;
  frame.topRightCorner<3, 1>() = p;
  return frame;
}

/// exp([a]x angle), by Rodrigues' formula.
Matrix3d turned(const Vector3d& a, double angle) {
  Matrix3d cross;
  cross << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return Matrix3d::Identity() + std::sin(angle) * cross + (1.0 - std::cos(angle)) * cross * cross;
}

/// Axis times angle of a rotation, from its quaternion.
Vector3d rotation_vector(const Matrix3d& R) {
  const Eigen::Quaterniond q(R);
  const double sine = q.vec().norm();
  if (sine == 0.0) return Vector3d::Zero();
  return 2.0 * std::atan2(sine, std::abs(q.w())) / sine * (q.w() < 0.0 ? -1.0 : 1.0) * q.vec();
}

double huber(double distance, double d) {
  return distance <= d ? 0.5 * distance * distance : d * (distance - 0.5 * d);
}

int goals(const ik::Multibody& body) {
  return static_cast<int>(body.effectors().size() + aiming(body).size());
}

}  // namespace

Place place(const ik::Multibody& body, const VectorX& theta) {
  Place at;
  for (int j = 0; j < static_cast<int>(body.joints().size()); ++j) {
    const ik::Joint& joint = body.joint(j);
    const Matrix4d parent = joint.parent < 0 ? Matrix4d(Matrix4d::Identity())
                                             : at.frame[static_cast<std::size_t>(joint.parent)];
    const Matrix4d rest = parent * joint.parent_from_joint.matrix();
    const Matrix3d turn =
        turns(body, j) ? turned(joint.axis, theta[j]) : Matrix3d(Matrix3d::Identity());
    at.frame.push_back(rest * homogeneous(turn, slide_rate(body, j) * theta[j] * joint.axis));
    at.v.push_back(rest.topLeftCorner<3, 3>() * joint.axis);
    at.p.push_back(at.frame.back().topRightCorner<3, 1>());
  }
  for (const ik::Effector& effector : body.effectors()) {
    const Matrix4d& frame = at.frame[static_cast<std::size_t>(effector.joint)];
    at.s.push_back((frame * effector.offset.homogeneous()).head<3>());
  }
  return at;
}

bool turns(const ik::Multibody& body, int j) {
  return body.joint(j).type != ik::JointType::kPrismatic;
}

double slide_rate(const ik::Multibody& body, int j) {
  const ik::Joint& joint = body.joint(j);
  if (joint.type == ik::JointType::kRevolute) return 0.0;
  return joint.type == ik::JointType::kPrismatic ? 1.0 : joint.pitch;
}

bool carries(const ik::Multibody& body, int j, int carrier) {
  while (carrier > j) carrier = body.joint(carrier).parent;
  return carrier == j;
}

bool moves_an_effector(const ik::Multibody& body, int j) {
  return std::any_of(body.effectors().begin(), body.effectors().end(),
                     [&](const ik::Effector& e) { return carries(body, j, e.joint); });
}

std::vector<int> aiming(const ik::Multibody& body) {
  std::vector<int> found;
  for (int i = 0; i < static_cast<int>(body.effectors().size()); ++i) {
    if (body.effector(i).aim != ik::AimKind::kNone) found.push_back(i);
  }
  return found;
}

double mobility(const Question& q, int j) {
  return q.mobility.empty() ? 1.0 : q.mobility[static_cast<std::size_t>(j)];
}

double weight(const Question& q, int g) {
  return q.weights.empty() ? 1.0 : q.weights[static_cast<std::size_t>(g)];
}

double d_max(const Question& q, int g) {
  if (q.d_max.empty()) return std::numeric_limits<double>::infinity();
  const auto k = q.targets.size();
  const auto at = static_cast<std::size_t>(g);
  return q.d_max[at < k ? at : static_cast<std::size_t>(aiming(q.body)[at - k])];
}

Vector3d clamped(const Vector3d& w, double most) {
  return w.norm() <= most ? w : Vector3d(most / w.norm() * w);
}

Matrix3d axes(const Place& at, const ik::Effector& effector) {
  const auto carrier = static_cast<std::size_t>(effector.joint);
  return at.frame[carrier].topLeftCorner<3, 3>() * effector.rotation;
}

Vector3d way(const Question& q, const Place& at, int g) {
  const auto k = static_cast<int>(q.targets.size());
  if (g < k) return q.targets[static_cast<std::size_t>(g)] - at.s[static_cast<std::size_t>(g)];
  const ik::Effector& effector = q.body.effector(aiming(q.body)[static_cast<std::size_t>(g - k)]);
  const Matrix3d R = axes(at, effector);
  const ik::Aim& wanted = q.aims[static_cast<std::size_t>(g - k)];
  if (effector.aim == ik::AimKind::kOrientation) {
    return effector.lever * rotation_vector(wanted.orientation * R.transpose());
  }
  const double length = wanted.direction.norm();
  if (length == 0.0) return Vector3d::Zero();
  return effector.lever * (wanted.direction / length - R * effector.pointer);
}

VectorX error(const Question& q, const VectorX& theta) {
  const Place at = place(q.body, theta);
  VectorX e(3 * goals(q.body));
  for (int g = 0; g < goals(q.body); ++g) {
    e.segment<3>(3 * g) = std::sqrt(weight(q, g)) * clamped(way(q, at, g), d_max(q, g));
  }
  return e;
}

MatrixX jacobian(const Question& q, const VectorX& theta) {
  const Place at = place(q.body, theta);
  const auto k = static_cast<int>(q.targets.size());
  const auto n = static_cast<int>(q.body.joints().size());
  MatrixX J = MatrixX::Zero(3 * goals(q.body), n);
  for (int g = 0; g < goals(q.body); ++g) {
    const int i = g < k ? g : aiming(q.body)[static_cast<std::size_t>(g - k)];
    const ik::Effector& effector = q.body.effector(i);
    for (int j = 0; j < n; ++j) {
      if (!carries(q.body, j, effector.joint)) continue;
      const auto own = static_cast<std::size_t>(j);
      const auto which = static_cast<std::size_t>(i);
      const Vector3d& v = at.v[own];
      Vector3d column = Vector3d::Zero();
      if (g < k) {
        const Vector3d& point = q.columns_at_target ? q.targets[which] : at.s[which];
        if (turns(q.body, j)) column = v.cross(point - at.p[own]);
        column += slide_rate(q.body, j) * v;
      } else if (turns(q.body, j)) {
        const Vector3d d = axes(at, effector) * effector.pointer;
        column =
            effector.lever * (effector.aim == ik::AimKind::kOrientation ? v : Vector3d(v.cross(d)));
      }
      J.block<3, 1>(3 * g, j) = std::sqrt(weight(q, g)) * mobility(q, j) * column;
    }
  }
  return J;
}

MatrixX position_jacobian(const ik::Multibody& body, const Place& at) {
  const auto k = static_cast<int>(body.effectors().size());
  const auto n = static_cast<int>(body.joints().size());
  MatrixX J = MatrixX::Zero(3 * k, n);
  for (int i = 0; i < k; ++i) {
    for (int j = 0; j < n; ++j) {
      if (!carries(body, j, body.effector(i).joint)) continue;
      const auto own = static_cast<std::size_t>(j);
      const Vector3d& v = at.v[own];
      Vector3d column = slide_rate(body, j) * v;
      if (turns(body, j)) column += v.cross(at.s[static_cast<std::size_t>(i)] - at.p[own]);
      J.block<3, 1>(3 * i, j) = column;
    }
  }
  return J;
}

double mean_lever(const Question& q, const MatrixX& J) {
  double squares = 0.0;
  int turning = 0;
  for (int j = 0; j < J.cols(); ++j) {
    if (!turns(q.body, j)) continue;
    squares += J.col(j).squaredNorm();
    ++turning;
  }
  return turning > 0 ? std::sqrt(squares / turning) : 0.0;
}

VectorX moved(const Question& q, const VectorX& x) {
  VectorX theta = q.theta;
  for (int j = 0; j < theta.size(); ++j) theta[j] += mobility(q, j) * x[j];
  return theta;
}

double change(const Question& q, const VectorX& x) {
  const Place from = place(q.body, q.theta);
  const Place to = place(q.body, moved(q, x));
  double sum = 0.0;
  for (int g = 0; g < goals(q.body); ++g) {
    const Vector3d a = way(q, from, g);
    const Vector3d b = way(q, to, g);
    // b - a: for a far target only the effector's motion is precise
    const auto at = static_cast<std::size_t>(g);
    const Vector3d closer =
        at < q.targets.size() ? Vector3d(from.s[at] - to.s[at]) : Vector3d(b - a);
    const double d = d_max(q, g);
    // |b|^2 - |a|^2 as a product: the difference would cancel for a small step
    const double squares = closer.dot(a + b);
    if (a.norm() <= d && b.norm() <= d) {
      sum += weight(q, g) * 0.5 * squares;
    } else if (a.norm() > d && b.norm() > d) {
      sum += weight(q, g) * d * squares / (a.norm() + b.norm());
    } else {
      sum += weight(q, g) * (huber(b.norm(), d) - huber(a.norm(), d));
    }
  }
  return sum;
}

double trial_share(const Question& q, const VectorX& x) {
  double largest = 0.0;
  for (int j = 0; j < x.size(); ++j) {
    if (turns(q.body, j)) largest = std::max(largest, std::abs(mobility(q, j) * x[j]));
  }
  return largest > kQuarterTurn ? kQuarterTurn / largest : 1.0;
}

double model_length(const MatrixX& J, const VectorX& e, const VectorX& x) {
  const VectorX Jx = J * x;
  return Jx.squaredNorm() > 0.0 ? e.dot(Jx) / Jx.squaredNorm() : 0.0;
}

double line_search(const Question& q, const VectorX& x, double slope, double first) {
  double alpha = first;
  for (int tries = 0; tries < 30; ++tries) {
    const double gained = change(q, alpha * x);
    if (gained <= -1e-4 * alpha * slope) return alpha;
    const double lowest = slope * alpha * alpha / (2.0 * (gained + slope * alpha));
    alpha = std::clamp(lowest, 0.1 * alpha, 0.5 * alpha);
  }
  return 0.0;
}

int Singular::rank(double share) const {
  int count = 0;
  while (count < sigma.size() && sigma[count] > share * sigma[0]) ++count;
  return count;
}

Singular singular(const MatrixX& J) {
  const algebra::Svd svd(J);
  Singular result{svd.U, svd.sigma, svd.V};
  for (double& sigma : result.sigma) {
    if (sigma <= 1e-14 * result.sigma[0]) sigma = 0.0;
  }
  return result;
}

VectorX damped_sum(const Singular& s, int count, const VectorX& e, double square) {
  VectorX x = VectorX::Zero(s.V.rows());
  for (int i = 0; i < count; ++i) {
    const double sigma = s.sigma[i];
    if (sigma > 0.0) x += sigma / (sigma * sigma + square) * s.U.col(i).dot(e) * s.V.col(i);
  }
  return x;
}

VectorX damped(const MatrixX& J, const VectorX& e, double square) {
  const Singular s = singular(J);
  return damped_sum(s, static_cast<int>(s.sigma.size()), e, square);
}

VectorX nonnegative_least_squares(const MatrixX& E, const VectorX& f) {
  const auto count = E.cols();
  VectorX u = VectorX::Zero(count);
  std::vector<Eigen::Index> in;
  const auto least_squares = [&] {
    MatrixX A(E.rows(), static_cast<Eigen::Index>(in.size()));
    for (std::size_t i = 0; i < in.size(); ++i) A.col(static_cast<Eigen::Index>(i)) = E.col(in[i]);
    return algebra::least_squares(A, f);
  };
  for (int round = 0; round < 10 * static_cast<int>(count) + 10; ++round) {
    const VectorX slope = E.transpose() * (f - E * u);
    Eigen::Index best = -1;
    for (Eigen::Index i = 0; i < count; ++i) {
      if (u[i] == 0.0 && slope[i] > 1e-11 && (best < 0 || slope[i] > slope[best])) best = i;
    }
    if (best < 0) break;
    in.push_back(best);
    VectorX z = least_squares();
    while (z.size() > 0 && z.minCoeff() <= 0.0) {
      // back towards u until no entry is negative
      double share = 1.0;
      for (std::size_t i = 0; i < in.size(); ++i) {
        const double to = z[static_cast<Eigen::Index>(i)];
        if (to <= 0.0) share = std::min(share, u[in[i]] / (u[in[i]] - to));
      }
      std::vector<Eigen::Index> still;
      for (std::size_t i = 0; i < in.size(); ++i) {
        double& own = u[in[i]];
        own += share * (z[static_cast<Eigen::Index>(i)] - own);
        if (own > 1e-14) {
          still.push_back(in[i]);
        } else {
          own = 0.0;
        }
      }
      in = still;
      z = least_squares();
    }
    u.setZero();
    for (std::size_t i = 0; i < in.size(); ++i) u[in[i]] = z[static_cast<Eigen::Index>(i)];
  }
  return u;
}

}  // namespace second
