#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <Eigen/Geometry>

#include "support/algebra.h"

// A second elimination for arms of six hinges, which shares nothing with the library's. Its
// matrices have dynamic sizes: fixed sizes up to 80 x 27 take a compiler a minute.
namespace witness {

using algebra::MatrixXd;
using algebra::VectorXd;
using Angles = Eigen::Matrix<double, 6, 1>;

/// The poses of an arm by the generalised eigenproblem of Manocha and Canny (1994).
///
/// The 14 equations of Raghavan and Roth (1990) for the line of the sixth axis, seen from the frame
/// of the third,
///
///   f(A_3 A_4 A_5) = f(A_2^-1 A_1^-1 H A_6^-1)
///
/// are fitted to their values at drawn angles. Householder reflections eliminate the angles 1 and
/// 2; in x_k = tan(theta_k / 2) the rest is P(x_3) w = 0, with w the 12 products x_4^j x_5^k, j <
/// 4, k < 3, and P = P_0 + P_1 x_3 + P_2 x_3^2. As an eigenproblem of 24 x 24 it has 24
/// eigenvalues, 8 of them +-i without a meaning.
///
/// \tparam Arm link(i, theta), as Rz(theta) times a constant, and frame(theta)
template <class Arm>
class HingeEigenproblem {
 public:
  HingeEigenproblem(const Arm& arm, const Eigen::Isometry3d& goal) : arm_(arm), goal_(goal) {
    fit();
    eliminate();
    solve();
  }

  /// tan(theta_3 / 2 + a constant) of all 16 poses, complex ones too; fewer where P is singular.
  const std::vector<std::complex<double>>& roots() const { return roots_; }
  /// The angles that belong to a real root, up to the rounding of the eigenproblem.
  Angles angles(double root) const {
    const VectorXd w = algebra::Svd(P_[0] + root * (P_[1] + root * P_[2])).V.col(11);
    Eigen::Index most = 0;
    w.cwiseAbs().maxCoeff(&most);
    const int j = static_cast<int>(most) / 3, k = static_cast<int>(most) % 3;
    const double x4 = j < 3 ? w[most + 3] / w[most] : w[most] / w[most - 3];
    const double x5 = k < 2 ? w[most + 1] / w[most] : w[most] / w[most - 1];
    Angles t = Angles::Zero();
    t[2] = 2.0 * std::atan(root) + kTurned;
    t[3] = 2.0 * std::atan(x4);
    t[4] = 2.0 * std::atan(x5);
    const VectorXd known = left_ * left_terms(t[2], t[3], t[4]) - right_.col(0);
    const VectorXd m = algebra::least_squares(right_.rightCols(8), known);
    // in the order of right_terms() without 1
    t[0] = std::atan2(m[5], m[2]);
    t[1] = std::atan2(m[1], m[0]);
    Eigen::Isometry3d fifth = Eigen::Isometry3d::Identity();
    for (std::size_t i = 0; i < 5; ++i) fifth = fifth * arm_.link(i, t[static_cast<int>(i)]);
    const Eigen::Matrix3d last =
        (fifth.inverse() * goal_ * arm_.link(5, 0.0).inverse()).linear();  // Rz(theta_6)
    t[5] = std::atan2(last(1, 0), last(0, 0));
    return t;
  }

 private:
  static constexpr double kTurned = 0.37;  // rad, so that no pose of a test has x_3 infinite

  static VectorXd values(const Eigen::Isometry3d& frame) {
    const Eigen::Vector3d p = frame.translation(), l = frame.linear().col(2);
    VectorXd f(14);
    f << p, l, p.squaredNorm(), p.dot(l), p.cross(l), p.squaredNorm() * l - 2.0 * p.dot(l) * p;
    return f;
  }
  static VectorXd right_terms(double t1, double t2) {
    const double a[] = {1.0, std::cos(t1), std::sin(t1)}, b[] = {1.0, std::cos(t2), std::sin(t2)};
    VectorXd terms(9);
    for (int i = 0; i < 9; ++i) terms[i] = a[i / 3] * b[i % 3];
    return terms;
  }
  static VectorXd left_terms(double t3, double t4, double t5) {
    const VectorXd inner = right_terms(t4, t5);
    VectorXd terms(27);
    terms << inner, std::cos(t3) * inner, std::sin(t3) * inner;
    return terms;
  }

  void fit() {
    constexpr int kDrawn = 80;
    const Eigen::Isometry3d sixth = goal_ * arm_.link(5, 0.0).inverse();
    MatrixXd left(kDrawn, 27), right(kDrawn, 9), left_values(kDrawn, 14), right_values(kDrawn, 14);
    for (int i = 0; i < kDrawn; ++i) {
      // angles that fill the turns evenly (Weyl 1916)
      const auto t = [i](double irrational) { return 2.0 * std::numbers::pi * i * irrational; };
      const double t1 = t(std::sqrt(2.0)), t2 = t(std::sqrt(3.0)), t3 = t(std::sqrt(5.0)),
                   t4 = t(std::sqrt(7.0)), t5 = t(std::sqrt(11.0));
      left.row(i) = left_terms(t3, t4, t5).transpose();
      right.row(i) = right_terms(t1, t2).transpose();
      left_values.row(i) =
          values(arm_.link(2, t3) * arm_.link(3, t4) * arm_.link(4, t5)).transpose();
      right_values.row(i) =
          values(arm_.link(1, t2).inverse() * arm_.link(0, t1).inverse() * sixth).transpose();
    }
    left_ = (algebra::pseudoinverse(left) * left_values).transpose();
    right_ = (algebra::pseudoinverse(right) * right_values).transpose();
  }

  void eliminate() {
    MatrixXd E = left_;
    E.col(0) -= right_.col(0);
    const MatrixXd rest =
        algebra::orthogonal_factor(right_.rightCols(8)).rightCols(6).transpose() * E;
    // products of 1 + x^2, 1 - x^2, 2 x
    const double of_power[3][3] = {{1.0, 1.0, 0.0}, {0.0, 0.0, 2.0}, {1.0, -1.0, 0.0}};
    const double c = std::cos(kTurned), s = std::sin(kTurned);
    const double turned[3][3] = {{1.0, 0.0, 0.0}, {0.0, c, s}, {0.0, -s, c}};
    for (int i = 0; i < 3; ++i) {
      MatrixXd& P = P_[static_cast<std::size_t>(i)];
      P.setZero(12, 12);
      for (int term = 0; term < 27; ++term) {
        // cos theta_3 = c cos - s sin and sin theta_3 = s cos + c sin of theta_3 - kTurned
        double third = 0.0;
        for (int k = 0; k < 3; ++k) third += turned[k][term / 9] * of_power[i][k];
        for (int j = 0; j < 3; ++j) {
          for (int k = 0; k < 3; ++k) {
            const double factor = third * of_power[j][term / 3 % 3] * of_power[k][term % 3];
            P.col(3 * j + k).head(6) += factor * rest.col(term);
            P.col(3 * j + 3 + k).tail(6) += factor * rest.col(term);
          }
        }
      }
    }
  }

  void solve() {
    MatrixXd A = MatrixXd::Zero(24, 24), B = MatrixXd::Identity(24, 24);
    A.topRightCorner(12, 12).setIdentity();
    A.bottomLeftCorner(12, 12) = -P_[0];
    A.bottomRightCorner(12, 12) = -P_[1];
    B.bottomRightCorner(12, 12) = P_[2];
    std::vector<std::complex<double>> all = algebra::eigenvalues(A, B);
    // without the eight nearest to +-i
    const auto away = [](std::complex<double> x) { return std::abs(x * x + 1.0); };
    std::sort(all.begin(), all.end(), [&](auto a, auto b) { return away(a) > away(b); });
    roots_.assign(all.begin(), all.begin() + 16);
  }

  const Arm& arm_;
  Eigen::Isometry3d goal_;
  MatrixXd left_, right_;  // 14 x 27 and 14 x 9
  std::array<MatrixXd, 3> P_;
  std::vector<std::complex<double>> roots_;
};

}  // namespace witness
