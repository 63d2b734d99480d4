#pragma once

#include "ik/task/method.h"

namespace ik {

/// Nonlinear conjugate gradient: a gradient that remembers where it has just been.
///
///   d = g + beta d_before,  g = J^T e,   dtheta = alpha d
///   beta = max(0, g' . (g' - g) / g . g)      Polak and Ribiere (1969), Polyak (1969)
///
/// g and g' are taken at the two ends of a step towards the same targets, so that what targets do
/// between steps is not mistaken for curvature; Nocedal and Wright (2006), eq. 5.44 and 5.45. alpha
/// starts from the length that the linear model likes best and is shortened by Armijo's rule for
/// F = |e|^2 / 2 at the true pose; at most 45 degrees are tried. It starts afresh, d = g, every n
/// steps, where d is hardly downhill, d . g <= 0.1 |d| |g|, and where the error does not fall along
/// it. No matrix but J.
struct ConjugateGradient {
  double restart = 1.0;  ///< steps until d = g again, in multiples of n

  /// What is carried from step to step.
  struct Memory {
    Eigen::VectorXd d;  ///< (n) direction of the last step
    double beta = 0.0;  ///< of the next
    int age = 0;        ///< steps since d = g
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"restart", "", 0.1, 10.0, true,
             "Starts afresh from the gradient after so many steps for each joint (Nocedal and "
             "Wright 2006, section 5.2)."},
            &restart);
  }
};

}  // namespace ik
