#include "ik/solve/six_hinges.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/LU>

#include "ik/math/elementary.h"

namespace ik {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Trig = TrigonometricPolynomial;

/// Rounding of the coefficients of a polynomial of degree 1 or 2, as a share of their sizes.
constexpr double kCoefficientNoise = 1e-13;
/// How much more an angle, and so the coefficients for the next one, may move than the goal does.
constexpr double kSlackSafety = 1000.0;
/// Shorter lengths, in shares of L, and smaller sines are 0: an angle about them is any. With slack
/// it is this many times as much.
constexpr double kSingular = 1e-9;
constexpr double kSingularSlack = 100.0;
/// Rounding of an error of a pose, in shares of L and rad.
constexpr double kPoseNoise = 1e-15;
/// Most steps of Newton's method: from a root they converge quadratically.
constexpr int kPolish = 12;
/// Kantorovich's theorem asks for 1/2; the rest is for rounding.
constexpr double kKantorovich = 0.1;

/// A vector that turns about a unit axis: constant + cosine cos t + sine sin t.
struct Turning {
  Vector3d constant, cosine, sine;
  Turning(const Vector3d& v, const Vector3d& axis)
      : constant(axis.dot(v) * axis), cosine(v - constant), sine(axis.cross(v)) {}
  Vector3d at(double t) const {
    const auto [s, c] = sine_cosine(t);
    return constant + c * cosine + s * sine;
  }
  /// w . v(t) - value
  Trig along(const Vector3d& w, double value) const {
    Trig p;
    p.degree = 1;
    p.c[0] = w.dot(constant) - value;
    p.c[1] = w.dot(cosine);
    p.s[1] = w.dot(sine);
    return p;
  }
};

TurnRoots roots_of_degree_two(const Trig& p, double slack) {
  return roots_of(p, (kCoefficientNoise + kSlackSafety * slack) * std::max(1.0, p.size()));
}

/// Where two lines come nearest to each other, and how near. \pre they are not parallel
struct Meeting {
  Vector3d point;
  double distance;
};
template <class Axis>
Meeting meeting_of(const Axis& a, const Axis& b) {
  const Vector3d normal = a.direction.cross(b.direction), way = b.point - a.point;
  const double square = normal.squaredNorm();
  const Vector3d on_a = a.point + way.cross(b.direction).dot(normal) / square * a.direction;
  const Vector3d on_b = b.point + way.cross(a.direction).dot(normal) / square * b.direction;
  return {0.5 * (on_a + on_b), (on_b - on_a).norm()};
}

template <class Axis>
bool parallel(const Axis& a, const Axis& b) {
  return a.direction.cross(b.direction).norm() <= SixHinges::kMeet;
}

}  // namespace

bool meet(const HingeAxis& a, const HingeAxis& b, const HingeAxis& c, Vector3d& point) {
  if (parallel(a, b) || parallel(b, c)) return false;
  const Meeting first = meeting_of(a, b), second = meeting_of(b, c);
  point = 0.5 * (first.point + second.point);
  return first.distance <= SixHinges::kMeet && second.distance <= SixHinges::kMeet &&
         (first.point - second.point).norm() <= SixHinges::kMeet;
}

namespace {

template <class Axis>
bool last_meet_after_parallels(const std::array<Axis, 6>& axes, Vector3d& point) {
  if (!parallel(axes[1], axes[2]) || !parallel(axes[2], axes[3]) || parallel(axes[4], axes[5])) {
    return false;
  }
  const Meeting meeting = meeting_of(axes[4], axes[5]);
  point = meeting.point;
  return meeting.distance <= SixHinges::kMeet;
}

/// The axes as a loop through H that begins with any of them.
struct LoopOfAxes {
  std::array<SixHinges::Axis, 6> axes;
  LoopOfAxes(const std::array<SixHinges::Axis, 6>& from, const Isometry& motion, int first) {
    const Isometry back = motion.inverse();
    for (std::size_t i = 0; i < 6; ++i) {
      const std::size_t j = (i + static_cast<std::size_t>(first)) % 6;
      const bool moved = j < static_cast<std::size_t>(first);
      axes[i] = moved ? SixHinges::Axis{back * from[j].point, back.linear() * from[j].direction}
                      : from[j];
    }
  }
};

}  // namespace

std::string_view SixHinges::reason() const {
  switch (geometry_) {
    case Geometry::kWrist:
      return "the last three axes meet in a point";
    case Geometry::kShoulder:
      return "the first three axes meet in a point";
    case Geometry::kParallel:
      return "axes 2 to 4 are parallel, and the last two meet";
    case Geometry::kParallelFromTip:
      return "axes 3 to 5 are parallel, and the first two meet";
    case Geometry::kGeneral:
      break;
  }
  return "six hinges in general";
}

void SixHinges::take(const std::array<Axis, kJoints>& axes, const Isometry& effector) {
  const auto same = [](const Axis& a, const Axis& b) {
    return a.point == b.point && a.direction == b.direction;
  };
  effector_ = effector;
  if (std::equal(axes.begin(), axes.end(), given_.begin(), same)) return;
  given_ = axes_ = axes;
  std::array<Axis, kJoints> back = axes;
  std::reverse(back.begin(), back.end());
  geometry_ = meet(axes[3], axes[4], axes[5], meeting_)   ? Geometry::kWrist
              : meet(back[3], back[4], back[5], meeting_) ? Geometry::kShoulder
              : last_meet_after_parallels(axes, meeting_) ? Geometry::kParallel
              : last_meet_after_parallels(back, meeting_) ? Geometry::kParallelFromTip
                                                          : Geometry::kGeneral;
  reversed_ = geometry_ == Geometry::kShoulder || geometry_ == Geometry::kParallelFromTip;
  if (reversed_) axes_ = back;
  reach_ = 1.0;
  for (const Axis& axis : axes_) {
    reach_ = std::max(reach_, (axes_.back().point - axis.point).norm());
  }
  if (!has_closed_form()) choose_first();
}

/// Sets first_ to the hinge for which the determinant has the least noise, at one goal, of those
/// that give all poses there. Where axes meet or are parallel, the determinant is 0 everywhere or
/// has double roots for several hinges.
void SixHinges::choose_first() {
  motion_ = Isometry::Identity();
  for (int j = 0; j < kJoints; ++j) motion_ = motion_ * turn(j, j + 0.7);
  slack_ = 0.0;
  double least = kUnlimited;
  for (int first = 0; first < kJoints; ++first) {
    const LoopOfAxes loop(axes_, motion_, first);
    count_ = 0;
    const double noise =
        HingeElimination(loop.axes, motion_, 0.0).noise() + (by_elimination(first) ? 0.0 : 1.0);
    if (!(noise < least)) continue;
    least = noise;
    first_ = first;
  }
}

bool SixHinges::solve(const Isometry& goal, double slack) {
  count_ = 0;
  slack_ = slack;
  motion_ = goal * effector_.inverse();
  if (reversed_) motion_ = motion_.inverse();
  switch (geometry_) {
    case Geometry::kWrist:
    case Geometry::kShoulder:
      return by_wrist();
    case Geometry::kParallel:
    case Geometry::kParallelFromTip:
      return by_parallel();
    case Geometry::kGeneral:
      break;
  }
  for (int i = 0; i < kJoints; ++i) {
    count_ = 0;
    if (by_elimination((first_ + i) % kJoints)) return true;
  }
  return false;
}

/// exp(angle) of axis j.
Isometry SixHinges::turn(int j, double angle) const {
  return motion_about(axes_[static_cast<std::size_t>(j)], angle);
}

/// Poses of the first three hinges that bring a point to its goal, into first_three_.
///
/// The first hinge keeps the goal's height along its axis and its distance from a point of it.
/// With q(theta_3) the point from the second axis these are two equations v_i . R_2 q = b_i that
/// are linear in R_2 q, so that either R_2 q is known, and |R_2 q| = |q|, or they leave one
/// equation in theta_3 (Pieper 1968; Raghavan and Roth 1990). \returns true if these are all
bool SixHinges::places(const Vector3d& point, const Vector3d& goal) {
  const double singular = std::max(kSingular, kSingularSlack * slack_);
  const Axis &one = axes_[0], &two = axes_[1], &three = axes_[2];
  const Vector3d w = two.direction, o = two.point - one.point;
  const Turning arm(point - three.point, three.direction);
  const Vector3d base = three.point - two.point + arm.constant;  // q = base + c C + s S
  const auto coordinate = [&](const Vector3d& along) {
    Trig p;
    p.degree = 1;
    p.c = {along.dot(base), along.dot(arm.cosine)};
    p.s = {0.0, along.dot(arm.sine)};
    return p;
  };
  const auto constant = [](double value) {
    Trig p;
    p.c[0] = value;
    return p;
  };
  Trig square = 2.0 * coordinate(base);  // |q|^2; its terms of degree 2 cancel
  square.c[0] += arm.cosine.squaredNorm() - base.squaredNorm();
  const Trig height = coordinate(w);
  const Trig b1 = constant(one.direction.dot(goal - two.point)) + -one.direction.dot(w) * height;
  const Trig b2 = constant(0.5 * ((goal - one.point).squaredNorm() - o.squaredNorm())) +
                  -0.5 * square + -o.dot(w) * height;
  const Vector3d v1 = across(one.direction, w), v2 = across(o, w);
  const double area = w.dot(v1.cross(v2));
  places_ = 0;
  bool certain = true;
  // theta_1 from R_2 q
  const auto add = [&](double t2, double t3, const Vector3d& place) {
    const Vector3d from = two.point - one.point + place, to = goal - one.point;
    const bool full = places_ == static_cast<int>(first_three_.size());
    if (full || across(to, one.direction).norm() < singular) {
      certain = false;
      return;
    }
    first_three_[static_cast<std::size_t>(places_++)] = {angle_about(one.direction, from, to), t2,
                                                         t3};
  };
  const auto q_at = [&](double t3) { return Vector3d(three.point - two.point + arm.at(t3)); };

  if (std::abs(area) > kSingular) {  // else they meet, or are parallel
    // R_2 q = y1 (v2 x w) / area + y2 (w x v1) / area across w
    const Vector3d d1 = v2.cross(w) / area, d2 = w.cross(v1) / area;
    const Trig length = d1.squaredNorm() * (b1 * b1) + 2.0 * d1.dot(d2) * (b1 * b2) +
                        d2.squaredNorm() * (b2 * b2) + -1.0 * square + height * height;
    const TurnRoots elbow = roots_of_degree_two(length, slack_);
    certain = certain && elbow.certain;
    for (int i = 0; i < elbow.count; ++i) {
      const double t3 = elbow.t[static_cast<std::size_t>(i)];
      const Vector3d q = q_at(t3);
      const Vector3d to = b1.at(t3).value * d1 + b2.at(t3).value * d2 + w.dot(q) * w;
      if (across(q, w).norm() < singular) {
        certain = false;
        continue;
      }
      add(angle_about(w, q, to), t3, to);
    }
    return certain;
  }
  const bool first = v1.norm() >= v2.norm();
  const Vector3d v = first ? v1 : v2;
  if (v.norm() < kSingular) return false;
  const double ratio = (first ? v2 : v1).dot(v) / v.squaredNorm();
  const Trig &b = first ? b1 : b2, &other = first ? b2 : b1;
  const TurnRoots elbow = roots_of_degree_two(other + -ratio * b, slack_);
  certain = elbow.certain;
  for (int i = 0; i < elbow.count; ++i) {
    const double t3 = elbow.t[static_cast<std::size_t>(i)];
    const Vector3d q = q_at(t3);
    const Turning turning(q, w);
    const TurnRoots lift = roots_of_degree_two(turning.along(v, b.at(t3).value), slack_);
    certain = certain && lift.certain;
    for (int k = 0; k < lift.count; ++k) {
      const double t2 = lift.t[static_cast<std::size_t>(k)];
      add(t2, t3, turning.at(t2));
    }
  }
  return certain;
}

/// The last three hinges turn about one point: the first three place it, and they then turn the
/// effector.
bool SixHinges::by_wrist() {
  bool certain = places(meeting_, motion_ * meeting_);
  for (int i = 0; i < places_; ++i) {
    const auto [t1, t2, t3, t4, t5, t6] = first_three_[static_cast<std::size_t>(i)];
    certain = wrist(t1, t2, t3) && certain;
  }
  return certain;
}

bool SixHinges::wrist(double t1, double t2, double t3) {
  const double singular = std::max(kSingular, kSingularSlack * slack_);
  const Matrix3d R =
      (turn(0, t1) * turn(1, t2) * turn(2, t3)).linear().transpose() * motion_.linear();
  const Vector3d &w4 = axes_[3].direction, &w5 = axes_[4].direction, &w6 = axes_[5].direction;
  const Vector3d pointer = R * w6;
  const Turning turning(w6, w5);
  const TurnRoots bend = roots_of_degree_two(turning.along(w4, w4.dot(pointer)), slack_);
  bool certain = bend.certain;
  for (int i = 0; i < bend.count; ++i) {
    const double t5 = bend.t[static_cast<std::size_t>(i)];
    const Vector3d from = turning.at(t5);
    if (across(from, w4).norm() < singular) {
      certain = false;
      continue;
    }
    const double t4 = angle_about(w4, from, pointer);
    const Matrix3d last = (rotation_about(w4, t4) * rotation_about(w5, t5)).transpose() * R;
    const Vector3d side = w6.unitOrthogonal();
    certain = keep({t1, t2, t3, t4, t5, angle_about(w6, side, last * side)}) && certain;
  }
  return certain;
}

/// The hinges 2 to 4 keep the height along their axis n, and n: that gives theta_1 by the point in
/// which the axes 5 and 6 meet, then theta_5 and theta_6 by n. The rest is two links in a plane.
bool SixHinges::by_parallel() {
  const double singular = std::max(kSingular, kSingularSlack * slack_);
  const Vector3d n = axes_[1].direction;
  const Vector3d &w6 = axes_[5].direction, goal = motion_ * meeting_ - axes_[0].point;
  const Turning around(n, axes_[0].direction);  // R_1 n
  const TurnRoots base =
      roots_of_degree_two(around.along(goal, n.dot(meeting_ - axes_[0].point)), slack_);
  bool certain = base.certain;
  for (int i = 0; i < base.count; ++i) {
    const double t1 = base.t[static_cast<std::size_t>(i)];
    // R_5^T n turns by -theta_5 about axis 5
    const Vector3d m = motion_.linear().transpose() * around.at(t1);
    const Turning turning(n, -axes_[4].direction);
    const TurnRoots bend = roots_of_degree_two(turning.along(w6, w6.dot(m)), slack_);
    certain = certain && bend.certain;
    for (int k = 0; k < bend.count; ++k) {
      const double t5 = bend.t[static_cast<std::size_t>(k)];
      const Vector3d to = turning.at(t5);
      if (across(m, w6).norm() < singular) {
        certain = false;
        continue;
      }
      const double t6 = angle_about(w6, m, to);
      const Isometry plane = turn(0, -t1) * motion_ * turn(5, -t6) * turn(4, -t5);
      const Vector3d way = across(plane * axes_[3].point - axes_[1].point, n);
      const Turning arm(axes_[3].point - axes_[2].point, n);
      const Vector3d link = across(axes_[2].point - axes_[1].point, n);
      Trig distance = 2.0 * arm.along(link, 0.0);
      distance.c[0] += link.squaredNorm() + arm.cosine.squaredNorm() - way.squaredNorm();
      const TurnRoots elbow = roots_of_degree_two(distance, slack_);
      certain = certain && elbow.certain;
      if (way.norm() < singular) {
        certain = false;
        continue;
      }
      for (int j = 0; j < elbow.count; ++j) {
        const double t3 = elbow.t[static_cast<std::size_t>(j)];
        const double t2 = angle_about(n, link + arm.at(t3), way);
        const Vector3d side = n.unitOrthogonal();
        const double t4 = angle_about(n, side, plane.linear() * side) - t2 - t3;
        certain = keep({t1, t2, t3, t4, t5, t6}) && certain;
      }
    }
  }
  return certain;
}

/// All poses, with the angle of the third of the hinges first, first + 1, ... as the last unknown.
/// The hinges form a loop through H, so that any may be the first; those before it then stand at
/// the end, with their axes moved by H^-1.
bool SixHinges::by_elimination(int first) {
  const LoopOfAxes loop(axes_, motion_, first);
  const HingeElimination elimination(loop.axes, motion_, slack_);
  const TurnRoots roots = elimination.roots();
  bool certain = roots.certain;
  for (int i = 0; i < roots.count; ++i) {
    Angles angles{};
    if (!elimination.lift(roots.t[static_cast<std::size_t>(i)], angles)) {
      certain = false;
      continue;
    }
    std::rotate(angles.begin(), angles.end() - first, angles.end());
    certain = keep(angles) && certain;
  }
  return certain;
}

/// Makes angles exact and keeps them, if Kantorovich's theorem shows that a pose is within a step.
bool SixHinges::keep(const Angles& angles) {
  Angles t = angles;
  const Vector3d tip = axes_.back().point;
  Eigen::Matrix<double, 6, 6> J;
  Eigen::Matrix<double, 6, 1> e, x;
  Eigen::PartialPivLU<Eigen::Matrix<double, 6, 6>> lu;
  double before = kUnlimited;
  for (int step = 0; step < kPolish; ++step) {
    std::array<Vector3d, kJoints> points, directions;
    Isometry world = Isometry::Identity();
    for (int j = 0; j < kJoints; ++j) {
      const auto i = static_cast<std::size_t>(j);
      points[i] = world * axes_[i].point;
      directions[i] = world.linear() * axes_[i].direction;
      world = world * turn(j, t[i]);
    }
    const Vector3d at = world * tip;
    const Matrix3d Q = motion_.linear() * world.linear().transpose();
    e.head<3>() = motion_ * tip - at;
    e.tail<3>() = 0.5 * Vector3d(Q(2, 1) - Q(1, 2), Q(0, 2) - Q(2, 0), Q(1, 0) - Q(0, 1));
    for (int j = 0; j < kJoints; ++j) {
      const auto i = static_cast<std::size_t>(j);
      J.col(j).head<3>() = directions[i].cross(at - points[i]);
      J.col(j).tail<3>() = directions[i];
    }
    lu.compute(J);
    x = lu.solve(e);
    const double length = x.norm();
    const bool opposite = Q.trace() < 1.0;  // e is 0 half a turn away, too
    // converged: the step is rounding, or no longer shrinks
    if (length < 1e-12 || (step >= 4 && !(length < 0.5 * before))) {
      const double inverse = lu.inverse().norm();
      const double bend = 6.0 * std::numbers::sqrt2 * reach_;  // of the second derivative
      const double way = length + kPoseNoise * inverse;
      if (opposite || !(inverse * bend * way < kKantorovich) || !std::isfinite(length))
        return false;
      for (int j = 0; j < kJoints; ++j) t[static_cast<std::size_t>(j)] += x[j];
      if (reversed_) {
        std::reverse(t.begin(), t.end());
        for (double& angle : t) angle = -angle;
      }
      for (double& angle : t) angle = wrapped(angle);
      for (int i = 0; i < count_; ++i) {
        double apart = 0.0;
        for (std::size_t j = 0; j < t.size(); ++j) {
          apart = std::max(apart, std::abs(wrapped(t[j] - poses_[static_cast<std::size_t>(i)][j])));
        }
        if (apart <= 4.0 * way) return false;
      }
      if (count_ == kMost) return false;
      sensitivities_[static_cast<std::size_t>(count_)] = inverse;
      poses_[static_cast<std::size_t>(count_++)] = t;
      return true;
    }
    before = length;
    const double share = std::min(1.0, 1.0 / length);
    for (int j = 0; j < kJoints; ++j) t[static_cast<std::size_t>(j)] += share * x[j];
  }
  return false;
}

}  // namespace ik
