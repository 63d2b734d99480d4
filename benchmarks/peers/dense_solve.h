#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include <Eigen/Dense>

#include "problem.h"

/// The solve of the report's methods written with Eigen alone: the dense m x m matrix and its
/// Cholesky factors, or a singular value decomposition.
///
/// A source compiled for another machine defines BENCH_DENSE, so that the linker keeps both
/// versions.
#ifndef BENCH_DENSE
#define BENCH_DENSE dense
#endif

namespace bench::BENCH_DENSE {

/// Eigen's JacobiSVD or BDCSVD with thin U and V.
template <class Base>
struct Thin : Base {
  Thin(Eigen::Index rows, Eigen::Index columns)
      : Base(rows, columns, Eigen::ComputeThinU | Eigen::ComputeThinV) {}
};

/// What a program writes that does not know its body at compile time.
struct DynamicSizes {
  using Jacobian = Eigen::MatrixXd;
  using Error = Eigen::VectorXd;
  using Step = Eigen::VectorXd;
  using Factors = Eigen::LDLT<Eigen::MatrixXd>;
  using Svd = Thin<Eigen::JacobiSVD<Eigen::MatrixXd>>;

  static void square(const Jacobian& J, Eigen::MatrixXd& A) { A.noalias() = J * J.transpose(); }
};

/// Eigen's JacobiSVD without the heap. Thin U and V need dynamic sizes, so only the largest ones
/// are fixed.
constexpr int kMaxRows = 12, kMaxColumns = 25;
using BoundedSvd = Thin<Eigen::JacobiSVD<
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMaxRows, kMaxColumns>>>;

/// What a program writes for one body: nothing is on the heap, and loops over rows and columns have
/// constant lengths.
template <int M, int N>
struct FixedSizes {
  static_assert(M <= kMaxRows && N <= kMaxColumns);
  using Jacobian = Eigen::Matrix<double, M, N>;
  using Error = Eigen::Matrix<double, M, 1>;
  using Step = Eigen::Matrix<double, N, 1>;
  using Factors = Eigen::LLT<Eigen::Matrix<double, M, M>>;
  using Svd = BoundedSvd;

  /// J J^T; of a larger J only the lower triangle, which is all that the factors read.
  static void square(const Jacobian& J, Eigen::Matrix<double, M, M>& A) {
    if constexpr (M < kMaxRows) {
      A.noalias() = J * J.transpose();
    } else {
      for (int c = 0; c < M; ++c) {
        A.col(c).tail(M - c).noalias() = J.bottomRows(M - c) * J.row(c).transpose();
      }
    }
  }
};

/// \tparam Types DynamicSizes or FixedSizes, or types of the same names
template <class Types = DynamicSizes>
class DenseSolve {
 public:
  DenseSolve(const Body& body, const Numbers& numbers)
      : J(Types::Jacobian::Zero(static_cast<Eigen::Index>(body.rows()),
                                static_cast<Eigen::Index>(body.n()))),
        e(Types::Error::Zero(J.rows())),
        step(Types::Step::Zero(J.cols())),
        numbers_(numbers),
        A_(J.rows(), J.rows()),
        f_(J.rows()),
        factors_(J.rows()) {
    if (uses_svd(numbers.rule)) svd_.emplace(J.rows(), J.cols());
  }

  typename Types::Jacobian J;  ///< (m x n) input
  typename Types::Error e;     ///< (m) input
  typename Types::Step step;   ///< (n) result, clamped

  void solve() {
    switch (numbers_.rule) {
      case Rule::kTranspose:
        transpose();
        break;
      case Rule::kPseudoinverse:
        pseudoinverse();
        break;
      case Rule::kDls:
        damped();
        break;
      case Rule::kSdls:
        selectively_damped();
        break;
    }
    const double largest = step.template lpNorm<Eigen::Infinity>();
    if (largest > numbers_.max_angle) step *= numbers_.max_angle / largest;
  }

 private:
  void transpose() {
    step.noalias() = J.transpose() * e;
    f_.noalias() = J * step;
    const double square = f_.squaredNorm();
    if (square > 0.0) step *= e.dot(f_) / square;
  }

  [[gnu::flatten]] void damped() {
    Types::square(J, A_);
    A_.diagonal().array() += numbers_.lambda * numbers_.lambda;
    factors_.compute(A_);
    f_ = e;
    factors_.solveInPlace(f_);
    step.noalias() = J.transpose() * f_;
  }

  void pseudoinverse() {
    svd_->compute(J);
    const auto& sigma = svd_->singularValues();
    const double cutoff = numbers_.cutoff * sigma.maxCoeff();
    step.setZero();
    for (Eigen::Index i = 0; i < sigma.size(); ++i) {
      if (!(sigma[i] > cutoff)) continue;
      step += (svd_->matrixU().col(i).dot(e) / sigma[i]) * svd_->matrixV().col(i);
    }
  }

  /// Selectively damped least squares as in the software of Buss and Kim (2005).
  void selectively_damped() {
    constexpr double kZeroSigma = 1e-10;
    svd_->compute(J);
    rho_.setZero(J.cols());
    for (Eigen::Index i = 0; i < J.rows(); i += 3) {
      rho_ += J.template middleRows<3>(i).colwise().norm().transpose();
    }
    step.setZero();
    const auto& sigma = svd_->singularValues();
    for (Eigen::Index i = 0; i < sigma.size(); ++i) {
      if (!(sigma[i] > kZeroSigma)) continue;
      const auto u = svd_->matrixU().col(i);
      const auto v = svd_->matrixV().col(i);
      double N = 0.0;
      for (Eigen::Index row = 0; row < u.size(); row += 3) N += u.template segment<3>(row).norm();
      const double M = v.cwiseAbs().dot(rho_) / sigma[i];
      const double gamma = numbers_.gamma_max * std::min(1.0, N / M);
      const double length = u.dot(e) / sigma[i];
      const double largest = std::abs(length) * v.template lpNorm<Eigen::Infinity>();
      step += (length * gamma / (gamma + largest)) * v;
    }
    const double largest = step.template lpNorm<Eigen::Infinity>();
    if (largest > numbers_.gamma_max) step *= numbers_.gamma_max / (numbers_.gamma_max + largest);
  }

  Numbers numbers_;
  typename Types::Factors::MatrixType A_;
  typename Types::Error f_;
  typename Types::Step rho_;
  typename Types::Factors factors_;
  std::optional<typename Types::Svd> svd_;
};

/// Calls make.template operator()<k, n>() for the bodies of the comparison.
/// \returns its result; for a body of other sizes an empty one
template <class Result, class Make>
Result for_sizes(const Body& body, const Make& make) {
  const auto is = [&](std::size_t k, std::size_t n) {
    return body.tips.size() == k && body.n() == n;
  };
  if (is(1, 6)) return make.template operator()<1, 6>();
  if (is(2, 7)) return make.template operator()<2, 7>();
  if (is(4, 16)) return make.template operator()<4, 16>();
  if (is(4, 25)) return make.template operator()<4, 25>();
  return {};
}

}  // namespace bench::BENCH_DENSE
