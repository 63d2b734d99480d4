#pragma once

#include <array>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "ik/math/trigonometric.h"
#include "iklab/body.h"

namespace ik {

/// The axis of a hinge or of a slide at theta = 0.
struct HingeAxis {
  Eigen::Vector3d point{0.0, 0.0, 0.0}, direction{0.0, 0.0, 0.0};  ///< in shares of L; unit
  bool slides = false;
};

/// An angle in [-pi, pi], modulo whole turns.
double wrapped(double angle);
/// How a joint moves what it carries: exp(angle). \param angle rad, or a slide's way in shares of L
Isometry motion_about(const HingeAxis& axis, double angle);
/// v without its part along a unit vector.
Eigen::Vector3d across(const Eigen::Vector3d& v, const Eigen::Vector3d& unit);
/// The angle about a unit axis from a to b, by their parts across it, rad.
double angle_about(const Eigen::Vector3d& axis, const Eigen::Vector3d& a, const Eigen::Vector3d& b);

/// The equations of six hinges in one angle, theta_3.
///
/// With p a point on the last axis and l its direction, which its own hinge leaves alone,
///
///   exp(theta_3) exp(theta_4) exp(theta_5) (p, l) = exp(-theta_2) exp(-theta_1) H (p, l)
///
/// Both sides of l, p, p x l, |p|^2, p . l and |p|^2 l - 2 (p . l) p are sums of products of 1,
/// cosine and sine of each angle (Raghavan and Roth 1990). Samples give the coefficients. The 8
/// products of theta_1 and theta_2 are eliminated from these 14 equations. Each of the 6 that are
/// left is of degree 2 in tan(theta_4 / 2) and tan(theta_5 / 2); with their multiples by
/// tan(theta_4 / 2) they are 12 equations that are linear in 12 products, so that
///
///   det M(theta_3) = 0,   M = (X Y Z 0)
///                             (0 X Y Z)
///
/// with blocks of 6 × 3. This is a trigonometric polynomial of degree 8 (Manocha and Canny 1994),
/// known by samples.
class HingeElimination {
 public:
  /// \param axes   in their order from the base; they outlive this, as the motion does
  /// \param motion H
  HingeElimination(const std::array<HingeAxis, 6>& axes, const Isometry& motion)
      : HingeElimination(axes, motion, nullptr) {}
  /// Takes the same arm with H at an end of its tolerances, at most six: along each axis and about
  /// each. What is said of roots then holds for all between.
  void take_near(const std::array<HingeAxis, 6>& axes, const Isometry& motion);
  /// All roots of the determinant in a turn.
  TurnRoots roots();
  /// How many determinants roots() has computed.
  int determinants() const { return determinants_; }
  /// The angles from theta_3. \returns false if they do not follow
  bool lift(double t3, std::array<double, 6>& t) const;

 private:
  static constexpr int kEquations = 14, kRight = 8, kLeft = 27, kRest = kEquations - kRight;
  static constexpr int kSamples = 24;  // of the determinant
  using Equations = Eigen::Matrix<double, kEquations, kRight + kLeft, Eigen::RowMajor>;
  using Rows = Eigen::Matrix<double, kRest, 9, Eigen::RowMajor>;

  struct Spread;
  struct Reduced;
  struct Sampled {
    TrigonometricPolynomial polynomial;  // in phi
    double noise = 0.0;
    double most = 0.0;  // the largest sample
    bool vanishes = false;
  };

  /// \param like null: the largest pivots are taken; otherwise the places of its pivots
  HingeElimination(const std::array<HingeAxis, 6>& axes, const Isometry& motion,
                   const HingeElimination* like);
  double eliminate(const HingeElimination* like);
  Rows rows(double t3) const;
  double determinant_moves(double t3, double value) const;
  Sampled sampled(const Spread& spread);
  double root_between(double low, double high);
  void look(const Spread& spread, double low, double high, int depth, TurnWalk& walk);

  const std::array<HingeAxis, 6>& axes_;
  const Isometry& motion_;
  double matrix_noise_ = 0.0;  // error of M
  // products of theta_1 and theta_2, then of theta_3, theta_4, theta_5 with the constant of both
  // sides; the first rows are triangular in the former, the others free of them
  Equations equations_;
  std::array<int, kRight> unknowns_;  // the products' order after pivoting
  bool full_rank_ = true;             // theta_1 and theta_2 follow
  std::array<int, kRight> pivot_rows_{}, pivot_columns_{};
  using Terms = std::array<Rows, 3>;  // of M: 1, cosine, sine of theta_3
  Terms terms_;
  std::array<Terms, 6> near_;  // of take_near()
  int near_count_ = 0;
  int determinants_ = 0;
};

}  // namespace ik
