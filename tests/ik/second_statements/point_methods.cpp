#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/second_statements/coordinates.h"

// FABRIK: points first, hinges afterwards.
namespace second {
namespace {

struct Point {
  int parent;    ///< -1: a base
  int joint;     ///< first hinge at the point, or the joint that carries the effector
  int effector;  ///< -1: a hinge
  double length, pull;
  Vector3d at, base, heading;
};

struct Points {
  std::vector<Point> all;
  std::vector<int> of_joint;  ///< point of each hinge; for other joints the nearest ancestor's
};

Vector3d unit(const Vector3d& from, const Vector3d& to, const Vector3d& known) {
  const double length = (to - from).norm();
  return length > 0.0 ? Vector3d((to - from) / length) : known;
}

Points points_of(const Question& q, const Place& at) {
  Points points;
  const auto add = [&](int parent, int joint, int effector, const Vector3d& where) {
    Point point{parent, joint, effector, 0.0, 0.0, where, where, Vector3d::UnitX()};
    if (parent >= 0) {
      const Vector3d& above = points.all[static_cast<std::size_t>(parent)].at;
      point.length = (where - above).norm();
      point.heading = unit(above, where, Vector3d::UnitX());
    }
    points.all.push_back(point);
    return static_cast<int>(points.all.size()) - 1;
  };
  for (int j = 0; j < q.theta.size(); ++j) {
    const int parent = q.body.joint(j).parent;
    int point = parent < 0 ? -1 : points.of_joint[static_cast<std::size_t>(parent)];
    const Vector3d& p = at.p[static_cast<std::size_t>(j)];
    const bool is_point = q.body.joint(j).type == ik::JointType::kRevolute && is_free(q, j);
    if (is_point &&
        (point < 0 || (points.all[static_cast<std::size_t>(point)].at - p).norm() > 1e-9)) {
      point = add(point, j, -1, p);
    }
    points.of_joint.push_back(point);
    for (int i = 0; i < static_cast<int>(q.targets.size()); ++i) {
      if (q.body.effector(i).joint != j || point < 0) continue;
      const int end = add(point, j, i, at.s[static_cast<std::size_t>(i)]);
      for (int up = end; up >= 0; up = points.all[static_cast<std::size_t>(up)].parent) {
        points.all[static_cast<std::size_t>(up)].pull += weight(q, i);
      }
    }
  }
  return points;
}

void pass(std::vector<Point>& points, const std::vector<Vector3d>& t) {
  const int count = static_cast<int>(points.size());
  const auto at = [&](int i) -> Point& { return points[static_cast<std::size_t>(i)]; };
  // backward
  std::vector<Vector3d> before;
  for (const Point& point : points) before.push_back(point.at);
  for (int i = count - 1; i >= 0; --i) {
    if (!(at(i).pull > 0.0)) continue;
    if (at(i).effector >= 0) {
      at(i).at = t[static_cast<std::size_t>(at(i).effector)];
      continue;
    }
    Vector3d sum = Vector3d::Zero();
    for (int c = i + 1; c < count; ++c) {
      if (at(c).parent != i || !(at(c).pull > 0.0)) continue;
      const Vector3d towards = unit(before[static_cast<std::size_t>(i)], at(c).at, at(c).heading);
      sum += at(c).pull * (at(c).at - at(c).length * towards);
    }
    at(i).at = sum / at(i).pull;
  }
  // forward
  for (int i = 0; i < count; ++i) {
    Point& point = at(i);
    if (point.parent < 0) {
      point.at = point.base;
      continue;
    }
    point.heading = unit(at(point.parent).at, point.at, point.heading);
    point.at = at(point.parent).at + point.length * point.heading;
  }
  // chains that cannot reach
  for (int base = 0; base < count; ++base) {
    if (at(base).parent >= 0 || !(at(base).pull > 0.0)) continue;
    int last = base;
    double reach = 0.0;
    bool chain = true;
    for (int i = base + 1; i < count && at(i).parent >= 0; ++i) {
      chain = chain && at(i).parent == last;
      reach += at(i).length;
      last = i;
    }
    if (!chain || at(last).effector < 0) continue;
    const Vector3d& target = t[static_cast<std::size_t>(at(last).effector)];
    if ((target - at(base).base).norm() < reach) continue;
    for (int i = base + 1; i <= last; ++i) {
      at(i).heading = unit(at(base).base, target, at(i).heading);
      at(i).at = at(i - 1).at + at(i).length * at(i).heading;
    }
  }
}

}  // namespace

Method fabrik(const Parameters& p) {
  return [p](const Question& q) {
    const auto n = q.theta.size();
    const VectorX e = error(q, q.theta);
    VectorX moves = VectorX::Zero(n);
    if (e.isZero(0.0)) return moves;
    const double max_turn = std::min(p.at("max-turn"), std::numbers::pi);
    const double max_translation = p.at("max-translation");
    const auto is_hinge = [&](int j) { return q.body.joint(j).type == ik::JointType::kRevolute; };
    const auto changed = [&](const VectorX& by) {
      VectorX x = VectorX::Zero(n);
      for (int j = 0; j < n; ++j) {
        if (by[j] != 0.0) x[j] = by[j] / mobility(q, j);
      }
      return x;
    };

    descend(
        q, place(q.body, q.theta), max_turn, max_translation, [&](int j) { return !is_hinge(j); },
        moves);
    const VectorX slid = moves;
    Points points = points_of(q, place(q.body, q.theta + slid));
    const std::vector<Vector3d> t = goals_at(q, place(q.body, q.theta)).t;
    const int passes = static_cast<int>(std::clamp(p.at("passes"), 1.0, 100.0));
    for (int i = 0; i < passes; ++i) pass(points.all, t);

    for (int sweep = 0; sweep < 2; ++sweep) {
      for (int j = 0; j < n; ++j) {
        if (!is_hinge(j) || !is_free(q, j)) continue;
        const Place now = place(q.body, q.theta + moves);
        const Vector3d& v = now.v[static_cast<std::size_t>(j)];
        const Vector3d& origin = now.p[static_cast<std::size_t>(j)];
        Valley f;
        std::vector<int> open = {points.of_joint[static_cast<std::size_t>(j)]};
        while (!open.empty()) {
          const int through = open.back();
          open.pop_back();
          for (int i = 0; i < static_cast<int>(points.all.size()); ++i) {
            const Point& point = points.all[static_cast<std::size_t>(i)];
            if (point.parent != through || !carries(q.body, j, point.joint)) continue;
            const Vector3d where = point.effector >= 0
                                       ? now.s[static_cast<std::size_t>(point.effector)]
                                       : now.p[static_cast<std::size_t>(point.joint)];
            const Vector3d r = where - origin;
            const Vector3d to = point.at - origin;
            if ((r - v.dot(r) * v).norm() <= 1e-3 * r.norm() + 1e-9) {
              open.push_back(i);
              continue;
            }
            f.a += point.pull * (r.dot(to) - v.dot(r) * v.dot(to));
            f.b += point.pull * v.dot(r.cross(to));
          }
        }
        const Room left = room(q, j, max_turn, moves[j]);
        moves[j] += share(q, j) * f.lowest(left.lower, left.upper);
      }
    }

    const VectorX turned = moves - slid;
    const double standing = change(q, changed(slid));
    double kappa = 1.0;
    for (int i = 0; i < 5; ++i, kappa /= 2.0) {
      const VectorX x = changed(slid + kappa * turned);
      if (change(q, x) < standing - 0.1 * 0.5 * e.squaredNorm()) return x;
    }
    moves = slid;
    descend(q, place(q.body, q.theta + slid), max_turn, max_translation, is_hinge, moves);
    return changed(moves);
  };
}

}  // namespace second
