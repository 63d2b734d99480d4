#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include "ik/second_statements/coordinates.h"

// Methods that move each joint in turn to its minimum.
namespace second {

Goals goals_at(const Question& q, const Place& at) {
  Goals goals;
  const Place start = place(q.body, q.theta);
  const auto k = static_cast<int>(q.targets.size());
  for (int i = 0; i < k; ++i) {
    const auto own = static_cast<std::size_t>(i);
    goals.s.push_back(at.s[own]);
    goals.t.push_back(start.s[own] + clamped(way(q, start, i), d_max(q, i)));
  }
  const std::vector<int> aims = aiming(q.body);
  for (std::size_t r = 0; r < aims.size(); ++r) {
    const ik::Effector& effector = q.body.effector(aims[r]);
    const Matrix3d R = axes(at, effector);
    std::vector<Vector3d> is, wants;
    if (effector.aim == ik::AimKind::kDirection) {
      is.push_back(effector.lever * R * effector.pointer);
      const double length = q.aims[r].direction.norm();
      wants.push_back(effector.lever / (length > 0.0 ? length : 1.0) * q.aims[r].direction);
    } else {
      const double scale = effector.lever / std::numbers::sqrt2;
      for (int axis = 0; axis < 3; ++axis) {
        is.push_back(scale * R.col(axis));
        wants.push_back(scale * q.aims[r].orientation.col(axis));
      }
    }
    goals.is.push_back(is);
    goals.wants.push_back(wants);
  }
  return goals;
}

double Valley::operator()(double x) const {
  const double half = std::sin(x / 2.0);
  return K * x * x / 2.0 - c * x + 2.0 * a * half * half - b * std::sin(x);
}

double Valley::lowest(double lower, double upper) const {
  if (a == 0.0 && b == 0.0) return K > 0.0 ? std::clamp(c / K, lower, upper) : 0.0;
  const auto slope = [this](double x) { return K * x - c + a * std::sin(x) - b * std::cos(x); };
  if (K == 0.0) {
    const double top = std::atan2(b, a);
    if (lower <= top && top <= upper) return top;
    return (*this)(lower) < (*this)(upper) ? lower : upper;
  }
  // refine every local minimum on a grid of a thousand points by bisection, and try the ends
  double best = (*this)(lower) < (*this)(upper) ? lower : upper;
  if ((*this)(best) >= 0.0) best = 0.0;
  constexpr int kPlaces = 1000;
  for (int i = 0; i < kPlaces; ++i) {
    double low = lower + (upper - lower) * i / kPlaces;
    double high = lower + (upper - lower) * (i + 1) / kPlaces;
    if (!(slope(low) <= 0.0 && slope(high) >= 0.0)) continue;
    for (int halving = 0; halving < 60; ++halving) {
      const double middle = 0.5 * (low + high);
      (slope(middle) > 0.0 ? high : low) = middle;
    }
    if ((*this)(low) < (*this)(best)) best = low;
  }
  return best;
}

Room room(const Question& q, int j, double cap, double moved) {
  const ik::Joint& joint = q.body.joint(j);
  const double theta = q.theta[j];
  const double lower = std::max(-cap, std::min(joint.lower, theta) - theta);
  const double upper = std::min(cap, std::max(joint.upper, theta) - theta);
  return {std::min(0.0, lower - moved), std::max(0.0, upper - moved)};
}

double share(const Question& q, int j) {
  double freest = 0.0;
  for (int i = 0; i < q.theta.size(); ++i) freest = std::max(freest, mobility(q, i));
  return mobility(q, j) * mobility(q, j) / (freest * freest);
}

bool is_free(const Question& q, int j) {
  return mobility(q, j) > 0.0 && moves_an_effector(q.body, j);
}

void descend(const Question& q, const Place& at, double max_turn, double max_translation,
             const std::function<bool(int)>& takes_part, VectorX& moves) {
  Goals goals = goals_at(q, at);
  const auto k = static_cast<int>(goals.s.size());
  const std::vector<int> aims = aiming(q.body);
  for (int j = static_cast<int>(q.theta.size()) - 1; j >= 0; --j) {
    if (!takes_part(j) || !is_free(q, j)) continue;
    const Vector3d& v = at.v[static_cast<std::size_t>(j)];
    const Vector3d& p = at.p[static_cast<std::size_t>(j)];
    const double rate = slide_rate(q.body, j);
    Valley f;
    double size = 0.0;
    const auto turn = [&](const Vector3d& r, const Vector3d& to, double w) {
      f.a += w * (r.dot(to) - v.dot(r) * v.dot(to));
      f.b += w * v.dot(r.cross(to));
      size += w * r.norm() * to.norm();
    };
    for (int i = 0; i < k; ++i) {
      if (!carries(q.body, j, q.body.effector(i).joint)) continue;
      const auto own = static_cast<std::size_t>(i);
      const Vector3d r = goals.s[own] - p;
      const Vector3d to = goals.t[own] - p;
      f.K += weight(q, i) * rate * rate;
      f.c += weight(q, i) * rate * v.dot(to - r);
      if (turns(q.body, j)) turn(r, to, weight(q, i));
    }
    for (std::size_t r = 0; r < aims.size(); ++r) {
      if (!turns(q.body, j) || !carries(q.body, j, q.body.effector(aims[r]).joint)) continue;
      for (std::size_t axis = 0; axis < goals.is[r].size(); ++axis) {
        turn(goals.is[r][axis], goals.wants[r][axis], weight(q, k + static_cast<int>(r)));
      }
    }
    if (std::hypot(f.a, f.b) <= 1e-12 * size) f.a = f.b = 0.0;

    const double cap = turns(q.body, j) ? std::min(max_turn, std::numbers::pi) : max_translation;
    const Room left = room(q, j, cap, moves[j]);
    const double x = share(q, j) * f.lowest(left.lower, left.upper);
    if (!(f(x) < 0.0)) continue;
    moves[j] += x;
    const Eigen::AngleAxisd rotation(turns(q.body, j) ? x : 0.0, v);
    for (int i = 0; i < k; ++i) {
      if (!carries(q.body, j, q.body.effector(i).joint)) continue;
      Vector3d& s = goals.s[static_cast<std::size_t>(i)];
      s = (p + rotation * (s - p) + rate * x * v).eval();
    }
    for (std::size_t r = 0; r < aims.size(); ++r) {
      if (!carries(q.body, j, q.body.effector(aims[r]).joint)) continue;
      for (Vector3d& axis : goals.is[r]) axis = (rotation * axis).eval();
    }
  }
}

Method ccd(const Parameters& p) {
  return [p](const Question& q) {
    VectorX moves = VectorX::Zero(q.theta.size());
    descend(
        q, place(q.body, q.theta), p.at("max-turn"), p.at("max-translation"),
        [](int) { return true; }, moves);
    for (int j = 0; j < moves.size(); ++j) {
      if (moves[j] != 0.0) moves[j] /= mobility(q, j);
    }
    return moves;
  };
}

}  // namespace second
