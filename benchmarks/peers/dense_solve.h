#pragma once

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

#include "problem.h"

/// The solve of the report's methods written with Eigen alone: the dense m x m matrix and its LDLT,
/// or JacobiSVD. For peers that have kinematics but no such solve.
///
/// A source compiled for another machine defines BENCH_DENSE, so that the linker keeps both
/// versions.
#ifndef BENCH_DENSE
#define BENCH_DENSE dense
#endif

namespace bench::BENCH_DENSE {

class DenseSolve {
 public:
  DenseSolve(const Body& body, const Numbers& numbers)
      : J(Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(body.rows()),
                                static_cast<Eigen::Index>(body.n()))),
        e(J.rows()),
        step(J.cols()),
        numbers_(numbers),
        A_(J.rows(), J.rows()),
        f_(J.rows()),
        ldlt_(J.rows()) {
    if (uses_svd()) svd_ = decltype(svd_)(J.rows(), J.cols(), kThin);
  }

  Eigen::MatrixXd J;     ///< (m x n) input
  Eigen::VectorXd e;     ///< (m) input
  Eigen::VectorXd step;  ///< (n) result, clamped

  void solve() {
    if (uses_svd()) svd_.compute(J, kThin);
    switch (numbers_.rule) {
      case Rule::kTranspose:
        transpose();
        break;
      case Rule::kPseudoinverse:
        pseudoinverse();
        break;
      case Rule::kDls:
        A_.noalias() = J * J.transpose();
        A_.diagonal().array() += numbers_.lambda * numbers_.lambda;
        ldlt_.compute(A_);
        f_ = e;
        ldlt_.solveInPlace(f_);
        step.noalias() = J.transpose() * f_;
        break;
      case Rule::kSdls:
        selectively_damped();
        break;
    }
    const double largest = step.lpNorm<Eigen::Infinity>();
    if (largest > numbers_.max_angle) step *= numbers_.max_angle / largest;
  }

 private:
  static constexpr unsigned kThin = Eigen::ComputeThinU | Eigen::ComputeThinV;

  bool uses_svd() const {
    return numbers_.rule == Rule::kPseudoinverse || numbers_.rule == Rule::kSdls;
  }

  void transpose() {
    step.noalias() = J.transpose() * e;
    f_.noalias() = J * step;
    const double square = f_.squaredNorm();
    if (square > 0.0) step *= e.dot(f_) / square;
  }

  void pseudoinverse() {
    const auto& sigma = svd_.singularValues();
    step.setZero();
    for (Eigen::Index i = 0; i < sigma.size() && sigma[i] > numbers_.cutoff * sigma[0]; ++i) {
      step += (svd_.matrixU().col(i).dot(e) / sigma[i]) * svd_.matrixV().col(i);
    }
  }

  /// Selectively damped least squares as in the software of Buss and Kim (2005).
  void selectively_damped() {
    constexpr double kZeroSigma = 1e-10;
    rho_.setZero(J.cols());
    for (Eigen::Index i = 0; i < J.rows(); i += 3) {
      rho_ += J.middleRows<3>(i).colwise().norm().transpose();
    }
    step.setZero();
    const auto& sigma = svd_.singularValues();
    for (Eigen::Index i = 0; i < sigma.size() && sigma[i] > kZeroSigma; ++i) {
      const auto u = svd_.matrixU().col(i);
      const auto v = svd_.matrixV().col(i);
      double N = 0.0;
      for (Eigen::Index row = 0; row < u.size(); row += 3) N += u.segment<3>(row).norm();
      const double M = v.cwiseAbs().dot(rho_) / sigma[i];
      const double gamma = numbers_.gamma_max * std::min(1.0, N / M);
      const double length = u.dot(e) / sigma[i];
      const double largest = std::abs(length) * v.lpNorm<Eigen::Infinity>();
      step += (length * gamma / (gamma + largest)) * v;
    }
    const double largest = step.lpNorm<Eigen::Infinity>();
    if (largest > numbers_.gamma_max) step *= numbers_.gamma_max / (numbers_.gamma_max + largest);
  }

  Numbers numbers_;
  Eigen::MatrixXd A_;
  Eigen::VectorXd f_, rho_;
  Eigen::LDLT<Eigen::MatrixXd> ldlt_;
  Eigen::JacobiSVD<Eigen::MatrixXd> svd_;
};

}  // namespace bench::BENCH_DENSE
