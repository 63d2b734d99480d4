#include "ik/math/trigonometric.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "ik/math/elementary.h"
#include "ik/simd/sincos.h"

namespace ik {
namespace {

/// Steps of Newton's method and bisection that make a root exact.
constexpr int kRefinements = 60;
/// After a shorter step of Newton's method, rad, a single root is exact: it converges
/// quadratically.
constexpr double kRootStep = 1e-9;

}  // namespace

double root_between(const TrigonometricPolynomial& p, double low, double high) {
  const bool rises = p.at(low).value < 0.0;
  double t = 0.5 * (low + high);
  for (int i = 0; i < kRefinements; ++i) {
    const auto [value, derivative] = p.at(t);
    if (value == 0.0) return t;
    ((value < 0.0) == rises ? low : high) = t;
    double next = t - value / derivative;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (next == t || !(next > low && next < high)) return t;
    if (std::abs(next - t) < kRootStep) return next;
    t = next;
  }
  return t;
}

TrigonometricPolynomial::Value TrigonometricPolynomial::at(double t) const {
  const auto [sine, cosine] = sine_cosine(t);
  double value = c[0], derivative = 0.0, ck = 1.0, sk = 0.0;
  for (int k = 1; k <= degree; ++k) {
    const double next = ck * cosine - sk * sine;
    sk = sk * cosine + ck * sine;
    ck = next;
    const auto i = static_cast<std::size_t>(k);
    value += c[i] * ck + s[i] * sk;
    derivative += k * (s[i] * ck - c[i] * sk);
  }
  return {value, derivative};
}

double TrigonometricPolynomial::size() const {
  double sum = std::abs(c[0]);
  for (std::size_t k = 1; k < c.size(); ++k) sum += hypotenuse(c[k], s[k]);
  return sum;
}

double TrigonometricPolynomial::curvature() const {
  double sum = 0.0;
  for (std::size_t k = 1; k < c.size(); ++k) {
    sum += static_cast<double>(k * k) * hypotenuse(c[k], s[k]);
  }
  return sum;
}

TrigonometricPolynomial operator*(const TrigonometricPolynomial& a,
                                  const TrigonometricPolynomial& b) {
  TrigonometricPolynomial product;
  product.degree = a.degree + b.degree;
  for (int i = 0; i <= a.degree; ++i) {
    for (int j = 0; j <= b.degree; ++j) {
      const auto m = static_cast<std::size_t>(i), n = static_cast<std::size_t>(j);
      const auto sum = m + n, difference = static_cast<std::size_t>(std::abs(i - j));
      const double sign = i < j ? -1.0 : 1.0;
      product.c[sum] += 0.5 * (a.c[m] * b.c[n] - a.s[m] * b.s[n]);
      product.c[difference] += 0.5 * (a.c[m] * b.c[n] + a.s[m] * b.s[n]);
      product.s[sum] += 0.5 * (a.s[m] * b.c[n] + a.c[m] * b.s[n]);
      product.s[difference] += 0.5 * sign * (a.s[m] * b.c[n] - a.c[m] * b.s[n]);
    }
  }
  product.s[0] = 0.0;
  return product;
}

TrigonometricPolynomial operator+(TrigonometricPolynomial a, const TrigonometricPolynomial& b) {
  a.degree = std::max(a.degree, b.degree);
  for (std::size_t k = 0; k < a.c.size(); ++k) {
    a.c[k] += b.c[k];
    a.s[k] += b.s[k];
  }
  return a;
}

TrigonometricPolynomial operator*(double factor, TrigonometricPolynomial a) {
  for (std::size_t k = 0; k < a.c.size(); ++k) {
    a.c[k] *= factor;
    a.s[k] *= factor;
  }
  return a;
}

namespace {

/// Of r cos(t - middle) = -c_0: middle plus and minus an angle.
TurnRoots roots_of_degree_one(const TrigonometricPolynomial& p, double noise) {
  TurnRoots roots;
  const double r = hypotenuse(p.c[1], p.s[1]), apart = r - std::abs(p.c[0]);
  roots.certain = std::abs(apart) > noise;
  if (!(apart > noise)) return roots;
  const double middle = arctangent(p.s[1], p.c[1]);
  const double width = arctangent(std::sqrt(apart * (r + std::abs(p.c[0]))), -p.c[0]);
  roots.count = 2;
  roots.t[0] = middle - width;
  roots.t[1] = middle + width;
  return roots;
}

/// All roots of a polynomial of degree 2, if it changes its sign four times between angles that are
/// evenly spread over the turn: there cannot be more.
/// \returns false if the signs do not tell
bool four_roots(const TrigonometricPolynomial& p, double noise, TurnRoots& roots) {
  constexpr std::size_t kAngles = 64;
  struct Samples {
    std::array<double, kAngles> t, c1, s1, c2, s2;
  };
  static const Samples kTurn = [] {
    Samples turn{};
    for (std::size_t i = 0; i < kAngles; ++i) {
      turn.t[i] = (2.0 * static_cast<double>(i) / kAngles - 1.0) * std::numbers::pi;
      const auto [s1, c1] = sine_cosine(turn.t[i]);
      const auto [s2, c2] = sine_cosine(2.0 * turn.t[i]);
      turn.c1[i] = c1;
      turn.s1[i] = s1;
      turn.c2[i] = c2;
      turn.s2[i] = s2;
    }
    return turn;
  }();
  std::array<double, kAngles> values;
  for (std::size_t i = 0; i < kAngles; ++i) {
    values[i] = p.c[0] + p.c[1] * kTurn.c1[i] + p.s[1] * kTurn.s1[i] + p.c[2] * kTurn.c2[i] +
                p.s[2] * kTurn.s2[i];
  }
  int changes = 0;
  double before = 0.0;  // the last value that has a sign
  for (const double value : values) {
    if (!(std::abs(value) > noise)) continue;
    if (value * before < 0.0) ++changes;
    before = value;
  }
  // a fourth change may be at the seam, since signs come back after a turn
  if (changes < 3) return false;
  TurnWalk walk;
  const auto refine = [&p](double low, double high) { return root_between(p, low, high); };
  for (std::size_t i = 0; i < kAngles; ++i) {
    if (!(std::abs(values[i]) > noise)) continue;
    using Kind = TurnPart::Kind;
    walk.take({kTurn.t[i], kTurn.t[i], values[i] > 0.0 ? Kind::kPositive : Kind::kNegative},
              refine);
  }
  roots = walk.finish(refine);
  return true;
}

}  // namespace

TurnRoots roots_of(const TrigonometricPolynomial& p, double noise, double slope_noise) {
  if (p.degree == 1) return roots_of_degree_one(p, noise);
  if (TurnRoots four; p.degree == 2 && four_roots(p, noise, four)) return four;
  TurnWalk walk;
  const auto refine = [&p](double low, double high) { return root_between(p, low, high); };
  divide(p, noise, slope_noise, -std::numbers::pi, std::numbers::pi, 0.0,
         [&](const TurnPart& part) { walk.take(part, refine); });
  return walk.finish(refine);
}

}  // namespace ik
