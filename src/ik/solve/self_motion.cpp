#include "ik/solve/self_motion.h"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

namespace ik {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Angles = SelfMotion::Angles;

/// Where a trace ends that does not close: near a pose at which self-motions meet.
constexpr double kShortestStep = 1e-5;  // rad
constexpr std::size_t kMostKnots = 4000;
/// Most steps of Newton's method, and the length of the last one.
constexpr int kCorrections = 8;
constexpr double kExact = 1e-13;
/// Cosine of the largest angle between the tangents of two knots.
constexpr double kStraightOn = 0.97;
/// A curve closes where it meets its first knot so well, rad.
constexpr double kMeetsItself = 1e-7;
/// Most steps to a crossing or to an extremum of a joint, and their exactness as a share of a
/// segment.
constexpr int kBracketings = 100;
constexpr double kShareError = 1e-15;

using Jacobian = Eigen::Matrix<double, 6, 7>;
using Error = Eigen::Matrix<double, 6, 1>;

/// The error of a pose, and how the joints change it. \returns false half a turn away
bool linearise(const SelfMotion::Task& task, const Angles& x, Jacobian& J, Error& e) {
  std::array<Vector3d, 7> points, directions;
  Isometry world = Isometry::Identity();
  for (std::size_t i = 0; i < 7; ++i) {
    points[i] = world * task.axes[i].point;
    directions[i] = world.linear() * task.axes[i].direction;
    world = world * motion_about(task.axes[i], x[static_cast<Eigen::Index>(i)]);
  }
  const Vector3d tip = task.axes.back().point, at = world * tip;
  const Matrix3d Q = task.motion.linear() * world.linear().transpose();
  e.head<3>() = task.motion * tip - at;
  e.tail<3>() = 0.5 * Vector3d(Q(2, 1) - Q(1, 2), Q(0, 2) - Q(2, 0), Q(1, 0) - Q(0, 1));
  for (std::size_t i = 0; i < 7; ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    J.col(column).head<3>() = directions[i].cross(at - points[i]);
    J.col(column).tail<3>() = directions[i];
  }
  return Q.trace() > 1.0;
}

/// A root of a function in [0, 1] with different signs at its ends, by the Illinois rule (Dowell
/// and Jarratt 1971).
template <class Value>
double bracketed_root(double at_0, double at_1, Value&& value) {
  double low = 0.0, high = 1.0;
  for (int i = 0; i < kBracketings && high - low > kShareError; ++i) {
    double t = (low * at_1 - high * at_0) / (at_1 - at_0);
    if (!(t > low && t < high)) t = 0.5 * (low + high);
    if (t == low || t == high) break;
    const double here = value(t);
    if (here == 0.0) return t;
    if ((here > 0.0) == (at_1 > 0.0)) {
      high = t;
      at_1 = here;
      at_0 *= 0.5;
    } else {
      low = t;
      at_0 = here;
      at_1 *= 0.5;
    }
  }
  return 0.5 * (low + high);
}

}  // namespace

/// Moves x onto the curve, in the plane through a place across a direction, and finds the tangent,
/// with a part along the direction. \returns false if that fails
bool SelfMotion::correct(const Angles& plane, const Angles& place, Angles& x,
                         Angles& tangent) const {
  Jacobian J;
  Error e;
  Eigen::Matrix<double, 7, 7> A;
  Angles b;
  double before = kLongest;
  for (int i = 0; i < kCorrections; ++i) {
    if (!linearise(task_, x, J, e)) return false;
    A << J, plane.transpose();
    b << e, plane.dot(place - x);
    const Eigen::PartialPivLU<Eigen::Matrix<double, 7, 7>> lu(A);
    const Angles dx = lu.solve(b);
    const double length = dx.norm();
    if (!(length < 2.0 * before)) return false;
    x += dx;
    before = length;
    if (length > kExact && (i < 3 || length > 1e-12)) continue;
    tangent = lu.solve(Angles::Unit(6)).normalized();
    return tangent.allFinite();
  }
  return false;
}

/// Adds a knot after the last one, a step away or less. \returns false at a pose where self-motions
/// meet
bool SelfMotion::advance(std::vector<Knot>& knots, double& step) const {
  const Knot last = knots.back();
  for (; step > kShortestStep; step *= 0.5) {
    Knot next;
    const Angles place = last.x + step * last.tangent;
    next.x = place;
    if (!correct(last.tangent, place, next.x, next.tangent)) continue;
    const double off = (next.x - place).norm();
    if (off > 0.2 * step || next.tangent.dot(last.tangent) < kStraightOn) continue;
    knots.push_back(next);
    if (off < 0.05 * step) step = std::min(1.5 * step, 0.95 * kLongest);
    return true;
  }
  return false;
}

/// True if the last segment meets the first knot, which then ends it.
bool SelfMotion::closes(std::vector<Knot>& knots) const {
  if (knots.size() < 4) return false;
  const Knot& first = knots.front();
  const Knot &from = knots[knots.size() - 2], &to = knots.back();
  const Angles way = (first.x - from.x).unaryExpr(&wrapped);
  const Angles chord = to.x - from.x;
  const double share = way.dot(chord) / chord.squaredNorm();
  if (!(share > 0.0 && share <= 1.0) || (way - share * chord).norm() > 0.2 * chord.norm()) {
    return false;
  }
  Knot meeting = {from.x + share * chord, {}};
  const Angles place = meeting.x;
  if (!correct(chord.normalized(), place, meeting.x, meeting.tangent)) return false;
  const Angles end = from.x + way;
  if ((meeting.x - end).norm() > kMeetsItself || meeting.tangent.dot(first.tangent) < 0.0) {
    return false;
  }
  knots.back() = {end, first.tangent};
  return true;
}

SelfMotion::SelfMotion(const Task& task, const Angles& pose) : task_(task) {
  Jacobian J;
  Error e;
  linearise(task_, pose, J, e);
  const Angles tangent = Eigen::FullPivLU<Jacobian>(J).kernel().col(0).normalized();
  knots_.push_back({pose, tangent});
  double step = 0.5 * kLongest;
  while (knots_.size() < kMostKnots && !closed_ && advance(knots_, step)) {
    closed_ = closes(knots_);
  }
  if (!closed_) {
    std::vector<Knot> back = {{pose, -tangent}};
    step = 0.5 * kLongest;
    while (back.size() < kMostKnots && advance(back, step)) {
    }
    for (Knot& knot : back) knot.tangent = -knot.tangent;
    knots_.insert(knots_.begin(), back.rbegin(), back.rend() - 1);
  }
  double s = 0.0;
  for (std::size_t k = 0; k < knots_.size(); ++k) {
    if (k > 0) s += (knots_[k].x - knots_[k - 1].x).norm();
    s_.push_back(s);
  }
}

/// The pose on a segment, at a share of it.
SelfMotion::Knot SelfMotion::between(std::size_t segment, double share) const {
  const Knot &from = knots_[segment], &to = knots_[segment + 1];
  const Angles chord = to.x - from.x;
  Knot knot = {from.x + share * chord, from.tangent};
  const Angles place = knot.x;
  if (!correct(chord.normalized(), place, knot.x, knot.tangent)) knot.x = place;
  return knot;
}

SelfMotion::Angles SelfMotion::at(double s) const {
  if (knots_.size() == 1) return knots_.front().x;
  const auto next = std::upper_bound(s_.begin() + 1, s_.end() - 1, s);
  const auto segment = static_cast<std::size_t>(next - s_.begin()) - 1;
  return between(segment, (s - s_[segment]) / (s_[segment + 1] - s_[segment])).x;
}

/// A segment on which the joint turns around is cut there, so that parts are monotone.
void SelfMotion::crossings(int joint, double angle, std::vector<double>& found) const {
  const auto off = [&](const Knot& knot) { return wrapped(knot.x[joint] - angle); };
  for (std::size_t k = 0; k + 1 < knots_.size(); ++k) {
    const double length = s_[k + 1] - s_[k];
    const double begin = off(knots_[k]), end = off(knots_[k + 1]);
    if (std::min(std::abs(begin), std::abs(end)) > 1.1 * length) continue;  // an arc is longer
    const auto add = [&](double low, double high, double at_low, double at_high) {
      if (at_low == 0.0) return found.push_back(s_[k] + low * length);
      if ((at_low > 0.0) == (at_high > 0.0) || at_high == 0.0) return;
      const double share = bracketed_root(
          at_low, at_high, [&](double t) { return off(between(k, low + t * (high - low))); });
      found.push_back(s_[k] + (low + share * (high - low)) * length);
    };
    const double rate = knots_[k].tangent[joint], rate_end = knots_[k + 1].tangent[joint];
    if ((rate > 0.0) == (rate_end > 0.0)) {
      add(0.0, 1.0, begin, end);
      continue;
    }
    const double turn =
        bracketed_root(rate, rate_end, [&](double t) { return between(k, t).tangent[joint]; });
    const double middle = off(between(k, turn));
    add(0.0, turn, begin, middle);
    add(turn, 1.0, middle, end);
  }
}

}  // namespace ik
