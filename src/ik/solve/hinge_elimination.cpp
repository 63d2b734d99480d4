#include "ik/solve/hinge_elimination.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

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
/// A factor for what bounds of first order leave out.
constexpr double kMoveSafety = 2.0;
/// A determinant with more noise, as a share of the largest, is 0 everywhere.
constexpr double kVanishing = 1e-5;
/// Rounding of the rows of M, as a share of |M|, if all pivots are alike, for an adjugate that is
/// known by its pivots; and the least pivot of the elimination of products of theta_1 and theta_2,
/// as a share of the largest.
constexpr double kMatrixNoise = 2e-14;
constexpr double kLeastPivot = 1e-9;
/// How often samples are taken anew, closer together where roots are, and how much closer at most;
/// the least half length of a part before that, and the greatest length of what is looked at more
/// closely at once, both in phi.
constexpr int kDepth = 6;
constexpr double kClosest = 1.0 / 64.0;
constexpr double kShortest = 2e-3;
constexpr double kWidestDoubt = 0.3;
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
  if (std::abs(angle) < std::numbers::pi) return angle;
  return angle - 2.0 * std::numbers::pi * std::round(angle / (2.0 * std::numbers::pi));
}

Isometry motion_about(const HingeAxis& axis, double angle) {
  Isometry motion = Isometry::Identity();
  if (axis.slides) {
    motion.translation() = angle * axis.direction;
    return motion;
  }
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

namespace {

/// A line of an axis: a point on it and its direction.
struct Line {
  Vector3d p, l;
};

/// exp(-+angle) at the angles kThirds.
std::array<Isometry, 3> motions_about(const HingeAxis& axis, double sign) {
  return {motion_about(axis, sign * kThirds[0]), motion_about(axis, sign * kThirds[1]),
          motion_about(axis, sign * kThirds[2])};
}

Line moved(const Isometry& motion, const Line& line) {
  return {motion.linear() * line.p + motion.translation(), motion.linear() * line.l};
}

/// l, p, p x l, |p|^2, p . l, |p|^2 l - 2 (p . l) p of a line, p from a point.
Eigen::Matrix<double, 14, 1> monomials(const Line& line, const Vector3d& from) {
  const Vector3d p = line.p - from;
  const Vector3d& l = line.l;
  const double square = p.squaredNorm(), along = p.dot(l);
  Eigen::Matrix<double, 14, 1> m;
  m << l, p, p.cross(l), square, along, square * l - 2.0 * along * p;
  return m;
}

}  // namespace

HingeElimination::HingeElimination(const std::array<HingeAxis, 6>& axes, const Isometry& motion,
                                   const HingeElimination* like)
    : axes_(axes), motion_(motion) {
  const Line last{axes[5].point, axes[5].direction};
  const Vector3d& from = axes[2].point;
  const auto third = motions_about(axes[2], 1.0), fourth = motions_about(axes[3], 1.0),
             fifth = motions_about(axes[4], 1.0), first = motions_about(axes[0], -1.0),
             second = motions_about(axes[1], -1.0);
  Eigen::Matrix<double, kEquations, 9> right;
  Eigen::Matrix<double, kEquations, kLeft> left;
  const Line goal = moved(motion, last);
  for (int i = 0; i < 3; ++i) {
    const auto at = [](int index) { return static_cast<std::size_t>(index); };
    const Line base = moved(first[at(i)], goal), outer = moved(fifth[at(i)], last);
    for (int j = 0; j < 3; ++j) {
      right.col(3 * i + j) = monomials(moved(second[at(j)], base), from);
      const Line middle = moved(fourth[at(j)], outer);
      for (int k = 0; k < 3; ++k) {
        left.col(9 * k + 3 * j + i) = monomials(moved(third[at(k)], middle), from);
      }
    }
  }
  for (int i = 0; i < 9; ++i) to_terms(left.col(3 * i), left.col(3 * i + 1), left.col(3 * i + 2));
  for (int i = 0; i < 9; ++i) {
    const int j = 9 * (i / 3) + i % 3;
    to_terms(left.col(j), left.col(j + 3), left.col(j + 6));
  }
  for (int i = 0; i < 9; ++i) to_terms(left.col(i), left.col(i + 9), left.col(i + 18));
  for (int i = 0; i < 3; ++i) {
    to_terms(right.col(3 * i), right.col(3 * i + 1), right.col(3 * i + 2));
  }
  for (int i = 0; i < 3; ++i) to_terms(right.col(i), right.col(i + 3), right.col(i + 6));
  left.col(0) -= right.col(0);
  equations_ << right.rightCols<kRight>(), left;
  matrix_noise_ = kMatrixNoise * left.norm() * eliminate(like);
  for (int i = 0; i < 3; ++i) {
    Rows& terms = terms_[static_cast<std::size_t>(i)];
    terms = equations_.block<kRest, 9>(kRight, kRight + 9 * i);
    // from 1, cosine, sine to squares and product of the half angle's cosine u and sine v:
    // u^2 + v^2, u^2 - v^2, 2 u v
    const auto to_half = [&](int a, int step) {
      const Eigen::Matrix<double, kRest, 1> one = terms.col(a), cosine = terms.col(a + step);
      terms.col(a) = one + cosine;
      terms.col(a + step) = 2.0 * terms.col(a + 2 * step);
      terms.col(a + 2 * step) = one - cosine;
    };
    for (int k = 0; k < 3; ++k) to_half(3 * k, 1);
    for (int k = 0; k < 3; ++k) to_half(k, 3);
  }
}

/// Makes the equations triangular in the products of theta_1 and theta_2, by Gaussian elimination
/// with the largest pivots. \returns the ratio of the largest to the least of them
double HingeElimination::eliminate(const HingeElimination* like) {
  double largest = 0.0, least = kUnlimited;
  std::iota(unknowns_.begin(), unknowns_.end(), 0);
  for (int k = 0; k < kRight; ++k) {
    Eigen::Index row = 0, column = 0;
    const auto rest = equations_.block(k, k, kEquations - k, kRight - k);
    const auto at = static_cast<std::size_t>(k);
    double pivot = 0.0;
    if (like == nullptr) {
      pivot = rest.cwiseAbs().maxCoeff(&row, &column);
    } else {
      row = like->pivot_rows_[at];
      column = like->pivot_columns_[at];
      pivot = std::abs(rest(row, column));
    }
    pivot_rows_[at] = static_cast<int>(row);
    pivot_columns_[at] = static_cast<int>(column);
    largest = std::max(largest, pivot);
    full_rank_ = pivot > kLeastPivot * largest;
    if (!full_rank_) break;  // the rest is free of them
    least = std::min(least, pivot);
    equations_.row(k).swap(equations_.row(k + row));
    equations_.col(k).swap(equations_.col(k + column));
    std::swap(unknowns_[static_cast<std::size_t>(k)],
              unknowns_[static_cast<std::size_t>(k + column)]);
    for (int i = k + 1; i < kEquations; ++i) {
      const double factor = equations_(i, k) / equations_(k, k);
      equations_.row(i).tail(kRight + kLeft - k) -=
          factor * equations_.row(k).tail(kRight + kLeft - k);
    }
  }
  return largest / least;
}

void HingeElimination::take_near(const std::array<HingeAxis, 6>& axes, const Isometry& motion) {
  const HingeElimination near(axes, motion, this);
  near_[static_cast<std::size_t>(near_count_++)] = near.terms_;
}

/// (X Y Z) at an angle.
HingeElimination::Rows HingeElimination::rows(double t3) const {
  const auto [s, c] = sine_cosine(t3);
  return terms_[0] + c * terms_[1] + s * terms_[2];
}

/// M after elimination of its first block of columns from the upper rows, and of the last one from
/// the lower rows: what is left is of the two blocks between them.
struct HingeElimination::Reduced {
  using Middle = Eigen::Matrix<double, kRest, kRest, Eigen::RowMajor>;
  Rows upper, lower;  // (X Y Z), and (Z Y X); the first three rows are triangular
  Middle middle;
  double pivots = 1.0;  // their product, with the sign of the rows' order
  double least = kUnlimited;

  explicit Reduced(const Rows& rows) : upper(rows) {
    lower << rows.rightCols<3>(), rows.middleCols<3>(3), rows.leftCols<3>();
    triangulate<9>(upper, 3);
    triangulate<9>(lower, 3);
    middle << upper.bottomRightCorner<3, 6>(), lower.block<3, 3>(3, 6), lower.block<3, 3>(3, 3);
  }
  /// det M but for a sign that is the same at all angles.
  double determinant() {
    triangulate<kRest>(middle, kRest);
    return pivots;
  }

 private:
  /// Eliminates the first columns of a matrix, with the largest pivot of each.
  template <int Columns>
  void triangulate(Eigen::Matrix<double, kRest, Columns, Eigen::RowMajor>& A, int columns) {
    for (int k = 0; k < columns; ++k) {
      int row = k;
      for (int i = k + 1; i < kRest; ++i) {
        if (std::abs(A(i, k)) > std::abs(A(row, k))) row = i;
      }
      if (row != k) {
        A.row(k).swap(A.row(row));
        pivots = -pivots;
      }
      const double pivot = A(k, k);
      pivots *= pivot;
      least = std::min(least, std::abs(pivot));
      if (pivot == 0.0) return;
      for (int i = k + 1; i < kRest; ++i) {
        const double factor = A(i, k) / pivot;
        for (int j = k + 1; j < Columns; ++j) A(i, j) -= factor * A(k, j);
      }
    }
  }
};

/// A bound of how far tolerances move the determinant at an angle, of first order.
/// \param value of the determinant
double HingeElimination::determinant_moves(double t3, double value) const {
  if (!full_rank_) return kUnlimited;
  const auto [sine, cosine] = sine_cosine(t3);
  std::array<double, 2> squares{};  // of a move, of a turn
  for (int i = 0; i < near_count_; ++i) {
    const Terms& terms = near_[static_cast<std::size_t>(i)];
    const double off =
        Reduced(terms[0] + cosine * terms[1] + sine * terms[2]).determinant() - value;
    squares[i < 3 ? 0 : 1] += off * off;
  }
  return std::sqrt(squares[0]) + std::sqrt(squares[1]);
}

/// The determinant as a polynomial in phi, by samples.
HingeElimination::Sampled HingeElimination::sampled(const Spread& spread) {
  static const auto kTurn = [] {
    std::array<SineCosine, kSamples> turn{};
    for (int i = 0; i < kSamples; ++i) {
      turn[static_cast<std::size_t>(i)] = sine_cosine(i * (2.0 * std::numbers::pi / kSamples));
    }
    return turn;
  }();
  std::array<double, kSamples> values{};
  Sampled found;
  determinants_ += kSamples;
  double adjugate = 0.0;  // about the largest of the samples
  double moves = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double phi = static_cast<double>(i) * (2.0 * std::numbers::pi / kSamples);
    const double t3 = spread.angle(phi), weight = spread.weight(phi);
    Reduced reduced(rows(t3));
    const double determinant = reduced.determinant();
    values[i] = weight * determinant;
    if (near_count_ > 0) moves = std::max(moves, weight * determinant_moves(t3, determinant));
    found.most = std::max(found.most, std::abs(values[i]));
    if (reduced.least > 0.0) adjugate = std::max(adjugate, std::abs(values[i]) / reduced.least);
  }
  found.polynomial.degree = Trig::kMostDegree;
  found.noise = kSampleNoise * found.most + matrix_noise_ * adjugate;
  for (std::size_t k = 0; k < kSamples / 2; ++k) {
    double c = 0.0, s = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto [sine, cosine] = kTurn[i * k % kSamples];
      c += values[i] * cosine;
      s += values[i] * sine;
    }
    const double share = (k == 0 ? 1.0 : 2.0) / kSamples;
    if (k <= Trig::kMostDegree) {
      found.polynomial.c[k] = share * c;
      found.polynomial.s[k] = share * s;
    } else {
      found.noise += kSafety * share * hypotenuse(c, s);  // is 0 but for rounding
    }
  }
  found.vanishes = !(found.noise < kVanishing * found.most);
  // with N samples, degree n is at most their largest / cos(pi n / N) (Ehlich and Zeller 1964)
  static_assert(kSamples == 3 * Trig::kMostDegree);
  found.noise += kMoveSafety * 2.0 * moves;
  return found;
}

/// The root of the determinant between two angles with different signs, by the Illinois rule
/// (Dowell and Jarratt 1971).
double HingeElimination::root_between(double low, double high) {
  const auto value = [this](double t3) {
    ++determinants_;
    return Reduced(rows(t3)).determinant();
  };
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
                            TurnWalk& walk) {
  const auto refine = [this](double from, double to) { return root_between(from, to); };
  if (!walk.certain()) return;
  const Sampled found = sampled(spread);
  using Kind = TurnPart::Kind;
  const auto take = [&](double from, double to, Kind kind) {
    walk.take({spread.angle(from), spread.angle(to), kind}, refine);
  };
  if (found.vanishes) {
    take(low, high, Kind::kDoubtful);
    return;
  }
  double from = low, to = low;  // of a doubt, empty if there is none
  const auto look_closer = [&] {
    if (from == to) return;
    const double first = spread.angle(from), last = spread.angle(to);
    const double length = last - first;
    if (depth == kDepth) {
      take(from, to, Kind::kDoubtful);
    } else {
      const auto [sine, cosine] = sine_cosine(0.25 * length);
      const Spread closer{0.5 * (first + last),
                          std::max(2.0 * sine / cosine, kClosest * spread.zoom)};
      look(closer, closer.phi(first), closer.phi(last), depth + 1, walk);
    }
    from = to;
  };
  divide(found.polynomial, found.noise, found.polynomial.degree * found.noise, low, high, kShortest,
         [&](const TurnPart& part) {
           if (part.kind != Kind::kDoubtful) {
             look_closer();
             take(part.low, part.high, part.kind);
             return;
           }
           if (from == to || to != part.low || part.high - from > kWidestDoubt) {
             look_closer();
             from = part.low;
           }
           to = part.high;
         });
  look_closer();
}

TurnRoots HingeElimination::roots() {
  TurnWalk walk;
  look({}, -std::numbers::pi, std::numbers::pi, 0, walk);
  return walk.finish([this](double low, double high) { return root_between(low, high); });
}

bool HingeElimination::lift(double t3, std::array<double, 6>& t) const {
  const Reduced reduced(rows(t3));
  const Eigen::FullPivLU<Eigen::Matrix<double, kRest, kRest>> lu(reduced.middle);
  const auto& U = lu.matrixLU();
  constexpr int kLast = kRest - 1;
  if (!(std::abs(U(kLast - 1, kLast - 1)) > kLeastPivot * std::abs(U(0, 0)))) return false;
  Eigen::Matrix<double, kRest, 1> z;
  z[kLast] = 1.0;
  z.head<kLast>() = -U.topLeftCorner<kLast, kLast>().triangularView<Eigen::Upper>().solve(
      U.col(kLast).head<kLast>());
  z = (lu.permutationQ() * z).eval();
  // Y = (u^3, u^2 v, u v^2, v^3) of theta_4 by (u^2, u v, v^2) of theta_5
  Eigen::Matrix<double, 3, 4> Y;
  Y.col(1) = z.head<3>();
  Y.col(2) = z.tail<3>();
  const auto outer = [](const Rows& A, const Vector3d& near, const Vector3d& far) {
    const Vector3d known = A.block<3, 3>(0, 3) * near + A.block<3, 3>(0, 6) * far;
    return Vector3d(-A.topLeftCorner<3, 3>().triangularView<Eigen::Upper>().solve(known));
  };
  Y.col(0) = outer(reduced.upper, Y.col(1), Y.col(2));
  Y.col(3) = outer(reduced.lower, Y.col(2), Y.col(1));
  Eigen::Index row = 0, column = 0;
  if (!(Y.cwiseAbs().maxCoeff(&row, &column) < kUnlimited) || !full_rank_) return false;
  const auto of4 = Y.row(row);
  const auto of5 = Y.col(column);
  const double t4 =
      column < 2 ? 2.0 * arctangent(of4[1], of4[0]) : 2.0 * arctangent(of4[3], of4[2]);
  const double t5 = row < 1 ? 2.0 * arctangent(of5[1], of5[0]) : 2.0 * arctangent(of5[2], of5[1]);
  Eigen::Matrix<double, kLeft, 1> products;
  const auto terms = [](double angle) {
    const auto [s, c] = sine_cosine(angle);
    return std::array<double, 3>{1.0, c, s};
  };
  const auto a = terms(t3), b = terms(t4), c = terms(t5);
  for (std::size_t i = 0; i < kLeft; ++i)
    products[static_cast<Eigen::Index>(i)] = a[i / 9] * b[i / 3 % 3] * c[i % 3];
  Eigen::Matrix<double, kRight, 1> m = equations_.topRightCorner<kRight, kLeft>() * products;
  equations_.topLeftCorner<kRight, kRight>().triangularView<Eigen::Upper>().solveInPlace(m);
  std::array<double, kRight> product{};  // of theta_1 and theta_2
  for (std::size_t i = 0; i < kRight; ++i) {
    product[static_cast<std::size_t>(unknowns_[i])] = m[static_cast<Eigen::Index>(i)];
  }
  t[0] = arctangent(product[5], product[2]);
  t[1] = arctangent(product[1], product[0]);
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
