#pragma once

#include "ik/task/method.h"
#include "ik/task/redundancy.h"

namespace ik {

/// Extended Jacobian: as many joints as rows, by following the optimum of a second function.
///
///   minimise g(theta) where s(theta) = t:   N^T grad g = 0, N a basis of J's nullspace
///   [ J; d(N^T grad g)/dtheta ] dtheta = [ e; -correction N^T grad g ]         Baillieul (1985)
///
/// g = 1/2 sum (theta_j - rest_j)^2, plus `manipulability` times the cost of posture.h. Along a
/// basis that turns as little as it can, dN = -J^+ dJ N, the extra rows are N^T K with
///
///   K = hess g - sum y_i d2s_i,   y = (J^T)^+ grad g the multipliers,
///
/// the curvature of the Lagrangian (task_curvature of redundancy.h), and the square system falls
/// into two, with P = I - J^+ J:
///
///   dtheta = q + z,   q = J^+ e,   (P K P) z = -P K q - correction P grad g,   z = P z.
///
/// A joint angle is then a function of the target alone, near a pose, and closed paths close in the
/// joints too. P K P loses rank at algorithmic singularities, where the optimum jumps or branches.
/// With its eigenvalues k_i the first term takes k_i / (k_i^2 + damping^2), the second
/// 1 / (|k_i| + damping), which goes downhill where the pose is at a maximum or a saddle. It is cut
/// to 0.1 rad or m at its largest. q is damped by lambda. Where J has no nullspace q is all.
///
/// hess g of the manipulability is taken by differences of its gradient along every joint. Joints
/// that move no effector stay where they are, and so does everything where J = 0.
struct ExtendedJacobian {
  static constexpr MethodTraits kTraits{.moves_in_nullspace = true};

  double lambda = 0.1;          ///< damping of the task, m / rad
  double damping = 1.0;         ///< of the extension; g's own curvature is 1
  double correction = 0.1;      ///< share of the way to the optimum, an update
  double manipulability = 0.0;  ///< weight of it in g, rad^2

  /// What is kept so that a step allocates nothing.
  struct Memory {
    PostureScratch scratch;
    Eigen::MatrixXd K, P, S;             ///< (n x n); S = P K P
    Eigen::VectorXd gradient, ahead;     ///< (n) of g
    Eigen::VectorXd y;                   ///< (m)
    Eigen::VectorXd pull, follow, back;  ///< (n)
    Svd svd;                             ///< of S
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"lambda", "m/rad", 1e-3, 10.0, true, "Damping λ of the task (Buss 2009, eq. 11)."},
            &lambda);
    visitor({"damping", "", 1e-3, 10.0, true,
             "Damping of the extension where two optima meet (algorithmic singularities, Baillieul "
             "1985)."},
            &damping);
    visitor({"correction", "", 0.0, 1.0, false,
             "Share of the way to the optimal posture that an update takes; 0 only follows it "
             "(Baillieul 1985)."},
            &correction);
    visitor({"manipulability", "rad²", 0.0, 2.0, false,
             "Weight of manipulability beside the distance from the rest pose (Yoshikawa 1985)."},
            &manipulability);
  }
};

}  // namespace ik
