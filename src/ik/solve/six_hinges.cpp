#include "ik/solve/six_hinges.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <Eigen/SVD>

#include "ik/math/elementary.h"
#include "ik/simd/sincos.h"

namespace ik {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Trig = TrigonometricPolynomial;

/// Rounding of the coefficients of a polynomial of degree 1 or 2, as a share of their sizes.
constexpr double kCoefficientNoise = 1e-13;
/// How much more than its goal the coefficients for a slide may move.
constexpr double kSlideSafety = 1000.0;
/// Shorter lengths, in shares of L, and smaller sines are 0: an angle about them is any. With slack
/// it is this many times as much.
constexpr double kSingular = 1e-9;
constexpr double kSingularSlack = 100.0;
/// Rounding of an error of a pose, in shares of L and rad.
constexpr double kPoseNoise = 1e-15;
/// Rounding of the axes of an arm, in shares of L and rad.
constexpr double kAxisNoise = 1e-14;
/// Most steps of Newton's method: from a root they converge quadratically. A shorter step is
/// rounding.
constexpr int kPolish = 12;
constexpr double kPoseStep = 1e-12;
/// A joint stands in a self-motion if it moves by less, as a share of the joint that moves most.
constexpr double kStands = 0.03;
/// Kantorovich's theorem asks for 1/2; the rest is for rounding, and less for tolerances.
constexpr double kKantorovich = 0.1;
constexpr double kKantorovichSlack = 0.4;

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

/// \param off   a bound of how far the goal's tolerances move p(t)
/// \param slope and p'(t)
TurnRoots roots_of_degree_two(const Trig& p, double off, double slope) {
  const double rounding = kCoefficientNoise * std::max(1.0, p.size());
  return roots_of(p, rounding + off, p.degree * rounding + slope);
}
TurnRoots roots_of_degree_two(const Trig& p, double off) {
  return roots_of_degree_two(p, off, p.degree * off);
}

/// How far a root moves with p: at t + r and t - r it still has different signs,
///
///   |p'| r - |p''| r^2 / 2 > off   with r = 2 off / |p'| if 2 |p''| off < |p'|^2
///
/// Unlimited where this does not show it.
double root_moves(const Trig& p, double t, double off) {
  if (off == 0.0) return 0.0;
  const double slope = std::abs(p.at(t).derivative);
  return 2.0 * p.curvature() * off < slope * slope ? 2.0 * off / slope : kUnlimited;
}

/// The third joint's coordinate as an angle, and what it moves: a hinge's theta is the angle t
/// itself. A slide's is tan(t / 2), with D = 1 + cos t, so that D times what is at most quadratic
/// in its theta is of degree 1.
struct ThirdJoint {
  const SixHinges::Axis& axis;
  Turning arm;       // of a point about a hinge
  Vector3d at_zero;  // the point at theta = 0
  Trig D;

  ThirdJoint(const SixHinges::Axis& third, const Vector3d& point)
      : axis(third), arm(point - third.point, third.direction), at_zero(point) {
    D.degree = third.slides ? 1 : 0;
    D.c[0] = 1.0;
    if (third.slides) D.c[1] = 1.0;
  }
  double theta(double t) const {
    if (!axis.slides) return t;
    const auto [s, c] = sine_cosine(0.5 * t);
    return s / c;
  }
  /// D (a + b theta + c theta^2) of a slide.
  static Trig quadratic(double a, double b, double c) {
    Trig p;
    p.degree = 1;
    p.c = {a + c, a - c};
    p.s = {0.0, b};
    return p;
  }
  Vector3d point(double t) const {
    return axis.slides ? Vector3d(at_zero + theta(t) * axis.direction)
                       : Vector3d(axis.point + arm.at(t));
  }
  /// D along . (point - from)
  Trig coordinate(const Vector3d& along, const Vector3d& from) const {
    if (axis.slides) return quadratic(along.dot(at_zero - from), along.dot(axis.direction), 0.0);
    return arm.along(along, along.dot(from - axis.point));
  }
  /// D |point - from|^2
  Trig square(const Vector3d& from) const {
    if (axis.slides) {
      const Vector3d q = at_zero - from;
      return quadratic(q.squaredNorm(), 2.0 * q.dot(axis.direction), 1.0);
    }
    const Vector3d base = axis.point - from;
    Trig p = arm.along(2.0 * base, 0.0);
    p.c[0] += base.squaredNorm() + arm.constant.squaredNorm() + arm.cosine.squaredNorm();
    return p;
  }
  /// A bound of how far tolerances move p. \param off one for a hinge
  double moved(const Trig& p, double off, double slack) const {
    return axis.slides ? kSlideSafety * slack * std::max(1.0, p.size()) : off;
  }
  /// Roots of D times a polynomial. Of a slide, one that is infinitely far is none.
  TurnRoots roots(const Trig& p, double off) const { return roots(p, off, p.degree * off); }
  /// \param off, slope bounds of how far tolerances move p and p'
  TurnRoots roots(const Trig& p, double off, double slope) const {
    double sign = 1.0, far = p.c[0], error = kCoefficientNoise * std::max(1.0, p.size());
    for (std::size_t k = 1; k <= static_cast<std::size_t>(p.degree); ++k) {
      sign = -sign;
      far += sign * p.c[k];
    }
    if (!axis.slides || std::abs(far) > error) return roots_of_degree_two(p, off, slope);
    TurnRoots one;
    one.certain = p.degree == 1 && std::abs(p.s[1]) > kSingular;
    if (!one.certain) return one;
    one.count = 1;
    one.t[0] = 2.0 * arctangent(-(p.c[0] + p.c[1]), 2.0 * p.s[1]);
    return one;
  }
};

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

using Matrix6 = Eigen::Matrix<double, 6, 6, Eigen::RowMajor>;

/// Inverts a matrix in place, by Gauss-Jordan elimination with the largest pivot of each column:
/// the certificate asks for the inverse itself.
/// \returns false if it is singular
bool invert(Matrix6& A) {
  std::array<int, 6> rows{};
  for (int k = 0; k < 6; ++k) {
    int row = k;
    for (int i = k + 1; i < 6; ++i) {
      if (std::abs(A(i, k)) > std::abs(A(row, k))) row = i;
    }
    rows[static_cast<std::size_t>(k)] = row;
    if (row != k) A.row(k).swap(A.row(row));
    const double pivot = A(k, k);
    if (!(std::abs(pivot) > 0.0)) return false;
    A(k, k) = 1.0;
    A.row(k) *= 1.0 / pivot;
    for (int i = 0; i < 6; ++i) {
      if (i == k) continue;
      const double factor = A(i, k);
      A(i, k) = 0.0;
      A.row(i) -= factor * A.row(k);
    }
  }
  for (int k = 5; k >= 0; --k) {
    const int row = rows[static_cast<std::size_t>(k)];
    if (row != k) A.col(k).swap(A.col(row));
  }
  return true;
}

/// From the angles of an arm to the angles of the arm from the tip, and back.
void reverse(SixHinges::Angles& t) {
  std::reverse(t.begin(), t.end());
  for (double& angle : t) angle = -angle;
}

/// The rotation vector of a small rotation.
Vector3d rotation_error(const Matrix3d& Q) {
  return 0.5 * Vector3d(Q(2, 1) - Q(1, 2), Q(0, 2) - Q(2, 0), Q(1, 0) - Q(0, 1));
}

/// rotation_error is 0 half a turn away, too.
bool is_half_turn(const Matrix3d& Q) { return Q.trace() < 1.0; }

/// By cross products; not finite if A is singular.
Matrix3d inverse_of(const Matrix3d& A) {
  Matrix3d inverse;
  inverse.row(0) = A.col(1).cross(A.col(2)).transpose();
  inverse.row(1) = A.col(2).cross(A.col(0)).transpose();
  inverse.row(2) = A.col(0).cross(A.col(1)).transpose();
  return inverse * (1.0 / inverse.row(0).dot(A.col(0)));
}

template <class Axes>
bool are_hinges(const Axes& axes) {
  return std::none_of(axes.begin(), axes.end(), [](const auto& axis) { return axis.slides; });
}

}  // namespace

bool meet(const HingeAxis& a, const HingeAxis& b, const HingeAxis& c, Vector3d& point) {
  if (a.slides || b.slides || c.slides || parallel(a, b) || parallel(b, c)) return false;
  const Meeting first = meeting_of(a, b), second = meeting_of(b, c);
  point = 0.5 * (first.point + second.point);
  return first.distance <= SixHinges::kMeet && second.distance <= SixHinges::kMeet &&
         (first.point - second.point).norm() <= SixHinges::kMeet;
}

namespace {

template <class Axis>
bool last_meet_after_parallels(const std::array<Axis, 6>& axes, Vector3d& point) {
  if (!are_hinges(axes) || !parallel(axes[1], axes[2]) || !parallel(axes[2], axes[3]) ||
      parallel(axes[4], axes[5])) {
    return false;
  }
  const Meeting meeting = meeting_of(axes[4], axes[5]);
  point = meeting.point;
  return meeting.distance <= SixHinges::kMeet;
}

/// The axes as a loop through H that begins with any of them and goes on in either sense: backward
/// through H^-1, with the angles -theta.
struct LoopOfAxes {
  std::array<SixHinges::Axis, 6> axes;
  Isometry motion;
  LoopOfAxes(const std::array<SixHinges::Axis, 6>& from, const Isometry& H, int first,
             bool backward)
      : motion(H) {
    Isometry back = H.inverse();
    if (backward) std::swap(motion, back);
    for (std::size_t i = 0; i < 6; ++i) {
      const std::size_t j = (i + static_cast<std::size_t>(first)) % 6;
      const bool moved = j < static_cast<std::size_t>(first);
      axes[i] = from[backward ? 5 - j : j];
      if (!moved) continue;
      axes[i].point = back * axes[i].point;
      axes[i].direction = back.linear() * axes[i].direction;
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
      return "six hinges in general";
    case Geometry::kPosition:
      return "three joints move the position";
    case Geometry::kUnknown:
      break;
  }
  return {};
}

void SixHinges::take(const std::array<Axis, kJoints>& axes, const Isometry& effector) {
  const auto same = [](const Axis& a, const Axis& b) {
    return a.point == b.point && a.direction == b.direction && a.slides == b.slides;
  };
  effector_ = effector;
  if (geometry_ != Geometry::kPosition &&
      std::equal(axes.begin(), axes.end(), given_.begin(), same)) {
    return;
  }
  given_ = axes_ = axes;
  std::array<Axis, kJoints> back = axes;
  std::reverse(back.begin(), back.end());
  geometry_ = meet(axes[3], axes[4], axes[5], meeting_)   ? Geometry::kWrist
              : meet(back[3], back[4], back[5], meeting_) ? Geometry::kShoulder
              : last_meet_after_parallels(axes, meeting_) ? Geometry::kParallel
              : last_meet_after_parallels(back, meeting_) ? Geometry::kParallelFromTip
              : are_hinges(axes)                          ? Geometry::kGeneral
                                                          : Geometry::kUnknown;
  reversed_ = geometry_ == Geometry::kShoulder || geometry_ == Geometry::kParallelFromTip;
  if (reversed_) axes_ = back;
  exact_ = is_exact();
  if (geometry_ == Geometry::kGeneral) choose_loops();
}

/// True if no rounding of H or of angles is larger than what the axes of a closed form pass each
/// other by, so that the blocks of J which it takes for 0 are.
bool SixHinges::is_exact() const {
  if (geometry_ == Geometry::kGeneral || geometry_ == Geometry::kUnknown) return false;
  const bool planar = geometry_ == Geometry::kParallel || geometry_ == Geometry::kParallelFromTip;
  for (std::size_t j = planar ? 4 : 3; j < axes_.size(); ++j) {
    const Vector3d& direction = axes_[j].direction;
    if (across(meeting_ - axes_[j].point, direction).norm() > kAxisNoise) return false;
  }
  for (std::size_t j = 2; planar && j < 4; ++j) {
    if (axes_[1].direction.cross(axes_[j].direction).norm() > kAxisNoise) return false;
  }
  return true;
}

void SixHinges::take_position(const std::array<Axis, 3>& axes, const Vector3d& effector) {
  std::copy(axes.begin(), axes.end(), axes_.begin());
  effector_ = Isometry::Identity();
  effector_.translation() = meeting_ = effector;
  geometry_ = Geometry::kPosition;
  reversed_ = false;
}

int SixHinges::bound() const {
  switch (geometry_) {
    case Geometry::kGeneral:
      return kMost;
    case Geometry::kParallel:
    case Geometry::kParallelFromTip:
      return kMost / 2;
    case Geometry::kUnknown:
      return -1;
    default:
      break;
  }
  // places of the first three joints, and two ways to turn a wrist
  const Axis &one = axes_[0], &two = axes_[1], &three = axes_[2];
  const int slides = one.slides + two.slides + three.slides;
  const bool plane = slides == 1 && three.slides && parallel(one, two) && parallel(two, three);
  const int places = slides == 3 ? 1 : slides == 2 || plane ? 2 : 4;
  return geometry_ == Geometry::kPosition ? places : 2 * places;
}

/// Sets loops_ to at most kJoints loops that give all poses at some goals, those with the least
/// work first; to any loops if none does. Where axes meet or are parallel, the determinant is 0
/// everywhere or has double roots in several loops. More than one is needed: two poses may have
/// nearly the same angle of one hinge.
void SixHinges::choose_loops() {
  slack_ = tip_slack_ = goal_slack_ = 0.0;
  loop_count_ = 0;
  for (const bool backward : {false, true}) {
    for (int first = 0; first < kJoints; ++first) {
      loops_[static_cast<std::size_t>(loop_count_++)] = {first, backward};
    }
  }
  for (const double turned : {0.7, -1.9}) {
    motion_ = Isometry::Identity();
    for (int j = 0; j < kJoints; ++j) motion_ = motion_ * turn(j, j + turned);
    const auto end = loops_.begin() + loop_count_;
    auto incomplete = loops_.begin();  // the complete ones stand before it
    for (auto loop = loops_.begin(); loop != end; ++loop) {
      count_ = 0;
      const bool complete = by_elimination(*loop);
      loop->determinants += determinants_;
      if (complete) std::swap(*loop, *incomplete++);
    }
    std::sort(loops_.begin(), incomplete, [](const Loop& a, const Loop& b) {
      return std::tuple(a.determinants, a.backward, a.first) <
             std::tuple(b.determinants, b.backward, b.first);
    });
    const auto complete = static_cast<int>(incomplete - loops_.begin());
    loop_count_ = std::min(complete > 0 ? complete : loop_count_, kJoints);
  }
}

bool SixHinges::solve(const Isometry& goal, double slack) {
  count_ = 0;
  slack_ = slack;
  motion_ = goal * effector_.inverse();
  if (reversed_) motion_ = motion_.inverse();
  tip_slack_ = goal_slack_ = slack;
  if (slack > 0.0 && geometry_ != Geometry::kPosition) {
    const Vector3d lever = reversed_ ? Vector3d(goal.translation() - tip())
                                     : Vector3d(motion_ * tip() - goal.translation());
    tip_slack_ = (1.0 + lever.norm()) * slack;
    goal_slack_ = hypotenuse(tip_slack_, slack);
  }
  switch (geometry_) {
    case Geometry::kWrist:
    case Geometry::kShoulder:
      return by_wrist();
    case Geometry::kParallel:
    case Geometry::kParallelFromTip:
      return by_parallel();
    case Geometry::kPosition:
      return by_position();
    case Geometry::kUnknown:
      return false;
    case Geometry::kGeneral:
      break;
  }
  for (int i = 0; i < loop_count_; ++i) {
    count_ = 0;
    if (by_elimination(loops_[static_cast<std::size_t>(i)])) return true;
  }
  return false;
}

/// exp(angle) of axis j.
Isometry SixHinges::turn(int j, double angle) const {
  return motion_about(axes_[static_cast<std::size_t>(j)], angle);
}

/// Poses of the first three joints that bring a point to its goal, into first_three_.
/// \returns true if these are all
bool SixHinges::places(const Vector3d& point, const Vector3d& goal) {
  places_ = 0;
  return axes_[1].slides ? places_by_slide(point, goal) : places_by_hinge(point, goal);
}

/// Keeps the place with the angles of the joints two and three, and the angle of the first one.
/// \param point as those two place it \returns false if there is no room, or the first may be any
bool SixHinges::keep_place(double t2, double t3, const Vector3d& point, const Vector3d& goal) {
  const Axis& one = axes_[0];
  if (places_ == static_cast<int>(first_three_.size())) return false;
  double t1 = one.direction.dot(goal - point);
  if (!one.slides) {
    const double singular = std::max(kSingular, kSingularSlack * slack_);
    if (across(goal - one.point, one.direction).norm() < singular) return false;
    t1 = angle_about(one.direction, point - one.point, goal - one.point);
  }
  first_three_[static_cast<std::size_t>(places_++)] = {t1, t2, t3};
  return true;
}

/// places() where the second joint is a hinge.
///
/// The first hinge keeps the goal's height along its axis and its distance from a point of it, a
/// slide what is across it. With q(theta_3) the point from the second axis these are two equations
/// v_i . R_2 q = b_i that are linear in R_2 q, so that either R_2 q is known, and |R_2 q| = |q|, or
/// they leave one equation in theta_3 (Pieper 1968; Raghavan and Roth 1990).
bool SixHinges::places_by_hinge(const Vector3d& point, const Vector3d& goal) {
  const double singular = std::max(kSingular, kSingularSlack * slack_);
  const Axis &one = axes_[0], &two = axes_[1];
  const ThirdJoint third(axes_[2], point);
  const Vector3d w = two.direction, o = two.point - one.point;
  const Trig height = third.coordinate(w, two.point), square = third.square(two.point);
  const auto linear = [&](const Vector3d& along) {
    return along.dot(goal - two.point) * third.D + -along.dot(w) * height;
  };
  Vector3d v1 = one.direction, v2 = o;
  Trig b1, b2;
  double off1 = tip_slack_, off2 = tip_slack_;  // of b1 and b2, by the goal's tolerances
  if (one.slides) {
    v1 = one.direction.unitOrthogonal();
    v2 = one.direction.cross(v1);
    b2 = linear(v2);
  } else {
    b2 = 0.5 * ((goal - one.point).squaredNorm() - o.squaredNorm()) * third.D + -0.5 * square +
         -o.dot(w) * height;
    off2 *= (goal - one.point).norm() + tip_slack_;
  }
  b1 = linear(v1);
  v1 = across(v1, w);
  v2 = across(v2, w);
  const double area = w.dot(v1.cross(v2));
  bool certain = true;

  if (std::abs(area) > kSingular) {  // else they meet, or are parallel
    // R_2 q = y1 (v2 x w) / area + y2 (w x v1) / area across w
    const Vector3d d1 = v2.cross(w) / area, d2 = w.cross(v1) / area;
    const Trig length = d1.squaredNorm() * (b1 * b1) + 2.0 * d1.dot(d2) * (b1 * b2) +
                        d2.squaredNorm() * (b2 * b2) + -1.0 * (third.D * square) + height * height;
    double moves = 0.0, slope = 0.0;
    if (slack_ > 0.0) {
      // R_2 q moves by off, and no root needs it longer than q across w
      const double off = d1.norm() * off1 + d2.norm() * off2;
      const Vector3d middle = axes_[2].point + third.arm.constant - two.point;
      const double longest = across(middle, w).norm() + third.arm.cosine.norm();
      const double steepest = d1.norm() * b1.curvature() + d2.norm() * b2.curvature();
      moves = third.moved(length, (2.0 * longest + off) * off, slack_);
      slope = third.moved(length, 2.0 * steepest * off, length.degree * slack_);
    }
    const TurnRoots elbow = third.roots(length, moves, slope);
    certain = certain && elbow.certain;
    for (int i = 0; i < elbow.count; ++i) {
      const double t = elbow.t[static_cast<std::size_t>(i)], D = third.D.at(t).value;
      const Vector3d q = third.point(t) - two.point;
      const Vector3d to = b1.at(t).value / D * d1 + b2.at(t).value / D * d2 + w.dot(q) * w;
      if (!(across(q, w).norm() > singular)) {
        certain = false;
        continue;
      }
      certain = keep_place(angle_about(w, q, to), third.theta(t), two.point + to, goal) && certain;
    }
    return certain;
  }
  const bool first = v1.norm() >= v2.norm();
  const Vector3d v = first ? v1 : v2;
  if (v.norm() < kSingular) return false;
  const double ratio = (first ? v2 : v1).dot(v) / v.squaredNorm();
  const Trig &b = first ? b1 : b2, &other = first ? b2 : b1;
  if (!first) std::swap(off1, off2);
  const Trig equation = other + -ratio * b;
  const double off = third.moved(equation, off2 + std::abs(ratio) * off1, slack_);
  const TurnRoots elbow = third.roots(equation, off);
  certain = elbow.certain;
  for (int i = 0; i < elbow.count; ++i) {
    const double t = elbow.t[static_cast<std::size_t>(i)];
    const Turning turning(third.point(t) - two.point, w);
    const double value = b.at(t).value / third.D.at(t).value;
    const Trig lifted = turning.along(v, value);
    double moves = 0.0;
    if (slack_ > 0.0) {
      const double steepest = v.norm() * third.arm.cosine.norm() + b.curvature();
      moves = third.moved(lifted, off1 + root_moves(equation, t, off) * steepest, slack_);
    }
    const TurnRoots lift = roots_of_degree_two(lifted, moves);
    certain = certain && lift.certain;
    for (int k = 0; k < lift.count; ++k) {
      const double t2 = lift.t[static_cast<std::size_t>(k)];
      certain = keep_place(t2, third.theta(t), two.point + turning.at(t2), goal) && certain;
    }
  }
  return certain;
}

/// places() where the second joint is a slide: what the first joint keeps of its goal, less the
/// slide's theta, is an equation in theta_3.
bool SixHinges::places_by_slide(const Vector3d& point, const Vector3d& goal) {
  const Axis &one = axes_[0], &two = axes_[1];
  const ThirdJoint third(axes_[2], point);
  const Vector3d d = two.direction;
  // theta_2 = (v . goal - v . point) / (v . d) for a v that the first joint keeps
  const Vector3d v = one.slides ? across(d, one.direction) : one.direction;
  const double along = v.dot(d);
  if (!one.slides && std::abs(along) <= kSingular) {
    // theta_2 stays on the height of the goal: theta_3 is known, and then the distance
    const Trig height = third.coordinate(v, goal);
    const TurnRoots roots = third.roots(height, third.moved(height, tip_slack_, slack_));
    bool certain = roots.certain;
    for (int i = 0; i < roots.count; ++i) {
      const double t3 = third.theta(roots.t[static_cast<std::size_t>(i)]);
      const Vector3d p = third.point(roots.t[static_cast<std::size_t>(i)]);
      const ThirdJoint way(two, p);
      const Trig distance = way.square(one.point) + -(goal - one.point).squaredNorm() * way.D;
      const TurnRoots ways = way.roots(distance, way.moved(distance, 0.0, slack_));
      certain = certain && ways.certain;
      for (int k = 0; k < ways.count; ++k) {
        const double t2 = way.theta(ways.t[static_cast<std::size_t>(k)]);
        certain = keep_place(t2, t3, p + t2 * d, goal) && certain;
      }
    }
    return certain;
  }
  if (std::abs(along) <= kSingular) return false;
  Trig equation;
  if (one.slides) {
    equation = third.coordinate(one.direction.cross(d), goal);
  } else {
    // the point with theta_2 = that: p + d (v . goal - v . p) / along, of which p counts obliquely
    const auto oblique = [&](const Vector3d& p) { return Vector3d(p - v.dot(p) / along * d); };
    Axis slid = axes_[2];
    slid.direction = oblique(slid.direction);
    const Vector3d base = v.dot(goal) / along * d - one.point;
    if (axes_[2].slides) {
      const Vector3d q = oblique(point) + base;
      equation = ThirdJoint::quadratic(q.squaredNorm(), 2.0 * q.dot(slid.direction),
                                       slid.direction.squaredNorm());
    } else {
      const Vector3d constant = oblique(axes_[2].point + third.arm.constant) + base;
      const Vector3d cosine = oblique(third.arm.cosine), sine = oblique(third.arm.sine);
      for (int k = 0; k < 3; ++k) {
        Trig x;
        x.degree = 1;
        x.c = {constant[k], cosine[k]};
        x.s = {0.0, sine[k]};
        equation = equation + x * x;
      }
    }
    equation = equation + -(goal - one.point).squaredNorm() * third.D;
  }
  const TurnRoots roots =
      third.roots(equation, kSlideSafety * slack_ * std::max(1.0, equation.size()));
  bool certain = roots.certain;
  for (int i = 0; i < roots.count; ++i) {
    const double t = roots.t[static_cast<std::size_t>(i)];
    const Vector3d p = third.point(t);
    const double t2 = v.dot(goal - p) / along;
    certain = keep_place(t2, third.theta(t), p + t2 * d, goal) && certain;
  }
  return certain;
}

bool SixHinges::by_position() {
  bool certain = places(meeting_, motion_ * meeting_);
  for (int i = 0; i < places_; ++i) {
    certain = keep(first_three_[static_cast<std::size_t>(i)]) && certain;
  }
  return certain;
}

/// A bound B of |J(a) - J(b)| <= B |a - b|, by the joints from the base on. With v and w two ways
/// of the joints, and d_j the distance of the point of J from joint j,
///
///   |J'[v] w|^2 <= (sum over i, j of  d_max(i, j) |v_i| |w_j|)^2 + (sum over i < j of  |v_i|
///   |w_j|)^2
///
/// For v and w of length 1 the first sum is at most the root of the sum of d_max(i, j)^2 over all i
/// and j, and the second one at most 1 / (2 sin(pi / 22)).
struct SixHinges::Bend {
  double square = 0.0;
  int pairs = 1;
  void take(double distance) {
    square += pairs * distance * distance;
    pairs += 2;
  }
  double of_position() const { return std::sqrt(square); }
  double of_pose() const { return std::sqrt(square + 12.35); }
};

/// The first three joints where they place the point of the wrist. J of this point, with the rows
/// of the rotation in the axes of the third joint, is
///
///   J = (A 0)        J^-1 = (     A^-1         0  )
///       (B C)               (-C^-1 B A^-1    C^-1)
///
/// with C the directions of the wrist's axes.
struct SixHinges::Placed {
  double t1, t2, t3;
  Matrix3d R;                 // of the wrist: R_123^T H
  Matrix3d inverse_of_A, BA;  // A^-1, B A^-1
  Vector3d x;                 // A^-1 e, a step of Newton's method
  Vector3d turned;            // B x
  Bend bend;

  Placed(const SixHinges& arm, const Angles& angles) : t1(angles[0]), t2(angles[1]), t3(angles[2]) {
    const auto& axes = arm.axes_;
    const Isometry first = arm.turn(0, t1), second = first * arm.turn(1, t2),
                   third = second * arm.turn(2, t3);
    const Vector3d at = third * arm.meeting_;
    const std::array<Vector3d, 3> directions = {
        axes[0].direction, first.linear() * axes[1].direction, second.linear() * axes[2].direction};
    const std::array<Vector3d, 3> points = {axes[0].point, first * axes[1].point,
                                            second * axes[2].point};
    Matrix3d A, B;
    for (std::size_t j = 0; j < 3; ++j) {
      const auto c = static_cast<Eigen::Index>(j);
      const Vector3d lever = at - points[j];
      if (axes[j].slides) {
        A.col(c) = directions[j];
        B.col(c).setZero();
        bend.take(1.0);
        continue;
      }
      bend.take(lever.norm());
      A.col(c) = directions[j].cross(lever);
      B.col(c) = third.linear().transpose() * directions[j];
    }
    inverse_of_A = inverse_of(A);
    BA = B * inverse_of_A;
    x = inverse_of_A * (arm.motion_ * arm.meeting_ - at);
    turned = B * x;
    R = third.linear().transpose() * arm.motion_.linear();
  }
  /// How far the third joint turns if the point's goal is off, by Kantorovich's theorem: a sum of
  /// three angles is less than 2 |a|. Unlimited where that does not hold.
  double turns(double off) const {
    if (off == 0.0) return 0.0;
    const double inverse = inverse_of_A.norm(), way = inverse * off + x.norm();
    return inverse * bend.of_position() * way < kKantorovichSlack ? 4.0 * way : kUnlimited;
  }
};

/// The last three hinges turn about one point: the first three place it, and they then turn the
/// effector.
bool SixHinges::by_wrist() {
  bool certain = places(meeting_, motion_ * meeting_);
  for (int i = 0; i < places_; ++i) {
    certain = wrist(Placed(*this, first_three_[static_cast<std::size_t>(i)])) && certain;
  }
  return certain;
}

bool SixHinges::wrist(const Placed& placed) {
  const double singular = std::max(kSingular, kSingularSlack * slack_);
  const Matrix3d& R = placed.R;
  const Vector3d &w4 = axes_[3].direction, &w5 = axes_[4].direction, &w6 = axes_[5].direction;
  const Vector3d pointer = R * w6, side = w6.unitOrthogonal();
  const Turning turning(w6, w5);
  const TurnRoots bend =
      roots_of_degree_two(turning.along(w4, w4.dot(pointer)), slack_ + placed.turns(tip_slack_));
  bool certain = bend.certain;
  for (int i = 0; i < bend.count; ++i) {
    const double t5 = bend.t[static_cast<std::size_t>(i)];
    const Vector3d from = turning.at(t5);
    if (across(from, w4).norm() < singular) {
      certain = false;
      continue;
    }
    const double t4 = angle_about(w4, from, pointer);
    const Matrix3d R4 = rotation_about(w4, t4), R45 = R4 * rotation_about(w5, t5);
    const Matrix3d last = R45.transpose() * R;
    const double t6 = angle_about(w6, side, last * side);
    const Angles t = {placed.t1, placed.t2, placed.t3, t4, t5, t6};
    const Matrix3d Q = last * rotation_about(w6, t6).transpose();
    const Vector3d e = R45 * rotation_error(Q);
    Matrix3d C;
    C << w4, R4 * w5, R45 * w6;
    const Matrix3d inverse_of_C = inverse_of(C);
    const Vector3d x = inverse_of_C * (e - placed.turned);
    const double step = std::sqrt(placed.x.squaredNorm() + x.squaredNorm());
    if (!exact_ || !(step < kPoseStep) || is_half_turn(Q)) {
      certain = keep(t) && certain;
      continue;
    }
    Angles exact = t;
    for (int j = 0; j < 3; ++j) {
      exact[static_cast<std::size_t>(j)] += placed.x[j];
      exact[static_cast<std::size_t>(j + 3)] += x[j];
    }
    const double inverse =
        std::sqrt(placed.inverse_of_A.squaredNorm() + (inverse_of_C * placed.BA).squaredNorm() +
                  inverse_of_C.squaredNorm());
    certain = certify(exact, step, inverse, placed.bend.of_pose()) && certain;
  }
  return certain;
}

/// What the hinges 2 to 4 of parallel axes do: all but the first and the last two of the motion.
struct SixHinges::Turned {
  Isometry plane;
  Vector3d place;  // of the point in which the last two axes meet
  Vector3d w6;     // of the sixth axis, turned by the fifth hinge

  Turned(const SixHinges& arm, double t1, double t5, double t6) {
    const Isometry back = arm.turn(0, -t1) * arm.motion_, fifth = arm.turn(4, -t5);
    plane = back * arm.turn(5, -t6) * fifth;
    place = back * arm.meeting_;
    w6 = fifth.linear().transpose() * arm.axes_[5].direction;
  }
};

/// The hinges 2 to 4 keep the height along their axis n, and n: that gives theta_1 by the point in
/// which the axes 5 and 6 meet, then theta_5 and theta_6 by n. The rest is two links in a plane.
bool SixHinges::by_parallel() {
  const double singular = std::max(kSingular, kSingularSlack * slack_);
  const Vector3d n = axes_[1].direction;
  const Vector3d &w6 = axes_[5].direction, goal = motion_ * meeting_ - axes_[0].point;
  const Turning around(n, axes_[0].direction);  // R_1 n
  const Trig height = around.along(goal, n.dot(meeting_ - axes_[0].point));
  const TurnRoots base = roots_of_degree_two(height, tip_slack_);
  bool certain = base.certain;
  for (int i = 0; i < base.count; ++i) {
    const double t1 = base.t[static_cast<std::size_t>(i)];
    // R_5^T n turns by -theta_5 about axis 5
    const Vector3d m = motion_.linear().transpose() * around.at(t1);
    const Turning turning(n, -axes_[4].direction);
    const Trig across_n = turning.along(w6, w6.dot(m));
    // how far the first angle, and m, move by the goal's tolerances
    const double moves1 = root_moves(height, t1, tip_slack_), moves_m = moves1 + slack_;
    const TurnRoots bend = roots_of_degree_two(across_n, moves_m);
    certain = certain && bend.certain;
    for (int k = 0; k < bend.count; ++k) {
      const double t5 = bend.t[static_cast<std::size_t>(k)];
      const Vector3d to = turning.at(t5);
      if (across(m, w6).norm() < singular) {
        certain = false;
        continue;
      }
      const double t6 = angle_about(w6, m, to);
      double off = 0.0;  // of `way`, by the goal's tolerances
      if (slack_ > 0.0) {
        // Kantorovich's theorem for R_6 m = R_5^T n: a sum of two angles is less than 1.5 |a|
        const Vector3d of5 = axes_[4].direction.cross(to), of6 = w6.cross(to);
        const double inverse = hypotenuse(of5.norm(), of6.norm()) / of5.cross(of6).norm();
        const bool stays = 2.0 * inverse * inverse * moves_m < kKantorovichSlack;
        const double moves56 = stays ? 3.0 * inverse * moves_m : kUnlimited;
        off = tip_slack_ + moves1 * goal.norm() +
              (moves_m + moves56) * (axes_[3].point - meeting_).norm();
      }
      const Turned turned(*this, t1, t5, t6);
      const Isometry& plane = turned.plane;
      const Vector3d way = across(plane * axes_[3].point - axes_[1].point, n);
      const Turning arm(axes_[3].point - axes_[2].point, n);
      const Vector3d link = across(axes_[2].point - axes_[1].point, n);
      Trig distance = 2.0 * arm.along(link, 0.0);
      distance.c[0] += link.squaredNorm() + arm.cosine.squaredNorm() - way.squaredNorm();
      const TurnRoots elbow = roots_of_degree_two(distance, (2.0 * way.norm() + off) * off);
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
        certain = keep_planar(turned, {t1, t2, t3, t4, t5, t6}) && certain;
      }
    }
  }
  return certain;
}

/// Does what keep() does, for an arm whose hinges 2 to 4 have the direction n. J moves the point in
/// which the axes 5 and 6 meet. Its rows are the way along n, the turn across n, and then the way
/// across n and the turn along it:
///
///   J = (a 0 0)        J^-1 = (1/a 0 0)
///       (b C 0)               ( g  G 0)      G = C^-1, K = F^-1, g = -G b / a,
///       (d E F)               ( m  M K)      m = -K (d / a + E g), M = -K E G
///
/// for theta_1, then 5 and 6, then 2 to 4. \param t with the angles 3 and 4 about n
bool SixHinges::keep_planar(const Turned& turned, const Angles& t) {
  const Vector3d& n = axes_[1].direction;
  const auto given = [&](Angles angles) {
    for (const std::size_t j : {std::size_t{2}, std::size_t{3}}) {
      if (n.dot(axes_[j].direction) < 0.0) angles[j] = -angles[j];
    }
    return angles;
  };
  const Vector3d x = n.unitOrthogonal(), y = n.cross(x);
  const std::array<Vector3d, 3> links = {
      axes_[2].point - axes_[1].point, axes_[3].point - axes_[2].point, meeting_ - axes_[3].point};
  // the levers of hinges 4, 3, 2 from the tip back
  const Matrix3d R = rotation_about(n, t[1] + t[2] + t[3]);
  std::array<Vector3d, 3> levers;
  levers[2] = R * links[2];
  levers[1] = rotation_about(n, t[1] + t[2]) * links[1] + levers[2];
  levers[0] = rotation_about(n, t[1]) * links[0] + levers[1];
  const Vector3d at = axes_[1].point + levers[0], lever = at - axes_[0].point;
  const Vector3d &u1 = axes_[0].direction, u5 = R * axes_[4].direction, u6 = R * turned.w6;
  const Vector3d v1 = u1.cross(lever), way = turned.place - at;
  const Matrix3d Q = turned.plane.linear() * R.transpose();
  const Vector3d e = rotation_error(Q);

  const double a = n.dot(v1), s1 = n.dot(way) / a;
  const Eigen::Vector2d b(x.dot(u1), y.dot(u1)), k(n.dot(u5), n.dot(u6));
  Eigen::Matrix2d C;
  C << x.dot(u5), x.dot(u6), y.dot(u5), y.dot(u6);
  const Eigen::Matrix2d G = C.inverse();
  const Eigen::Vector2d s56 = G * (Eigen::Vector2d(x.dot(e), y.dot(e)) - s1 * b);
  const Vector3d d(x.dot(v1), y.dot(v1), n.dot(u1));
  Matrix3d F;
  Bend bend;
  bend.take(lever.norm());
  for (std::size_t j = 0; j < 3; ++j) {
    // n x lever in the axes x, y
    F.col(static_cast<Eigen::Index>(j)) << -y.dot(levers[j]), x.dot(levers[j]), 1.0;
    bend.take(levers[j].norm());
  }
  const Matrix3d K = inverse_of(F);
  const Vector3d s234 = K * (Vector3d(x.dot(way), y.dot(way), n.dot(e) - k.dot(s56)) - s1 * d);
  const double step = std::sqrt(s1 * s1 + s56.squaredNorm() + s234.squaredNorm());
  if (!exact_ || !(step < kPoseStep) || is_half_turn(Q)) return keep(given(t));
  const Eigen::Vector2d g = -1.0 / a * (G * b), kG = G.transpose() * k;
  const Vector3d m = K * (d / a + Vector3d(0.0, 0.0, k.dot(g)));
  const double inverse =
      std::sqrt(1.0 / (a * a) + g.squaredNorm() + G.squaredNorm() + m.squaredNorm() +
                K.squaredNorm() + K.col(2).squaredNorm() * kG.squaredNorm());
  const Angles exact = {t[0] + s1,      t[1] + s234[0], t[2] + s234[1],
                        t[3] + s234[2], t[4] + s56[0],  t[5] + s56[1]};
  return certify(given(exact), step, inverse, bend.of_pose());
}

/// All poses, with the angle of the third of the hinges first, first + 1, ... as the last unknown.
/// The hinges form a loop through H, so that any may be the first; those before it then stand at
/// the end, with their axes moved by H^-1.
bool SixHinges::by_elimination(const Loop& loop) {
  const LoopOfAxes around(axes_, motion_, loop.first, loop.backward);
  HingeElimination elimination(around.axes, around.motion);
  if (slack_ > 0.0) {
    const Vector3d hand = (motion_ * effector_).translation();
    for (int i = 0; i < kJoints; ++i) {
      Isometry moved = Isometry::Identity();
      if (i < 3) {
        moved.translation()[i] = slack_;
      } else {
        moved = motion_about({hand, Vector3d::Unit(i - 3)}, slack_);
      }
      const LoopOfAxes near(axes_, moved * motion_, loop.first, loop.backward);
      elimination.take_near(near.axes, near.motion);
    }
  }
  const TurnRoots roots = elimination.roots();
  determinants_ = elimination.determinants();
  bool certain = roots.certain;
  for (int i = 0; i < roots.count; ++i) {
    Angles angles{};
    if (!elimination.lift(roots.t[static_cast<std::size_t>(i)], angles)) {
      certain = false;
      continue;
    }
    std::rotate(angles.begin(), angles.end() - loop.first, angles.end());
    if (loop.backward) reverse(angles);
    certain = keep(angles) && certain;
  }
  return certain;
}

/// The error and J at a pose, of axes_ and motion_.
struct SixHinges::Linearised {
  Matrix6 J = Matrix6::Identity();
  Eigen::Matrix<double, 6, 1> e = Eigen::Matrix<double, 6, 1>::Zero();
  bool opposite = false;  // e is 0 half a turn away, too
  Bend bend;
};

SixHinges::Linearised SixHinges::linearised(const Angles& t) const {
  Linearised l;
  const bool place = geometry_ == Geometry::kPosition;
  const Vector3d& tip = this->tip();
  const int joints = place ? 3 : kJoints;
  std::array<Vector3d, kJoints> points, directions;
  Angles sine, cosine;
  sincos(t.data(), joints, sine.data(), cosine.data());
  // R and p of the motion of what a joint carries
  Matrix3d R = Matrix3d::Identity();
  Vector3d p = Vector3d::Zero();
  for (int j = 0; j < joints; ++j) {
    const auto i = static_cast<std::size_t>(j);
    const Axis& axis = axes_[i];
    const Vector3d &d = axis.direction, u = R * d;
    points[i] = R * axis.point + p;
    directions[i] = u;
    if (axis.slides) {
      p += t[i] * u;
      continue;
    }
    // Rodrigues' formula about u, with u^T R = d^T
    const Vector3d rest = (1.0 - cosine[i]) * u, across_u = sine[i] * u;
    Matrix3d turned = cosine[i] * R + rest * d.transpose();
    for (int k = 0; k < 3; ++k) turned.col(k) += across_u.cross(R.col(k));
    R = turned;
    p = points[i] - R * axis.point;
  }
  const Vector3d at = R * tip + p;
  l.e.head<3>() = motion_ * tip - at;
  if (!place) {
    const Matrix3d Q = motion_.linear() * R.transpose();
    l.e.tail<3>() = rotation_error(Q);
    l.opposite = is_half_turn(Q);
  }
  for (int j = 0; j < joints; ++j) {
    const auto i = static_cast<std::size_t>(j);
    const Vector3d lever = at - points[i];
    const bool slides = axes_[i].slides;
    l.bend.take(slides ? 1.0 : lever.norm());
    l.J.col(j).head<3>() = slides ? directions[i] : Vector3d(directions[i].cross(lever));
    l.J.col(j).tail<3>() = slides || place ? Vector3d::Zero().eval() : directions[i];
  }
  return l;
}

SixHinges::SelfMotion SixHinges::self_motion(const Angles& pose) const {
  Angles t = pose;
  if (reversed_) reverse(t);
  const Eigen::JacobiSVD<Matrix6> svd(linearised(t).J, Eigen::ComputeFullV);
  const Eigen::Matrix<double, 6, 1> motion = svd.matrixV().col(5);
  SelfMotion found{svd.singularValues()[5], {}, Singularity::kMeeting};
  for (int j = 0; j < kJoints; ++j) {
    const auto i = static_cast<std::size_t>(reversed_ ? kJoints - 1 - j : j);
    found.moves[i] = std::abs(motion[j]) > kStands * motion.lpNorm<Eigen::Infinity>();
  }
  const auto& moves = found.moves;
  if (geometry_ == Geometry::kWrist || geometry_ == Geometry::kParallel) {
    const bool wrist = geometry_ == Geometry::kWrist ? !moves[1] && !moves[2] : moves[5];
    found.kind = moves[0] ? Singularity::kShoulder
                 : wrist  ? Singularity::kWrist
                          : Singularity::kElbow;
  }
  return found;
}

/// True if no joint of two poses differs by more, whole turns of hinges apart.
bool SixHinges::is_near(const Angles& a, const Angles& b, double within) const {
  for (std::size_t j = 0; j < a.size(); ++j) {
    const double off = a[j] - b[j];
    if (!(std::abs(given_axis(j).slides ? off : wrapped(off)) <= within)) return false;
  }
  return true;
}

/// Keeps angles, to which the last step of Newton's method has led, if Kantorovich's theorem shows
/// that a pose is within a step. \param inverse |J^-1| \param bend B
bool SixHinges::certify(Angles t, double step, double inverse, double bend) {
  const double way = step + kPoseNoise * inverse;
  if (!(inverse * bend * way < kKantorovich) || !std::isfinite(step)) return false;
  if (slack_ > 0.0 && !(inverse * bend * (way + goal_slack_ * inverse) < kKantorovichSlack)) {
    return false;
  }
  if (reversed_) reverse(t);
  for (std::size_t j = 0; j < t.size(); ++j) {
    if (!given_axis(j).slides) t[j] = wrapped(t[j]);
  }
  const double within = 4.0 * way;
  for (int i = 0; i < count_; ++i) {
    if (is_near(t, poses_[static_cast<std::size_t>(i)], within)) return false;
  }
  if (count_ == kMost) return false;
  sensitivities_[static_cast<std::size_t>(count_)] = inverse;
  poses_[static_cast<std::size_t>(count_++)] = t;
  return true;
}

/// Makes angles exact and keeps them, if there is a pose.
bool SixHinges::keep(const Angles& angles) {
  Angles t = angles;
  double before = kUnlimited;
  for (int step = 0; step < kPolish; ++step) {
    Linearised l = linearised(t);
    Matrix6& inverse_of_J = l.J;
    if (!invert(inverse_of_J)) return false;
    const Eigen::Matrix<double, 6, 1> x = inverse_of_J * l.e;
    const double length = x.norm();
    const bool converged = length < kPoseStep || (step >= 4 && !(length < 0.5 * before));
    before = length;
    const double share = converged ? 1.0 : std::min(1.0, 1.0 / length);
    for (int j = 0; j < kJoints; ++j) t[static_cast<std::size_t>(j)] += share * x[j];
    if (converged) return !l.opposite && certify(t, length, inverse_of_J.norm(), l.bend.of_pose());
  }
  return false;
}

}  // namespace ik
