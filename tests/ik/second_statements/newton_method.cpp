#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ik/second_statements/curvature.h"

// Newton's method with prediction, planning and memory.
namespace second {
namespace {

constexpr double kNoEnd = std::numeric_limits<double>::infinity();

/// J with weights and mobilities, always at the effectors.
MatrixX derivative(Question q, const VectorX& theta) {
  q.columns_at_target = false;
  return jacobian(q, theta);
}

/// rho and D^-1/2, from the mean squares of J's columns, separately for turning and sliding joints.
struct Scales {
  double rho = 0.0;
  VectorX root;
  Scales(const ik::Multibody& body, const MatrixX& J) : root(J.cols()) {
    for (const bool angular : {false, true}) {
      double sum = 0.0, count = 0.0;
      for (int j = 0; j < J.cols(); ++j) {
        if (turns(body, j) != angular) continue;
        sum += J.col(j).squaredNorm();
        count += 1.0;
      }
      const double mean = count > 0.0 ? sum / count : 0.0;
      for (int j = 0; j < J.cols(); ++j) {
        if (turns(body, j) == angular) root[j] = mean > 0.0 ? 1.0 / std::sqrt(mean) : 0.0;
      }
      if (angular) rho = std::sqrt(mean);
    }
  }
  /// D^1/2 x; 0 for joints without a lever.
  VectorX levers(const VectorX& x) const {
    VectorX result(x.size());
    for (int j = 0; j < x.size(); ++j) result[j] = root[j] > 0.0 ? x[j] / root[j] : 0.0;
    return result;
  }
};

/// Length of the error at theta, with the parts that D_max hides.
double whole_error(const Question& q, const VectorX& theta) {
  const Place at = place(q.body, theta);
  const VectorX e = error(q, theta);
  double sum = e.norm();
  for (int g = 0; g < e.size() / 3; ++g) {
    sum += std::sqrt(weight(q, g)) * std::max(way(q, at, g).norm() - d_max(q, g), 0.0);
  }
  return sum;
}

/// Motion of the goals.
struct Motion {
  std::vector<Vector3d> targets;
  std::vector<ik::Aim> aims;
  std::vector<Vector3d> v, a;
  double way = 0.0, turn = 0.0;

  void observe(const Question& q, bool follows) {
    const std::vector<int> aiming_at = aiming(q.body);
    const std::size_t k = q.targets.size(), goals = k + aiming_at.size();
    const bool was_moving = follows && way > 0.0;
    if (!follows) v.assign(goals, Vector3d::Zero());
    a.assign(goals, Vector3d::Zero());
    double new_way = 0.0, new_turn = 0.0;
    for (std::size_t g = 0; follows && g < goals; ++g) {
      Vector3d now = Vector3d::Zero();
      if (g < k) {
        now = q.targets[g] - targets[g];
      } else {
        const ik::Effector& effector = q.body.effector(aiming_at[g - k]);
        if (effector.aim == ik::AimKind::kDirection) {
          now = effector.lever *
                (q.aims[g - k].direction.normalized() - aims[g - k].direction.normalized());
        } else {
          const Eigen::AngleAxisd turned_by(
              Matrix3d(q.aims[g - k].orientation * aims[g - k].orientation.transpose()));
          const bool stands = q.aims[g - k].orientation == aims[g - k].orientation;
          if (!stands) now = effector.lever * turned_by.angle() * turned_by.axis();
        }
      }
      now = clamped(now, d_max(q, static_cast<int>(g)));
      const double w = weight(q, static_cast<int>(g));
      new_way += w * now.squaredNorm();
      new_turn += w * (now - v[g]).squaredNorm();
      if (was_moving) a[g] = now - v[g];
      v[g] = now;
    }
    if (was_moving && new_way > 0.0) {
      new_way = 0.97 * way + 0.03 * new_way;
      new_turn = 0.97 * turn + 0.03 * new_turn;
    }
    way = new_way;
    turn = new_turn;
    targets = q.targets;
    aims = q.aims;
  }
  double timescale() const { return turn > 1e-6 * way ? std::sqrt(way / turn) : 1000.0; }

  /// The question after a number of steps.
  Question ahead(Question q, double steps) const {
    const std::vector<int> aiming_at = aiming(q.body);
    const std::size_t k = q.targets.size();
    for (std::size_t g = 0; g < v.size(); ++g) {
      const Vector3d further = steps * v[g] + 0.5 * steps * (steps + 1.0) * a[g];
      if (g < k) {
        q.targets[g] += further;
        continue;
      }
      const Vector3d angle = further / q.body.effector(aiming_at[g - k]).lever;
      if (!(angle.norm() > 0.0)) continue;
      ik::Aim& aim = q.aims[g - k];
      aim.direction = aim.direction.normalized() + angle;
      aim.orientation = Eigen::AngleAxisd(angle.norm(), angle.normalized()) * aim.orientation;
    }
    return q;
  }
};

/// Range of x within a joint's limits.
std::pair<double, double> allowed(const Question& q, int j) {
  const double mu = mobility(q, j);
  if (mu == 0.0) return {-kNoEnd, kNoEnd};
  const ik::Joint& joint = q.body.joint(j);
  return {(std::min(joint.lower, q.theta[j]) - q.theta[j]) / mu,
          (std::max(joint.upper, q.theta[j]) - q.theta[j]) / mu};
}

/// The data of a plan, and the sum that it minimises.
struct Outlook {
  const Question& q;
  const Motion& motion;
  const Scales& D;
  VectorX u0;
  double first, rest, way, delta, epsilon, price;
  double weights[2], ahead[2];

  Outlook(const Question& asked, const Motion& seen, const Scales& scales, VectorX before,
          const Parameters& p)
      : q(asked), motion(seen), D(scales), u0(std::move(before)) {
    const double root = std::sqrt(static_cast<double>(motion.v.size()));
    const double foresight = std::min(p.at("horizon") * motion.timescale(), 40.0);
    const double h = std::max(foresight, 4.0);
    first = h / 4.0;
    rest = h - first;
    way = (std::sqrt(motion.way) * h + p.at("radius") * D.rho) / root;
    delta = 0.1 * way;
    epsilon = 2.0 * root * way / (h * h);
    price = p.at("calm") * root * h * h;
    weights[0] = h / 2.0;
    weights[1] = rest / 2.0;
    ahead[0] = std::clamp(foresight, 1.0, first) - 1.0;
    ahead[1] = std::clamp(foresight, 1.0, h) - 1.0;
  }
  auto n() const { return u0.size(); }
  /// x_q without scaling: motion of the joints up to the end of a part.
  VectorX far(const VectorX& u, int part) const {
    VectorX way_there = first * u.head(n());
    if (part == 1) way_there += rest * u.tail(n());
    return way_there;
  }
  VectorX bend(const VectorX& u, int part) const {
    const VectorX before = part == 0 ? u0 : VectorX(u.head(n()));
    return D.levers(u.segment(part * n(), n()) - before);
  }
  double bent(const VectorX& u, int part) const {
    return std::sqrt(bend(u, part).squaredNorm() + epsilon * epsilon);
  }
  void keep_limits(VectorX& u) const {
    for (int j = 0; j < n(); ++j) {
      const auto [least, most] = allowed(q, j);
      u[j] = std::clamp(u[j], least / first, most / first);
      u[n() + j] =
          std::clamp(u[n() + j], (least - first * u[j]) / rest, (most - first * u[j]) / rest);
    }
  }
  double cost(const VectorX& u) const {
    double sum = 0.0;
    for (int part = 0; part < 2; ++part) {
      const Question then = motion.ahead(q, ahead[part]);
      const VectorX theta = moved(q, far(u, part));
      const Place at = place(q.body, theta);
      const VectorX e = error(then, theta);
      for (int g = 0; g < e.size() / 3; ++g) {
        const double size = e.segment<3>(3 * g).norm();
        const double distance = std::sqrt(size * size + delta * delta);
        const double beyond = second::way(then, at, g).norm() - d_max(q, g);
        sum += weights[part] * distance;
        if (beyond > 0.0) {
          sum += weights[part] * std::sqrt(weight(q, g)) * beyond * size / distance;
        }
      }
      sum += price * bent(u, part);
    }
    return sum;
  }
  /// H and gradient of the sum, in scaled joints at the ends of the parts.
  void expand(const VectorX& u, MatrixX& H, VectorX& gradient) const {
    H.setZero(2 * n(), 2 * n());
    gradient.setZero(2 * n());
    for (int part = 0; part < 2; ++part) {
      Question then = motion.ahead(q, ahead[part]);
      const VectorX theta = moved(q, far(u, part));
      VectorX e = error(then, theta);
      std::vector<double> reweighted;
      for (int g = 0; g < e.size() / 3; ++g) {
        const double size = e.segment<3>(3 * g).norm();
        const double distance = std::sqrt(size * size + delta * delta);
        reweighted.push_back(weight(q, g) / distance);
        e.segment<3>(3 * g) /= std::sqrt(distance);
      }
      then.weights = reweighted;
      const MatrixX J = derivative(then, theta);
      const auto at = n() * part;
      gradient.segment(at, n()) -= weights[part] * D.root.cwiseProduct(J.transpose() * e);
      H.block(at, at, n(), n()) +=
          weights[part] * D.root.asDiagonal() * hessian_of(then, theta, J, e) * D.root.asDiagonal();
    }
    // each bend as a function of (x1, x2), with derivative B
    const MatrixX I = MatrixX::Identity(n(), n());
    for (int part = 0; part < 2; ++part) {
      MatrixX B = MatrixX::Zero(n(), 2 * n());
      B.leftCols(n()) = (part == 0 ? 1.0 / first : -1.0 / first - 1.0 / rest) * I;
      if (part == 1) B.rightCols(n()) = 1.0 / rest * I;
      const double size = bent(u, part);
      H += price / size * B.transpose() * B;
      gradient += price / size * B.transpose() * bend(u, part);
    }
  }
  /// The plan after one damped Newton step.
  VectorX improved(const VectorX& u, double longest) const {
    MatrixX H;
    VectorX gradient;
    expand(u, H, gradient);
    for (int i = 0; i < 2 * n(); ++i) {
      const int j = i % static_cast<int>(n());
      const auto [least, most] = allowed(q, j);
      const double there = far(u, i == j ? 0 : 1)[j];
      const double slack = 1e-12 * (1.0 + std::abs(there));
      if (!(gradient[i] < 0.0 ? there >= most - slack : there <= least + slack)) continue;
      gradient[i] = 0.0;
      H.row(i).setZero();
      H.col(i).setZero();
      H(i, i) = 1.0;
    }
    VectorX W(2 * n()), x;
    W << VectorX::Constant(n(), weights[0]), VectorX::Constant(n(), weights[1]);
    double sigma = 0.03 / way;
    for (int tries = 0; tries < 8; ++tries, sigma *= 5.0) {
      if (!algebra::solve_definite(H + MatrixX((sigma * W).asDiagonal()), -gradient, x)) continue;
      if (x.lpNorm<Eigen::Infinity>() > longest) continue;
      const VectorX x1 = D.root.cwiseProduct(x.head(n())), x2 = D.root.cwiseProduct(x.tail(n()));
      VectorX trial = u;
      trial.head(n()) += x1 / first;
      trial.tail(n()) += (x2 - x1) / rest;
      keep_limits(trial);
      if (cost(trial) <= cost(u)) return trial;
    }
    return u;
  }
};

/// State kept from step to step.
struct Newton {
  Parameters p;
  VectorX theta, went = {}, home = {}, u = {};  // u: empty without a plan
  double first = 1.0, doubt = 1.0;
  Motion motion = {};

  bool follows(const Question& q) const {
    if (theta.size() != q.theta.size()) return false;
    for (int j = 0; j < theta.size(); ++j) {
      const double way = q.theta[j] - theta[j], slack = 1e-12 * (1.0 + std::abs(q.theta[j]));
      if (way < std::min(0.0, went[j]) - slack || way > std::max(0.0, went[j]) + slack) {
        return false;
      }
    }
    return true;
  }

  VectorX descend(const Question& q, const MatrixX& J, const Scales& D, bool known) const {
    const VectorX e = error(q, q.theta);
    const double rho = D.rho > 0.0 ? D.rho : 1.0;
    const double mu = std::hypot(0.03 * rho * std::min(1.0, e.norm() / rho), 1e-5 * rho);
    const VectorX near_step = refined(J, mu, VectorX::Zero(J.cols()), e);
    const bool short_step = D.rho > 0.0 && D.levers(near_step).norm() <= 0.5 * rho;
    if (short_step && whole_error(q, moved(q, near_step)) <= 0.1 * whole_error(q, q.theta)) {
      return near_step;
    }
    const VectorX g = -D.root.cwiseProduct(J.transpose() * e);
    const MatrixX H = D.root.asDiagonal() * hessian_of(q, q.theta, J, e) * D.root.asDiagonal();
    const double near = D.rho > 0.0 ? std::min(1.0, e.norm() / (0.5 * D.rho)) : 1.0;
    const double floor = p.at("floor") * static_cast<double>(J.cols()) * near;
    const double angle = known ? std::max(p.at("radius"), 0.5) : p.at("radius");
    double R = D.rho > 0.0 ? angle * D.rho : kNoEnd;
    VectorX z;
    if (D.rho > 0.0 && g.norm() <= 1e-9 * e.norm()) {
      const double curvature = negative_curvature(H, z);
      if (curvature < 0.0 && g.dot(z) > 0.0) z = -z;
      for (double r = R; curvature < 0.0 && r > 1e-15 * R; r *= 0.25) {
        const VectorX x = r * D.root.cwiseProduct(z);
        if (change(q, x) <= 0.25 * curvature * r * r) return x;
      }
    }
    if (g.isZero(0.0)) return VectorX::Zero(J.cols());
    double squares = 0.0;  // of the effector positions
    for (const Vector3d& s : place(q.body, q.theta).s) squares += s.squaredNorm();
    for (int tries = 0; tries < 25; ++tries) {
      const VectorX scaled = region_step(H, g, floor, R);
      const VectorX x = D.root.cwiseProduct(scaled);
      if (!known || change(q, x) <= 1e-15 * e.norm() * std::sqrt(squares)) return x;
      R = 0.25 * std::min(R, scaled.norm());
    }
    return VectorX::Zero(J.cols());
  }

  /// The step for reachable targets, and its share of the whole step.
  std::pair<VectorX, double> in_reach(const Question& q, const MatrixX& J, const Scales& D) {
    const double rho = D.rho > 0.0 ? D.rho : 1.0;
    const double mu = 0.05 * rho;
    const VectorX e = error(q, q.theta);
    const VectorX a = refined(J, mu, VectorX::Zero(J.cols()), e);
    const Place at = place(q.body, q.theta);
    double left = (e - J * a).norm();
    for (int g = 0; g < e.size() / 3; ++g) {
      left += std::sqrt(weight(q, g)) * std::max(way(q, at, g).norm() - d_max(q, g), 0.0);
    }
    const double unit = std::sqrt(motion.way) + 0.01 * rho;
    const auto S = [](double l) {
      const double t = std::clamp(2.0 - l, 0.0, 1.0);
      return t * t * (3.0 - 2.0 * t);
    };
    home += (1.0 - S(left / unit)) * (q.theta - home);
    doubt = std::max(0.99 * doubt, 1.0 - S(left / unit));
    if (left >= 2.0 * unit) return {a, 0.0};
    VectorX pull = VectorX::Zero(J.cols());
    for (int j = 0; j < pull.size(); ++j) {
      const double mobile = mobility(q, j);
      if (mobile > 0.0 && D.root[j] > 0.0) pull[j] = 0.025 * (home[j] - q.theta[j]) / mobile;
    }
    pull = refined(J, mu, pull, VectorX::Zero(J.rows()));
    pull *= std::min(1.0, unit / std::max(D.levers(pull).norm(), 1e-300));
    const VectorX x = a + pull;
    const VectorX c = refined(J, mu, VectorX::Zero(J.cols()), error(q, moved(q, x)));
    const double size = D.levers(x).norm();
    const double correction = size > 0.0 ? 10.0 * D.levers(c).norm() / size : 0.0;
    const double proof = std::max(10.0 * whole_error(q, moved(q, x)) / unit, correction);
    const double share =
        std::max(S(std::max(D.levers(a).norm(), left) / unit), S(proof * (1.0 + 100.0 * doubt)));
    return {x + S(correction) * c, share};
  }

  VectorX planned(const Question& q, const Scales& D, VectorX u0, VectorX start) {
    const auto n = u0.size();
    for (int j = 0; j < n; ++j) {
      if (mobility(q, j) == 0.0 || D.root[j] == 0.0) u0[j] = start[j] = start[n + j] = 0.0;
    }
    const Outlook outlook(q, motion, D, u0, p);
    outlook.keep_limits(start);
    u = outlook.improved(start, D.rho > 0.0 ? 0.5 * D.rho : kNoEnd);
    first = outlook.first;
    return u0 + 2.0 / (first + 1.0) * (u.head(n) - u0);
  }

  VectorX step(const Question& q) {
    const auto n = q.theta.size();
    const bool known = follows(q);
    motion.observe(q, known);
    VectorX u0 = VectorX::Zero(n), start(2 * n);
    if (!known) {
      home = q.theta;
      doubt = 1.0;
    }
    for (int j = 0; known && j < n; ++j) {
      if (mobility(q, j) > 0.0) u0[j] = (q.theta[j] - theta[j]) / mobility(q, j);
    }
    start << u0, u0;
    if (known && u.size() > 0) {
      start << u.head(n) + (u.tail(n) - u.head(n)) / first, u.tail(n);
    }
    theta = q.theta;
    const MatrixX J = derivative(q, q.theta);
    const Scales D(q.body, J);
    VectorX x = VectorX::Zero(n);
    if (known && motion.way > 0.0) {
      const auto [near, share] = in_reach(q, J, D);
      if (share < 1.0) {
        x = planned(q, D, u0, start);
      } else {
        u.resize(0);
      }
      x += share * (near - x);
    } else {
      u.resize(0);
      x = descend(q, J, D, known);
    }
    went = moved(q, x) - q.theta;
    return x;
  }
};

}  // namespace

Method newton(const Parameters& p) {
  return [state = Newton{p, {}}](const Question& q) mutable { return state.step(q); };
}

}  // namespace second
