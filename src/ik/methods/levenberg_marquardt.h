#pragma once

#include "ik/task/method.h"

namespace ik {

/// Levenberg-Marquardt: damping that adapts to how well the linear model predicts.
///
///   (J^T J + gamma D) dtheta = J^T e,   D = diag(J^T J)                   Marquardt (1963)
///
/// (Tu's eq. 15 and 16 leave out gamma's term.) The step is tried: with F = |e|^2 / 2 at the true
/// pose, the gain ratio is
///
///   rho = (F(theta) - F(theta + dtheta)) / (|e|^2 - |e - J dtheta|^2) * 2
///
/// Where rho is above 1e-4 the step is taken and gamma *= max(1/3, 1 - (2 rho - 1)^3); else gamma
/// is doubled, quadrupled, ... until it is: Nielsen (1999). gamma is carried from step to step and
/// starts afresh when nothing helps, so that it follows targets that move. It stays above `least`,
/// which Nielsen has not: out of reach the error has flat valleys, and an undamped step runs along
/// them for nothing. An angle of 45 degrees is the most that is tried.
///
/// D makes the step blind to the units of the joints. A joint whose lever arm is below a tenth of
/// the longest counts as having that tenth: Marquardt's D alone would let it spin for nothing.
struct LevenbergMarquardt {
  double gamma = 1.0;  ///< at the start, a share of diag(J^T J)
  double least = 0.2;  ///< gamma goes no lower

  /// What is carried from step to step.
  struct Memory {
    double gamma = -1.0;      ///< negative before the first step
    Eigen::MatrixXd J;        ///< (m x n) scratch: J D^-1/2
    Eigen::VectorXd shorten;  ///< (n) scratch: the diagonal of D^-1/2
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"gamma", "", 1e-6, 100.0, true,
             "Damping γ to start with, as a share of diag(JᵀJ); it adapts from there (Marquardt "
             "1963)."},
            &gamma);
    visitor({"least", "", 1e-9, 10.0, true,
             "γ goes no lower. Small converges at once in reach, and jumps between poses that are "
             "as good out of reach (Nielsen 1999 has none)."},
            &least);
  }
};

}  // namespace ik
