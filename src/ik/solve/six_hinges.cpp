#include "ik/solve/six_hinges.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/LU>
#include <Eigen/QR>

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
/// Rounding of a determinant as a share of the largest, and a factor for safety on what
/// coefficients beyond the degree show of it.
constexpr double kSampleNoise = 1e-14;
constexpr double kSafety = 16.0;
/// A determinant with more noise, as a share of the largest, is 0 everywhere.
constexpr double kVanishing = 1e-6;
/// Rounding of M may change the sign of a determinant that is less, as a share of the largest; and
/// a bound of it, as a share of |M|.
constexpr double kSmall = 1e-7;
constexpr double kMatrixNoise = 1e-13;
/// How often samples are taken anew, closer together where roots are; the least half length of a
/// part before that, and the greatest length of what is looked at more closely, rad.
constexpr int kDepth = 3;
constexpr double kShortest = 2e-3;
constexpr double kWidestDoubt = 3.0;
/// A root of the determinant is known so well, rad, before Newton's method; most steps to that.
constexpr double kRootError = 1e-8;
constexpr int kRootSteps = 40;
/// Kantorovich's theorem asks for 1/2; the rest is for rounding.
constexpr double kKantorovich = 0.1;

double wrapped(double angle) {
  return angle - 2.0 * std::numbers::pi * std::round(angle / (2.0 * std::numbers::pi));
}

/// v without its part along a unit vector.
Vector3d across(const Vector3d& v, const Vector3d& unit) { return v - unit.dot(v) * unit; }

/// The angle about a unit axis from a to b, by their parts across it.
double angle_about(const Vector3d& axis, const Vector3d& a, const Vector3d& b) {
  return arctangent(axis.dot(a.cross(b)), across(a, axis).dot(b));
}

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

/// True if neighbours of three axes meet, all in one point.
template <class Axis>
bool meet(const Axis& a, const Axis& b, const Axis& c, Vector3d& point) {
  if (parallel(a, b) || parallel(b, c)) return false;
  const Meeting first = meeting_of(a, b), second = meeting_of(b, c);
  point = 0.5 * (first.point + second.point);
  return first.distance <= SixHinges::kMeet && second.distance <= SixHinges::kMeet &&
         (first.point - second.point).norm() <= SixHinges::kMeet;
}

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

Isometry motion_about(const SixHinges::Axis& axis, double angle) {
  Isometry motion;
  motion.linear() = rotation_about(axis.direction, angle);
  motion.translation() = axis.point - motion.linear() * axis.point;
  motion.makeAffine();
  return motion;
}

/// Where the samples of the determinant are taken: at angles theta_3 that are spread evenly in phi,
///
///   tan((theta_3 - center) / 2) = zoom tan(phi / 2)
///
/// The determinant times ((1 + tan^2(theta_3 - center) / 2) / (1 + tan^2 phi / 2))^8 is of degree 8
/// in phi, too: roots that are close together are apart in phi, and told from rounding.
struct Spread {
  double center = 0.0, zoom = 1.0;

  double angle(double phi) const {
    const auto [sine, cosine] = sine_cosine(0.5 * phi);
    return center + 2.0 * arctangent(zoom * sine, cosine);
  }
  double phi(double angle) const {
    const auto [sine, cosine] = sine_cosine(0.5 * (angle - center));
    return 2.0 * arctangent(sine, zoom * cosine);
  }
  double weight(double phi) const {
    const auto [sine, cosine] = sine_cosine(0.5 * phi);
    const double w = cosine * cosine + zoom * zoom * sine * sine;
    return (w * w) * (w * w) * (w * w) * (w * w);
  }
};

/// See SixHinges::by_elimination.
class Elimination {
 public:
  Elimination(const std::array<SixHinges::Axis, 6>& axes, const Isometry& motion, double slack);
  TurnRoots roots() const;
  /// Noise of the determinant as a share of its largest value.
  double noise() const;
  /// The angles from theta_3. \returns false if they do not follow
  bool lift(double t3, SixHinges::Angles& t) const;

 private:
  static constexpr int kEquations = 14, kLeft = 6, kSize = 12;
  static constexpr int kSamples = 32;  // of the determinant
  using Monomials = Eigen::Matrix<double, kEquations, 1>;
  using Left = Eigen::Matrix<double, kEquations, 27>;
  using Square = Eigen::Matrix<double, kSize, kSize>;

  struct Sampled {
    Trig polynomial;  // in phi
    double noise = 0.0;
    double small = 0.0;  // where rounding of M may count
    double most = 0.0;   // the largest sample
    bool vanishes = false;
  };

  Monomials monomials(const Isometry& motion) const;
  Square matrix(double t3) const;
  Sampled sampled(const Spread& spread) const;
  bool sign_is_certain(double t3) const;
  double root_between(double low, double high) const;
  bool look(const Spread& spread, double low, double high, int depth, TurnWalk& walk) const;

  const std::array<SixHinges::Axis, 6>& axes_;
  const Isometry& motion_;
  double slack_;
  Left left_;  // of products of theta_3, theta_4, theta_5; the constant is the right side's, too
  Eigen::ColPivHouseholderQR<Eigen::Matrix<double, kEquations, 8>> right_;
  std::array<Eigen::Matrix<double, kLeft, 9>, 3> terms_;  // 1, cosine, sine of theta_3
};

constexpr std::array<double, 3> kThirds = {0.0, 2.0 * std::numbers::pi / 3.0,
                                           -2.0 * std::numbers::pi / 3.0};

/// From values at kThirds to the terms 1, cosine, sine, in place.
template <class Value>
void to_terms(Value&& a, Value&& b, Value&& c) {
  const auto mean = ((a + b + c) / 3.0).eval();
  const auto sine = ((b - c) / std::numbers::sqrt3).eval();
  b = ((2.0 * a - b - c) / 3.0).eval();
  a = mean;
  c = sine;
}

/// l, p, p x l, |p|^2, p . l, |p|^2 l - 2 (p . l) p of the last axis, moved.
Elimination::Monomials Elimination::monomials(const Isometry& motion) const {
  const Vector3d p = motion * axes_[5].point - axes_[2].point;
  const Vector3d l = motion.linear() * axes_[5].direction;
  const double square = p.squaredNorm(), along = p.dot(l);
  Monomials m;
  m << l, p, p.cross(l), square, along, square * l - 2.0 * along * p;
  return m;
}

Elimination::Elimination(const std::array<SixHinges::Axis, 6>& axes, const Isometry& motion,
                         double slack)
    : axes_(axes), motion_(motion), slack_(slack) {
  Eigen::Matrix<double, kEquations, 9> right;
  std::array<Isometry, 3> third, fourth, fifth;
  for (std::size_t i = 0; i < 3; ++i) {
    third[i] = motion_about(axes[2], kThirds[i]);
    fourth[i] = motion_about(axes[3], kThirds[i]);
    fifth[i] = motion_about(axes[4], kThirds[i]);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const Isometry base = motion_about(axes[0], -kThirds[i]) * motion;
    for (std::size_t j = 0; j < 3; ++j) {
      const auto at = static_cast<Eigen::Index>(3 * i + j);
      right.col(at) = monomials(motion_about(axes[1], -kThirds[j]) * base);
      const Isometry link = third[i] * fourth[j];
      for (std::size_t k = 0; k < 3; ++k) {
        left_.col(3 * at + static_cast<Eigen::Index>(k)) = monomials(link * fifth[k]);
      }
    }
  }
  for (Eigen::Index i = 0; i < 9; ++i) {
    to_terms(left_.col(3 * i), left_.col(3 * i + 1), left_.col(3 * i + 2));
  }
  for (Eigen::Index i = 0; i < 9; ++i) {
    const Eigen::Index j = 9 * (i / 3) + i % 3;
    to_terms(left_.col(j), left_.col(j + 3), left_.col(j + 6));
  }
  for (Eigen::Index i = 0; i < 9; ++i) to_terms(left_.col(i), left_.col(i + 9), left_.col(i + 18));
  for (Eigen::Index i = 0; i < 3; ++i) {
    to_terms(right.col(3 * i), right.col(3 * i + 1), right.col(3 * i + 2));
  }
  for (Eigen::Index i = 0; i < 3; ++i) to_terms(right.col(i), right.col(i + 3), right.col(i + 6));
  left_.col(0) -= right.col(0);
  right_.compute(right.rightCols<8>());
  Left turned = left_;
  turned.applyOnTheLeft(right_.householderQ().adjoint());
  const auto rest = turned.bottomRows<kLeft>();
  for (Eigen::Index i = 0; i < 3; ++i) {
    auto& terms = terms_[static_cast<std::size_t>(i)];
    terms = rest.middleCols<9>(9 * i);
    // from 1, cosine, sine to squares and product of the half angle's cosine u and sine v:
    // u^2 + v^2, u^2 - v^2, 2 u v
    const auto to_half = [&](Eigen::Index a, Eigen::Index step) {
      const Eigen::Matrix<double, kLeft, 1> one = terms.col(a), cosine = terms.col(a + step);
      terms.col(a) = one + cosine;
      terms.col(a + step) = 2.0 * terms.col(a + 2 * step);
      terms.col(a + 2 * step) = one - cosine;
    };
    for (Eigen::Index k = 0; k < 3; ++k) {
      to_half(3 * k, 1);
    }
    for (Eigen::Index k = 0; k < 3; ++k) {
      to_half(k, 3);
    }
  }
}

Elimination::Square Elimination::matrix(double t3) const {
  const auto [s, c] = sine_cosine(t3);
  const Eigen::Matrix<double, kLeft, 9> rows = terms_[0] + c * terms_[1] + s * terms_[2];
  Square M = Square::Zero();
  M.topLeftCorner<kLeft, 9>() = rows;
  M.bottomRightCorner<kLeft, 9>() = rows;
  return M;
}

/// The determinant as a polynomial in phi, by samples.
Elimination::Sampled Elimination::sampled(const Spread& spread) const {
  std::array<double, kSamples> values{};
  Sampled found;
  double& most = found.most;
  const double step = 2.0 * std::numbers::pi / kSamples;
  for (int i = 0; i < kSamples; ++i) {
    const double phi = i * step;
    const double value =
        spread.weight(phi) * matrix(spread.angle(phi)).partialPivLu().determinant();
    values[static_cast<std::size_t>(i)] = value;
    most = std::max(most, std::abs(value));
  }
  found.polynomial.degree = Trig::kMostDegree;
  found.noise = kSampleNoise * most;
  for (int k = 0; k < kSamples / 2; ++k) {
    double c = 0.0, s = 0.0;
    for (int i = 0; i < kSamples; ++i) {
      const auto [sine, cosine] = sine_cosine((i * k % kSamples) * step);
      c += values[static_cast<std::size_t>(i)] * cosine;
      s += values[static_cast<std::size_t>(i)] * sine;
    }
    const double share = (k == 0 ? 1.0 : 2.0) / kSamples;
    if (k <= Trig::kMostDegree) {
      found.polynomial.c[static_cast<std::size_t>(k)] = share * c;
      found.polynomial.s[static_cast<std::size_t>(k)] = share * s;
    } else {
      found.noise += kSafety * share * hypotenuse(c, s);  // is 0 but for rounding
    }
  }
  found.vanishes = found.noise > kVanishing * most;
  found.small = slack_ > 0.0 ? kUnlimited : kSmall * most;
  return found;
}

/// True if rounding of M leaves the sign of its determinant.
bool Elimination::sign_is_certain(double t3) const {
  const Square M = matrix(t3);
  const double noise = kMatrixNoise + kSafety * slack_;
  return noise * M.norm() * M.partialPivLu().inverse().norm() < 0.5;
}

/// The root of the determinant between two angles with different signs, by the Illinois rule
/// (Dowell and Jarratt 1971).
double Elimination::root_between(double low, double high) const {
  const auto value = [this](double t3) { return matrix(t3).partialPivLu().determinant(); };
  double f_low = value(low), f_high = value(high);
  for (int i = 0; i < kRootSteps && high - low > kRootError; ++i) {
    double t = (low * f_high - high * f_low) / (f_high - f_low);
    if (!(t > low && t < high)) t = 0.5 * (low + high);
    const double f = value(t);
    if (f == 0.0) return t;
    if ((f > 0.0) == (f_high > 0.0)) {
      high = t;
      f_high = f;
      f_low *= 0.5;
    } else {
      low = t;
      f_low = f;
      f_high *= 0.5;
    }
  }
  return 0.5 * (low + high);
}

/// Takes the parts of the turn from phi = low to high; doubtful ones are looked at more closely.
/// \returns false if the determinant is 0 everywhere
bool Elimination::look(const Spread& spread, double low, double high, int depth,
                       TurnWalk& walk) const {
  const auto refine = [this](double from, double to) { return root_between(from, to); };
  const Sampled found = sampled(spread);
  using Kind = TurnPart::Kind;
  if (found.vanishes) {
    walk.take({spread.angle(low), spread.angle(high), Kind::kDoubtful}, refine);
    return depth > 0;
  }
  TurnPart doubt{0.0, 0.0, Kind::kDoubtful};  // empty if there is none
  const auto look_closer = [&] {
    if (doubt.low == doubt.high) return;
    const double from = spread.angle(doubt.low), to = spread.angle(doubt.high);
    doubt.low = doubt.high;
    if (depth == kDepth || to - from > kWidestDoubt) {
      walk.take({from, to, Kind::kDoubtful}, refine);
      return;
    }
    const auto [sine, cosine] = sine_cosine(0.25 * (to - from));
    const Spread closer{0.5 * (from + to), sine / cosine};
    look(closer, closer.phi(from), closer.phi(to), depth + 1, walk);
  };
  divide(found.polynomial, found.noise, low, high, kShortest, [&](const TurnPart& part) {
    if (part.kind == Kind::kDoubtful) {
      if (doubt.low == doubt.high || doubt.high != part.low) {
        look_closer();
        doubt.low = part.low;
      }
      doubt.high = part.high;
      return;
    }
    look_closer();
    TurnPart whole{spread.angle(part.low), spread.angle(part.high), part.kind};
    const double middle = 0.5 * (part.low + part.high);
    if (part.has_sign() && std::abs(found.polynomial.at(middle).value) < found.small &&
        !sign_is_certain(spread.angle(middle))) {
      whole.kind = Kind::kDoubtful;
    }
    walk.take(whole, refine);
  });
  look_closer();
  return true;
}

double Elimination::noise() const {
  const Sampled found = sampled({});
  return found.noise / found.most;
}

TurnRoots Elimination::roots() const {
  TurnWalk walk;
  look({}, -std::numbers::pi, std::numbers::pi, 0, walk);
  return walk.finish([this](double low, double high) { return root_between(low, high); });
}

bool Elimination::lift(double t3, SixHinges::Angles& t) const {
  const Eigen::FullPivLU<Square> lu(matrix(t3));
  const Square& U = lu.matrixLU();
  constexpr int kLast = kSize - 1;
  if (std::abs(U(kLast - 1, kLast - 1)) < 1e-9 * std::abs(U(0, 0))) return false;
  Eigen::Matrix<double, kSize, 1> y;
  y[kLast] = 1.0;
  y.head<kLast>() = -U.topLeftCorner<kLast, kLast>().triangularView<Eigen::Upper>().solve(
      U.col(kLast).head<kLast>());
  y = lu.permutationQ() * y;
  // y = (u^3, u^2 v, u v^2, v^3) of theta_4 by (u^2, u v, v^2) of theta_5
  const Eigen::Map<const Eigen::Matrix<double, 3, 4>> Y(y.data());
  Eigen::Index row = 0, column = 0;
  Y.cwiseAbs().maxCoeff(&row, &column);
  const auto of4 = Y.row(row);
  const auto of5 = Y.col(column);
  const double t4 =
      column < 2 ? 2.0 * arctangent(of4[1], of4[0]) : 2.0 * arctangent(of4[3], of4[2]);
  const double t5 = row < 1 ? 2.0 * arctangent(of5[1], of5[0]) : 2.0 * arctangent(of5[2], of5[1]);
  Eigen::Matrix<double, 27, 1> products;
  const auto terms = [](double angle) {
    const auto [s, c] = sine_cosine(angle);
    return std::array<double, 3>{1.0, c, s};
  };
  const auto a = terms(t3), b = terms(t4), c = terms(t5);
  for (std::size_t i = 0; i < 27; ++i)
    products[static_cast<Eigen::Index>(i)] = a[i / 9] * b[i / 3 % 3] * c[i % 3];
  if (right_.rank() < 8) return false;
  const Eigen::Matrix<double, 8, 1> m = right_.solve(left_ * products);
  t[0] = arctangent(m[5], m[2]);
  t[1] = arctangent(m[1], m[0]);
  t[2] = t3;
  t[3] = t4;
  t[4] = t5;
  Isometry world = Isometry::Identity();
  for (std::size_t j = 0; j < 5; ++j) world = world * motion_about(axes_[j], t[j]);
  const Vector3d w = axes_[5].direction, side = w.unitOrthogonal();
  t[5] = angle_about(w, side, world.linear().transpose() * motion_.linear() * side);
  return true;
}

}  // namespace

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

/// Sets first_ to the hinge whose elimination has the least noise at some goal: of axes that meet
/// or are parallel many a determinant is 0 everywhere.
void SixHinges::choose_first() {
  motion_ = Isometry::Identity();
  for (int j = 0; j < kJoints; ++j) motion_ = motion_ * turn(j, j + 0.7);
  double least = kUnlimited;
  for (int first = 0; first < kJoints; ++first) {
    const LoopOfAxes loop(axes_, motion_, first);
    const double noise = Elimination(loop.axes, motion_, 0.0).noise();
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
    if (across(to, one.direction).norm() < singular) {
      certain = false;
      return;
    }
    if (places_ == static_cast<int>(first_three_.size())) {
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
///
/// The hinges form a loop through H, so that any may be the first; those before it then stand at
/// the end, with their axes moved by H^-1. With p a point on the last axis and l its direction,
/// which its own hinge leaves alone,
///
///   exp(theta_3) exp(theta_4) exp(theta_5) (p, l) = exp(-theta_2) exp(-theta_1) H (p, l)
///
/// Both sides of l, p, p x l, |p|^2, p . l and |p|^2 l - 2 (p . l) p are sums of products of 1,
/// cosine and sine of each angle (Raghavan and Roth 1990), whose coefficients are found from
/// samples. The 8 products of theta_1 and theta_2 are eliminated from these 14 equations. Each of 6
/// that are left is of degree 2 in tan(theta_4 / 2) and tan(theta_5 / 2); with their multiples by
/// tan(theta_4 / 2) they are 12 equations that are linear in 12 products, so that
///
///   det M(theta_3) = 0
///
/// which is a trigonometric polynomial of degree 8 (Manocha and Canny 1994), known by samples.
bool SixHinges::by_elimination(int first) {
  const LoopOfAxes loop(axes_, motion_, first);
  const Elimination elimination(loop.axes, motion_, slack_);
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
