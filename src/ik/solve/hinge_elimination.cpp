#include "ik/solve/hinge_elimination.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/LU>

#include "ik/math/elementary.h"

namespace ik {
namespace {

using Eigen::Vector3d;
using Trig = TrigonometricPolynomial;

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

}  // namespace

double wrapped(double angle) {
  return angle - 2.0 * std::numbers::pi * std::round(angle / (2.0 * std::numbers::pi));
}

Isometry motion_about(const HingeAxis& axis, double angle) {
  Isometry motion;
  motion.linear() = rotation_about(axis.direction, angle);
  motion.translation() = axis.point - motion.linear() * axis.point;
  motion.makeAffine();
  return motion;
}

Vector3d across(const Vector3d& v, const Vector3d& unit) { return v - unit.dot(v) * unit; }

double angle_about(const Vector3d& axis, const Vector3d& a, const Vector3d& b) {
  return arctangent(axis.dot(a.cross(b)), across(a, axis).dot(b));
}

/// Where the samples of the determinant are taken: at angles theta_3 that are spread evenly in phi,
///
///   tan((theta_3 - center) / 2) = zoom tan(phi / 2)
///
/// The determinant times ((1 + tan^2(theta_3 - center) / 2) / (1 + tan^2 phi / 2))^8 is of degree 8
/// in phi, too: roots that are close together are apart in phi, and told from rounding.
struct HingeElimination::Spread {
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

/// l, p, p x l, |p|^2, p . l, |p|^2 l - 2 (p . l) p of the last axis, moved.
HingeElimination::Monomials HingeElimination::monomials(const Isometry& motion) const {
  const Vector3d p = motion * axes_[5].point - axes_[2].point;
  const Vector3d l = motion.linear() * axes_[5].direction;
  const double square = p.squaredNorm(), along = p.dot(l);
  Monomials m;
  m << l, p, p.cross(l), square, along, square * l - 2.0 * along * p;
  return m;
}

HingeElimination::HingeElimination(const std::array<HingeAxis, 6>& axes, const Isometry& motion,
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

HingeElimination::Square HingeElimination::matrix(double t3) const {
  const auto [s, c] = sine_cosine(t3);
  const Eigen::Matrix<double, kLeft, 9> rows = terms_[0] + c * terms_[1] + s * terms_[2];
  Square M = Square::Zero();
  M.topLeftCorner<kLeft, 9>() = rows;
  M.bottomRightCorner<kLeft, 9>() = rows;
  return M;
}

/// The determinant as a polynomial in phi, by samples.
HingeElimination::Sampled HingeElimination::sampled(const Spread& spread) const {
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
bool HingeElimination::sign_is_certain(double t3) const {
  const Square M = matrix(t3);
  const double noise = kMatrixNoise + kSafety * slack_;
  return noise * M.norm() * M.partialPivLu().inverse().norm() < 0.5;
}

/// The root of the determinant between two angles with different signs, by the Illinois rule
/// (Dowell and Jarratt 1971).
double HingeElimination::root_between(double low, double high) const {
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
void HingeElimination::look(const Spread& spread, double low, double high, int depth,
                            TurnWalk& walk) const {
  const auto refine = [this](double from, double to) { return root_between(from, to); };
  const Sampled found = sampled(spread);
  using Kind = TurnPart::Kind;
  if (found.vanishes) {
    walk.take({spread.angle(low), spread.angle(high), Kind::kDoubtful}, refine);
    return;
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
}

double HingeElimination::noise() const {
  const Sampled found = sampled({});
  return found.noise / found.most;
}

TurnRoots HingeElimination::roots() const {
  TurnWalk walk;
  look({}, -std::numbers::pi, std::numbers::pi, 0, walk);
  return walk.finish([this](double low, double high) { return root_between(low, high); });
}

bool HingeElimination::lift(double t3, std::array<double, 6>& t) const {
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

}  // namespace ik
