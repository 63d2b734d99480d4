#pragma once

#include <memory>

#include <Eigen/Core>

#include "problem.h"

namespace bench {

/// A solve for libraries that have kinematics but no such solve: Eigen's, at fixed sizes for the
/// bodies of the comparison.
class AnyDenseSolve {
 public:
  AnyDenseSolve(const AnyDenseSolve&) = delete;
  AnyDenseSolve& operator=(const AnyDenseSolve&) = delete;
  virtual ~AnyDenseSolve() = default;

  Eigen::Map<Eigen::MatrixXd> J;     ///< (m x n) input, 0 at first
  Eigen::Map<Eigen::VectorXd> e;     ///< (m) input
  Eigen::Map<Eigen::VectorXd> step;  ///< (n) result, clamped

  virtual void solve() = 0;

 protected:
  template <class Solve>
  explicit AnyDenseSolve(Solve& sized)
      : J(sized.J.data(), sized.J.rows(), sized.J.cols()),
        e(sized.e.data(), sized.e.size()),
        step(sized.step.data(), sized.step.size()) {}
};

std::unique_ptr<AnyDenseSolve> make_dense_solve(const Body& body, const Numbers& numbers);

}  // namespace bench
