#pragma once

#include <Eigen/Core>

#include "ik/problem.h"
#include "ik/svd.h"

namespace ik {

/// What methods compute with and leave behind. It belongs to the caller, so that a warm step
/// allocates nothing and the panels can look at it afterwards.
///
/// A method asks for J, e and the SVD; each is computed at most once a step.
class Workspace {
 public:
  /// Starts a step: what was computed for the last one is stale.
  void begin(const Problem& problem);

  /// e (3k), clamped as the problem asks; zero where the target is not finite.
  const Eigen::VectorXd& error(const Problem& problem);
  /// J (3k x n) of the kind the problem asks for.
  const Eigen::MatrixXd& jacobian(const Problem& problem);
  /// The SVD of jacobian(problem).
  const Svd& svd(const Problem& problem);

  /// True once the SVD of this step has been asked for.
  bool has_svd() const { return has_svd_; }

  /// False if a target or the pose of this step is not finite.
  bool finite(const Problem& problem) { return error(problem), finite_; }

  Eigen::VectorXd dtheta;  ///< (n) the step that the method proposes, rad or m

  Eigen::MatrixXd A;             ///< scratch of methods
  Eigen::VectorXd f, g, column;  ///< scratch of methods

 private:
  bool has_error_ = false, has_jacobian_ = false, has_svd_ = false;
  bool finite_ = true;
  Eigen::VectorXd e_;
  Eigen::MatrixXd J_;
  Svd svd_;
};

}  // namespace ik
