#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <Eigen/Geometry>

#include "ik/second_statements/clearances.h"

// Methods with constraints.
namespace second {
namespace {

/// S: largest norm of a column over the three rows of a goal.
double longest_column(const MatrixX& J) {
  double most = 0.0;
  for (Eigen::Index goal = 0; goal < J.rows() / 3; ++goal) {
    const MatrixX rows = J.middleRows(3 * goal, 3);
    most = std::max(most, (rows.transpose() * rows).diagonal().maxCoeff());
  }
  return std::sqrt(most);
}

/// Closest points x and y of two segments: the best of the lines' common perpendicular and all end
/// points.
void closest(const Vector3d& p0, const Vector3d& p1, const Vector3d& q0, const Vector3d& q1,
             double& along, Vector3d& apart) {
  const auto clamp01 = [](double x) { return std::clamp(x, 0.0, 1.0); };
  const Vector3d u = p1 - p0, v = q1 - q0;
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](double a, double b) {
    const Vector3d way = p0 + a * u - q0 - b * v;
    if (way.norm() < least) {
      least = way.norm();
      along = a;
      apart = way;
    }
  };
  const auto foot = [&](const Vector3d& x, const Vector3d& from, const Vector3d& way) {
    return way.squaredNorm() > 0.0 ? clamp01(way.dot(x - from) / way.squaredNorm()) : 0.0;
  };
  // the lines' common perpendicular: (p0 + a u - q0 - b v) . u = 0 and . v = 0
  Eigen::Matrix2d A;
  A << u.dot(u), -u.dot(v), u.dot(v), -v.dot(v);
  if (u.cross(v).norm() > 1e-9 * u.norm() * v.norm()) {
    const Eigen::Vector2d ab = A.inverse() * Eigen::Vector2d((q0 - p0).dot(u), (q0 - p0).dot(v));
    if (ab == Eigen::Vector2d(clamp01(ab[0]), clamp01(ab[1]))) offer(ab[0], ab[1]);
  }
  offer(0.0, foot(p0, q0, v));
  offer(1.0, foot(p1, q0, v));
  offer(foot(q0, p0, u), 0.0);
  offer(foot(q1, p0, u), 1.0);
}

/// A unit vector perpendicular to both, or to the nonzero one.
Vector3d across(const Vector3d& axis, const Vector3d& link) {
  if (axis.cross(link).norm() > 1e-12 * axis.norm() * link.norm()) {
    return axis.cross(link).normalized();
  }
  const Vector3d& one = axis.norm() > 0.0 ? axis : link;
  int smallest = 0;
  for (int i = 1; i < 3; ++i) {
    if (std::abs(one[i]) < std::abs(one[smallest])) smallest = i;
  }
  return one.cross(Vector3d::Unit(smallest)).normalized();
}

double least_distance(const Question& q, const VectorX& theta) {
  double least = std::numeric_limits<double>::infinity();
  for (const Pair& pair : pairs(q, theta)) least = std::min(least, pair.distance);
  return least;
}

struct Solution {
  VectorX x;
  Eigen::Index inequalities;  ///< number of inequalities
  bool kept;                  ///< there are equalities
};

/// x (n) that minimises 1/2 x^T G x - g^T x subject to N^T x >= b, where the first `equalities`
/// constraints are equalities. Solved in y = L^T x as a least-distance problem by nonnegative least
/// squares, Lawson and Hanson (1974), chapter 23. The active constraints are then solved once more
/// as equations. Empty if the Karush-Kuhn-Tucker conditions fail.
std::optional<Solution> quadratic(const MatrixX& G, const VectorX& g, const MatrixX& N,
                                  const VectorX& b, int equalities) {
  const auto n = g.size();
  const VectorX start = solve(G, g);
  const MatrixX L = lower_factor(G);
  // each equation as two inequalities
  MatrixX both(n, N.cols() + equalities);
  both << N, -N.leftCols(equalities);
  VectorX bounds(b.size() + equalities);
  bounds << b, -b.head(equalities);
  // w = y - y_0: minimise |w| subject to A^T w >= h
  MatrixX E(n + 1, both.cols());
  for (int i = 0; i < both.cols(); ++i) {
    const VectorX a = solve(L, both.col(i));
    const double h = bounds[i] - both.col(i).dot(start);
    E.col(i) << a, h;
    E.col(i) /= E.col(i).norm() > 0.0 ? E.col(i).norm() : 1.0;
  }
  const VectorX u = nonnegative_least_squares(E, VectorX::Unit(n + 1, n));

  std::vector<int> active;
  for (int i = 0; i < N.cols(); ++i) {
    if (i < equalities || u[i] > 0.0) active.push_back(i);
  }
  const auto count = static_cast<Eigen::Index>(active.size());
  MatrixX system = MatrixX::Zero(n + count, n + count);
  VectorX right(n + count);
  system.topLeftCorner(n, n) = G;
  right.head(n) = g;
  for (Eigen::Index i = 0; i < count; ++i) {
    const int c = active[static_cast<std::size_t>(i)];
    system.block(0, n + i, n, 1) = -N.col(c);
    system.block(n + i, 0, 1, n) = N.col(c).transpose();
    right[n + i] = b[c];
  }
  const VectorX both_parts = solve(system, right);
  const VectorX x = both_parts.head(n);
  if (!x.allFinite()) return std::nullopt;
  for (int i = 0; i < N.cols(); ++i) {
    const double lack = b[i] - N.col(i).dot(x);
    if (lack > 1e-9 * (1.0 + std::abs(b[i]))) return std::nullopt;
  }
  for (Eigen::Index i = equalities; i < count; ++i) {
    if (both_parts[n + i] < -1e-9 * (1.0 + g.norm())) return std::nullopt;
  }
  return Solution{x, N.cols() - equalities, equalities > 0};
}

struct Range {
  double least, most;
};
Range step_range(const Question& q, int j) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (mobility(q, j) == 0.0) return {-infinity, infinity};
  const ik::Joint& joint = q.body.joint(j);
  return {(std::min(joint.lower, q.theta[j]) - q.theta[j]) / mobility(q, j),
          (std::max(joint.upper, q.theta[j]) - q.theta[j]) / mobility(q, j)};
}

}  // namespace

std::vector<Pair> pairs(const Question& q, const VectorX& theta) {
  const Place at = place(q.body, theta);
  const auto n = static_cast<int>(theta.size());
  std::vector<Pair> result;
  // a link from joint j to `end` moves with joint j, and with the sliding of joint `child`
  const auto add = [&](int j, const Vector3d& end, int child) {
    for (const ik::Obstacle& obstacle : q.obstacles) {
      double along = 0.0;
      Vector3d apart;
      const Vector3d from = at.p[static_cast<std::size_t>(j)];
      closest(from, end, obstacle.a, obstacle.b, along, apart);
      Pair pair{apart.norm() - obstacle.radius, VectorX::Zero(n)};
      const Vector3d normal =
          apart.norm() > 0.0 ? apart.normalized() : across(obstacle.b - obstacle.a, end - from);
      const Vector3d x = from + along * (end - from);
      for (int i = 0; i < n; ++i) {
        const Vector3d& v = at.v[static_cast<std::size_t>(i)];
        if (carries(q.body, i, j)) {
          Vector3d column = slide_rate(q.body, i) * v;
          if (turns(q.body, i)) column += v.cross(x - at.p[static_cast<std::size_t>(i)]);
          pair.gradient[i] = normal.dot(column);
        } else if (i == child) {
          pair.gradient[i] = along * slide_rate(q.body, i) * normal.dot(v);
        }
      }
      result.push_back(pair);
    }
  };
  for (int j = 0; j < n; ++j) {
    const ik::Joint& joint = q.body.joint(j);
    const bool apart = joint.type != ik::JointType::kRevolute ||
                       joint.parent_from_joint.translation() != Vector3d::Zero();
    if (joint.parent >= 0 && apart) add(joint.parent, at.p[static_cast<std::size_t>(j)], j);
  }
  for (std::size_t i = 0; i < at.s.size(); ++i) {
    add(q.body.effector(static_cast<int>(i)).joint, at.s[i], -1);
  }
  return result;
}

Method constrained(const Parameters& p) {
  return [p](const Question& q) {
    const MatrixX J = jacobian(q, q.theta);
    const auto n = static_cast<int>(J.cols());
    const double largest = longest_column(J);
    const double size = largest > 0.0 ? largest : 1.0;
    const VectorX whole = error(q, q.theta);
    const VectorX e =
        whole.norm() > 100.0 * size ? VectorX(100.0 * size / whole.norm() * whole) : whole;
    const double lambda = std::max(p.at("lambda"), 1e-4 * size);
    // variables: x and the slack z
    MatrixX G = MatrixX::Zero(n + 1, n + 1);
    G.topLeftCorner(n, n) = J.transpose() * J + lambda * lambda * MatrixX::Identity(n, n);
    G(n, n) = 1e4;
    VectorX g = VectorX::Zero(n + 1);
    g.head(n) = J.transpose() * e;

    const auto solution = [&](bool hold) {
      std::vector<VectorX> columns;
      std::vector<double> bounds;
      const auto add = [&](const VectorX& column, double slack, double bound) {
        VectorX longer(n + 1);
        longer << column, slack;
        columns.push_back(longer);
        bounds.push_back(bound);
      };
      if (hold) {
        const Vector3d e_1 = clamped(e.head<3>(), 0.2 * size);
        for (int row = 0; row < 3; ++row) add(J.row(row), 0.0, e_1[row]);
      }
      for (int j = 0; j < n; ++j) {
        const Range range = step_range(q, j);
        if (std::isfinite(range.least)) add(VectorX::Unit(n, j), 0.0, range.least);
        if (std::isfinite(range.most)) add(-VectorX::Unit(n, j), 0.0, -range.most);
      }
      for (const Pair& pair : pairs(q, q.theta)) {
        VectorX gradient = pair.gradient;
        for (int j = 0; j < n; ++j) gradient[j] *= mobility(q, j);
        if (gradient.isZero(0.0)) continue;
        const double lack = p.at("margin") - pair.distance;
        add(gradient, 0.0, std::min(lack, 0.0));
        if (lack > 0.0) add(gradient, 1.0, std::min(lack, 0.1));
      }
      const auto count = static_cast<Eigen::Index>(columns.size());
      MatrixX N(n + 1, count);
      VectorX b(count);
      for (Eigen::Index i = 0; i < count; ++i) {
        N.col(i) = columns[static_cast<std::size_t>(i)];
        b[i] = bounds[static_cast<std::size_t>(i)];
      }
      return quadratic(G, g, N, b, hold ? 3 : 0);
    };

    std::optional<Solution> found;
    if (p.at("hold") != 0.0) {
      found = solution(true);
      if (found && trial_share(q, found->x.head(n)) < 1.0) found.reset();
    }
    if (!found) found = solution(false);
    if (!found) return VectorX(VectorX::Zero(n));
    const VectorX x = found->x.head(n);
    const bool bound = found->inequalities > 0 && !found->kept;
    if (!bound && q.obstacles.empty()) return x;

    const double least = std::min(0.0, least_distance(q, q.theta) - 1e-12);
    const auto price = [&](const VectorX& theta) {
      double sum = 0.0;
      for (const Pair& pair : pairs(q, theta)) {
        sum += 0.5e4 * std::pow(std::max(0.0, p.at("margin") - pair.distance), 2);
      }
      return sum;
    };
    double share = trial_share(q, x);
    for (int halvings = 0; halvings <= 10; ++halvings, share /= 2.0) {
      bool good = true;
      for (const double part : {0.25, 0.5, 0.75, 1.0}) {
        good = good && least_distance(q, moved(q, part * share * x)) >= least;
      }
      if (bound && halvings < 6) {
        good = good && change(q, share * x) + price(moved(q, share * x)) <= price(q.theta);
      }
      if (good) return VectorX(share * x);
    }
    return VectorX(VectorX::Zero(n));
  };
}

Method constraint_forces(const Parameters& p) {
  return [p](const Question& q) {
    const MatrixX J = jacobian(q, q.theta);
    const VectorX e = error(q, q.theta);
    const auto n = static_cast<int>(J.cols());
    const double size = longest_column(J);
    std::vector<bool> settled(static_cast<std::size_t>(n), false);
    VectorX x_s = VectorX::Zero(n);
    for (;;) {
      MatrixX free_only = MatrixX::Identity(n, n);
      for (int j = 0; j < n; ++j) {
        if (settled[static_cast<std::size_t>(j)]) free_only(j, j) = 0.0;
      }
      const VectorX g = J.transpose() * e;
      VectorX force = VectorX::Zero(n);
      VectorX direction = free_only * g;
      const double pull = direction.norm();
      if (p.at("pin") != 0.0) {
        const MatrixX G = J.topRows(3);
        const Singular s = singular(G * free_only);
        const int rank = s.rank(0.01);
        const Vector3d wanted = clamped(p.at("feedback") * e.head<3>(), 0.2 * size);
        force = damped_sum(s, rank, wanted - G * x_s, 0.0);
        direction -= damped_sum(s, rank, G * free_only * direction, 0.0);
      }
      if (direction.norm() > 1e-10 * pull) {
        direction.normalize();
      } else {
        direction.setZero();
      }
      const VectorX left = e - J * x_s - J * force;
      direction *= p.at("gain") * std::max(0.0, model_length(J, left, direction));
      direction *= trial_share(q, direction);
      const double with = g.dot(direction), against = -g.dot(force);
      if (e.head<3>().norm() > 0.2 * size && against > with) force *= with / against;

      const VectorX x = x_s + force + direction;
      bool more = false;
      for (int j = 0; j < n; ++j) {
        const Range range = step_range(q, j);
        const double allowed = std::clamp(x[j], range.least, range.most);
        if (settled[static_cast<std::size_t>(j)] || allowed == x[j]) continue;
        settled[static_cast<std::size_t>(j)] = more = true;
        x_s[j] = allowed;
      }
      if (!more) return x;
    }
  };
}

}  // namespace second
