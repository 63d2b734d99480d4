#pragma once

#include <array>
#include <cmath>
#include <numbers>

namespace ik {

/// A real trigonometric polynomial,
///
///   p(t) = sum over k = 0 ... degree of  c_k cos(kt) + s_k sin(kt)
///
/// It has at most 2 degree roots in a turn.
struct TrigonometricPolynomial {
  static constexpr int kMostDegree = 8;

  int degree = 0;
  std::array<double, kMostDegree + 1> c{}, s{};

  struct Value {
    double value, derivative;
  };
  Value at(double t) const;
  /// A bound of |p(t)|.
  double size() const;
  /// A bound of |p''(t)|.
  double curvature() const;
};

TrigonometricPolynomial operator*(const TrigonometricPolynomial& a,
                                  const TrigonometricPolynomial& b);
TrigonometricPolynomial operator+(TrigonometricPolynomial a, const TrigonometricPolynomial& b);
TrigonometricPolynomial operator*(double factor, TrigonometricPolynomial a);

/// A root between two angles at which p has different signs, where it has no other.
double root_between(const TrigonometricPolynomial& p, double low, double high);

/// What is known of p from one angle to another.
struct TurnPart {
  enum class Kind {
    kPositive,
    kNegative,
    kMonotone,  ///< p' has no root, so that p has at most one
    kDoubtful,  ///< p is as small as its error, or its roots are closer together than the part
  };
  double low, high;  ///< rad
  Kind kind;

  bool has_sign() const { return kind == Kind::kPositive || kind == Kind::kNegative; }
};

/// Divides what lies between two angles into parts, by bounds of p and p', in their order.
/// \param noise    a bound of the error of p(t)
/// \param slope_noise a bound of the error of p'(t), such as noise times the degree, by
///   Bernstein's inequality
/// \param shortest half of the least length of a part, rad
/// \param take     (part)
template <class Take>
void divide(const TrigonometricPolynomial& p, double noise, double slope_noise, double low,
            double high, double shortest, Take&& take) {
  const double curvature = p.curvature();
  const int begun = 4 * p.degree + 1;
  const double half = 0.5 * (high - low) / begun;
  std::array<double, 64> halves{};  // of parts that are still to be looked at, the next one last
  double at = low;
  for (int i = 0; i < begun; ++i) {
    std::size_t count = 1;
    halves[0] = half;
    while (count > 0) {
      const double h = halves[--count], middle = at + h;
      const auto [value, derivative] = p.at(middle);
      const double bend = 0.5 * curvature * h * h;
      TurnPart part{at, at + 2.0 * h, TurnPart::Kind::kDoubtful};
      if (std::abs(value) - noise > std::abs(derivative) * h + bend) {
        part.kind = value > 0.0 ? TurnPart::Kind::kPositive : TurnPart::Kind::kNegative;
      } else if (std::abs(derivative) > curvature * h + slope_noise) {
        part.kind = TurnPart::Kind::kMonotone;
      } else if (h > shortest && bend > noise && count + 2 <= halves.size()) {
        halves[count++] = 0.5 * h;
        halves[count++] = 0.5 * h;
        continue;
      }
      take(part);
      at = part.high;
    }
  }
}

/// The roots of a trigonometric polynomial in a turn.
struct TurnRoots {
  std::array<double, 2 * TrigonometricPolynomial::kMostDegree> t{};  ///< rad, the first `count`
  int count = 0;
  /// True if there are no others, and none is double: every part of the turn has no root, or one as
  /// p is monotone there. False near a double root, and for the polynomial 0.
  bool certain = true;
};

/// Collects the roots of a function from the parts of a turn, in their order.
class TurnWalk {
 public:
  /// True if no part was doubtful yet.
  bool certain() const { return roots_.certain; }
  /// \param refine (low, high) the root between two angles with different signs
  template <class Refine>
  void take(const TurnPart& part, Refine&& refine) {
    if (part.kind == TurnPart::Kind::kDoubtful) roots_.certain = false;
    if (!part.has_sign()) return;
    if (!any_) {
      first_ = part;
    } else if (part.kind != last_.kind) {
      add(refine(last_.high, part.low));
    }
    any_ = true;
    last_ = part;
  }
  /// The roots, after the last part. \param refine for a root at the seam of the turn
  template <class Refine>
  const TurnRoots& finish(Refine&& refine) {
    if (!any_) roots_.certain = false;
    if (any_ && last_.kind != first_.kind) {
      add(refine(last_.high, first_.low + 2.0 * std::numbers::pi));
    }
    return roots_;
  }

 private:
  void add(double t) {
    if (roots_.count == static_cast<int>(roots_.t.size())) {
      roots_.certain = false;
    } else {
      roots_.t[static_cast<std::size_t>(roots_.count++)] = t;
    }
  }

  TurnRoots roots_;
  TurnPart first_{}, last_{};
  bool any_ = false;
};

/// \param noise a bound of the error of p(t), so that smaller values may be 0
/// \param slope_noise a bound of the error of p'(t)
TurnRoots roots_of(const TrigonometricPolynomial& p, double noise, double slope_noise);
inline TurnRoots roots_of(const TrigonometricPolynomial& p, double noise) {
  return roots_of(p, noise, p.degree * noise);
}

}  // namespace ik
