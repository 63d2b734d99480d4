#include "ik/solve/nearest_pose.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "ik/math/elementary.h"

namespace ik {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kFullTurn = 2.0 * std::numbers::pi;
/// Rounding of an equation in cosine and sine, in shares of L or its square.
constexpr double kRootNoise = 1e-13;
/// The angle about an axis of what is nearer to it than this is any.
constexpr double kOnAxis = 1e-9;
/// An angle is within limits up to this, rad: a pose at a limit is found.
constexpr double kEdge = 1e-9;

TurningVector turning(const Vector3d& v, const Vector3d& axis) {
  const Vector3d constant = axis.dot(v) * axis;
  return {constant, v - constant, axis.cross(v)};
}

Vector3d at(const TurningVector& v, const SineCosine& t) {
  return v.constant + t.cosine * v.cosine + t.sine * v.sine;
}

/// v, turned about a unit axis.
Vector3d turned(const Vector3d& v, const Vector3d& axis, const SineCosine& t) {
  return t.cosine * v + t.sine * axis.cross(v) + (1.0 - t.cosine) * axis.dot(v) * axis;
}

SineCosine back(const SineCosine& t) { return {-t.sine, t.cosine}; }

/// The angle of b from a in a plane.
double angle_between(const Vector2d& a, const Vector2d& b) {
  return arctangent(a.x() * b.y() - a.y() * b.x(), a.dot(b));
}

}  // namespace

void NearestPose::take(const SixHinges& arm) {
  const auto& axes = arm.axes();
  const SixHinges::Geometry geometry = arm.geometry();
  planar_ = geometry == SixHinges::Geometry::kParallel ||
            geometry == SixHinges::Geometry::kParallelFromTip;
  reversed_ = arm.reversed();
  back_ = arm.effector().inverse();
  first_ = axes[0].direction;
  n_ = axes[1].direction;
  w4_ = axes[3].direction;
  w5_ = axes[4].direction;
  w6_ = axes[5].direction;
  base_ = axes[0].point;
  second_ = axes[1].point;
  meeting_ = arm.meeting();

  signs_.fill(reversed_ ? -1.0 : 1.0);
  for (const std::size_t j : {std::size_t{2}, std::size_t{3}}) {
    const bool parallel = j == 2 || planar_;
    if (parallel && n_.dot(axes[j].direction) < 0.0) signs_[j] = -signs_[j];
  }

  x_ = n_.unitOrthogonal();
  y_ = n_.cross(x_);
  const auto in_plane = [this](const Vector3d& v) { return Vector2d(x_.dot(v), y_.dot(v)); };
  const Vector3d tip = planar_ ? axes[3].point : meeting_;
  link_ = in_plane(axes[2].point - second_);
  arm_ = in_plane(tip - axes[2].point);
  beyond_ = tip - meeting_;
  squares_ = link_.squaredNorm() + arm_.squaredNorm();
  elbow_ = {link_.norm() * arm_.norm(), angle_between(arm_, link_)};

  around_ = turning(n_, first_);
  height_ = n_.dot(meeting_ - base_);
  // of R_5 w_6 along w_4, or of R_5^-1 n along w_6
  const Vector3d& along = planar_ ? w6_ : w4_;
  bend_ = planar_ ? turning(n_, -w5_) : turning(w6_, w5_);
  bend_back_ = turning(w4_, -w5_);
  level_ = along.dot(bend_.constant);
  const double c = along.dot(bend_.cosine), s = along.dot(bend_.sine);
  wrist_ = {hypotenuse(c, s), arctangent(s, c)};

  known_ = arm.has_closed_form() && n_.cross(axes[2].direction).norm() <= SixHinges::kMeet &&
           around_.sine.norm() > kOnAxis && elbow_.radius > kOnAxis && wrist_.radius > kOnAxis;
}

/// Sets an angle, by whole turns into its limits and as near to the start as they allow.
/// \param[in,out] square its squared distance is added
/// \returns false beyond the limits, or if the best pose is no farther away
bool NearestPose::try_angle(int j, double t, double& square) {
  const auto i = static_cast<std::size_t>(j);
  const std::size_t given = reversed_ ? angles_.size() - 1 - i : i;
  const Range& range = (*ranges_)[given];
  const double angle = signs_[i] * t;
  double to = angle - kFullTurn * std::round((angle - range.start) / kFullTurn);
  const double least = range.lower - kEdge, most = range.upper + kEdge;
  if (to > most) to -= kFullTurn * std::ceil((to - most) / kFullTurn);
  if (to < least) to += kFullTurn * std::ceil((least - to) / kFullTurn);
  if (to > most) return false;
  angles_[given] = to;
  const double apart = (to - range.start) / range.unit;
  square += apart * apart;
  return square < least_;
}

/// Follows the roots of r cos(t - phase) = d as far as they may lead to the nearest pose.
/// \param spent  squared distance of the angles that are set \param follow (t, spent)
template <class Follow>
void NearestPose::follow_roots(int j, const Cosine& cosine, double d, double spent,
                               const Follow& follow) {
  const double apart = cosine.radius - std::abs(d);
  if (!(apart > kRootNoise)) {
    if (!(apart < -kRootNoise)) doubt_ = std::min(doubt_, spent);
    return;
  }
  const double half = arctangent(std::sqrt(apart * (cosine.radius + std::abs(d))), d);
  double roots[2] = {cosine.phase - half, cosine.phase + half};
  double squares[2] = {spent, spent};
  for (int i = 0; i < 2; ++i) {
    if (!try_angle(j, roots[i], squares[i])) squares[i] = kUnlimited;
  }
  const int nearer = squares[1] < squares[0] ? 1 : 0;
  for (const int i : {nearer, 1 - nearer}) {
    if (!(squares[i] < least_)) continue;
    double square = spent;
    try_angle(j, roots[i], square);
    follow(roots[i], squares[i]);
  }
}

/// The angles 2 and 3 that bring the tip of two links to a place.
/// \param way from axis 2, across n \param follow (t2, t3, spent)
template <class Follow>
void NearestPose::follow_elbow(const Vector3d& way, double spent, const Follow& follow) {
  const Vector2d to(x_.dot(way), y_.dot(way));
  const double square = to.squaredNorm();
  if (square < kOnAxis * kOnAxis) {
    doubt_ = std::min(doubt_, spent);
    return;
  }
  follow_roots(2, elbow_, 0.5 * (square - squares_), spent, [&](double t3, double at_elbow) {
    const auto [s, c] = sine_cosine(t3);
    const Vector2d from(link_.x() + c * arm_.x() - s * arm_.y(),
                        link_.y() + s * arm_.x() + c * arm_.y());
    const double t2 = angle_between(from, to);
    if (try_angle(1, t2, at_elbow)) follow(t2, t3, at_elbow);
  });
}

NearestPose::Answer NearestPose::find(const Isometry& goal,
                                      const std::array<Range, kJoints>& ranges, Angles& angles) {
  ranges_ = &ranges;
  least_ = doubt_ = kUnlimited;
  motion_ = goal * back_;
  if (reversed_) motion_ = motion_.inverse();
  // the hinges between keep the height along n
  const Vector3d way = motion_ * meeting_ - base_;
  const double c = around_.cosine.dot(way), s = around_.sine.dot(way);
  const Cosine turn{hypotenuse(c, s), arctangent(s, c)};
  follow_roots(0, turn, height_ - around_.constant.dot(way), 0.0,
               [this](double t1, double spent) { planar_ ? planar(t1, spent) : wrist(t1, spent); });
  if (doubt_ < least_) return Answer::kUnknown;
  if (!(least_ < kUnlimited)) return Answer::kNone;
  angles = best_;
  return Answer::kPose;
}

void NearestPose::end(double square) {
  least_ = square;
  best_ = angles_;
}

/// The first three hinges place the wrist, which then turns the effector.
void NearestPose::wrist(double t1, double spent) {
  const SineCosine first = sine_cosine(t1);
  const Vector3d way = turned(motion_ * meeting_ - base_, first_, back(first)) + base_ - second_;
  follow_elbow(way, spent, [&](double t2, double t3, double placed) {
    const SineCosine both = sine_cosine(t2 + t3);
    const Eigen::Matrix3d& H = motion_.linear();
    // R = R_4 R_5 R_6
    const Vector3d pointer = turned(turned(H * w6_, first_, back(first)), n_, back(both));
    const Vector3d turned_w4 = H.transpose() * turned(turned(w4_, n_, both), first_, first);
    follow_roots(4, wrist_, w4_.dot(pointer) - level_, placed, [&](double t5, double bent) {
      const SineCosine fifth = sine_cosine(t5);
      const Vector3d from = at(bend_, fifth);
      if (across(from, w4_).squaredNorm() < kOnAxis * kOnAxis) {
        doubt_ = std::min(doubt_, bent);
        return;
      }
      if (!try_angle(3, angle_about(w4_, from, pointer), bent)) return;
      const double t6 = angle_about(w6_, turned_w4, at(bend_back_, fifth));
      if (try_angle(5, t6, bent)) end(bent);
    });
  });
}

/// The last two hinges place n, the three parallel ones the rest.
void NearestPose::planar(double t1, double spent) {
  const SineCosine first = sine_cosine(t1);
  const Eigen::Matrix3d& H = motion_.linear();
  const Vector3d m = H.transpose() * at(around_, first);
  follow_roots(4, wrist_, w6_.dot(m) - level_, spent, [&](double t5, double bent) {
    const SineCosine fifth = sine_cosine(t5);
    if (across(m, w6_).squaredNorm() < kOnAxis * kOnAxis) {
      doubt_ = std::min(doubt_, bent);
      return;
    }
    const double t6 = angle_about(w6_, m, at(bend_, fifth));
    if (!try_angle(5, t6, bent)) return;
    const SineCosine sixth = sine_cosine(t6);
    // R_1^-1 H R_6^-1 R_5^-1
    const auto carried = [&](const Vector3d& v) -> Vector3d {
      const Vector3d last = turned(turned(v, w5_, back(fifth)), w6_, back(sixth));
      return turned(H * last, first_, back(first));
    };
    const Vector3d place =
        turned(motion_ * meeting_ - base_, first_, back(first)) + carried(beyond_);
    const double all = angle_about(n_, x_, carried(x_));
    follow_elbow(place + base_ - second_, bent, [&](double t2, double t3, double placed) {
      if (try_angle(3, all - t2 - t3, placed)) end(placed);
    });
  });
}

}  // namespace ik
