#pragma once

#include "ik/task/method.h"
#include "ik/task/redundancy.h"

namespace ik {

/// Nullspace method: damped least squares for the task, and improvement of the posture in the
/// task's nullspace.
///
///   dtheta = J^T (J J^T + lambda^2 I)^-1 e + (I - J^+ J) phi          Liegeois (1977), eq. 12
///   phi = -D sum weight_c dc/dtheta,   D = diag(mobility)             Buss (2009), section 4
///
/// c are the posture costs of redundancy.h: distance from the rest pose, closeness to limits,
/// manipulability and obstacles; a weight of 0 switches a cost off. J (I - J^+ J) = 0 for every
/// damping of the task: the projector is undamped and removes all directions with
/// sigma_i > 1e-12 sigma_1. With a damped projector, phi would disturb the task. phi keeps the
/// effectors in place only to first order, so it is scaled down until its entries are at most 0.1
/// rad or m.
///
/// At a solution the body continues to the best posture and then rests. Joints that move no
/// effector do not move; if J = 0, no joint moves. For the Jacobian at the target, the nullspace of
/// that Jacobian is used.
struct Nullspace {
  static constexpr MethodTraits kTraits{.moves_in_nullspace = true};

  double lambda = 0.1;            ///< damping of the task, m / rad
  double rest = 0.02;             ///< share of the way to the rest pose per update
  double limit_avoidance = 0.02;  ///< share of the way to the middle of the limits per update
  double manipulability = 0.001;  ///< weight, rad^2
  double obstacles = 0.2;         ///< weight, rad^2 / m^2
  double margin = 0.1;            ///< margin around obstacles, m

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(damping_row(
                "Damping λ of the task; the nullspace is exact for every λ (Buss 2009, eq. 11)."),
            &lambda);
    visitor(
        linear_row(
            "rest", "Rest pose", {},
            "Share of the way back to the rest pose that an update takes (Buss 2009, section 4)."),
        &rest);
    visitor(
        also_named(
            "limits",
            linear_row(
                "limit-avoidance", "Limit avoidance", {},
                "Draws joints to the middle of their limits, the narrowest most (Liégeois 1977).")),
        &limit_avoidance);
    visitor(linear_row("manipulability", "Manipulability", {0.0, 0.02, "rad²"},
                       "Climbs towards larger manipulability √det(JJᵀ) (Yoshikawa 1985)."),
            &manipulability);
    visitor(linear_row("obstacles", "Obstacles", {0.0, 1.0, "rad²/m²"},
                       "Moves links out of the margin of obstacles (Maciejewski and Klein 1985)."),
            &obstacles);
    visitor(linear_row("margin", "Margin", {0.0, 0.5, "m"},
                       "Distance from which obstacles repel links (Maciejewski and Klein 1985)."),
            &margin);
  }
};

/// Task priority: effectors in strict order, each in the nullspace of the earlier ones.
///
///   dtheta_0 = 0,  P_0 = I
///   dtheta_i = dtheta_{i-1} + (J_i P_{i-1})^# (e_i - J_i dtheta_{i-1})
///   P_i = P_{i-1} - (J_i P_{i-1})^+ (J_i P_{i-1})       Nakamura, Hanafusa and Yoshikawa (1987),
///                                                        Siciliano and Slotine (1991), eq. 15, 16
///
/// with three rows J_i per task: first the positions of the effectors, then the aims.
/// A^# = A^T (A A^T + lambda^2 I)^-1 is damped, because J_i P_{i-1} loses rank where two tasks need
/// the same joints, even far from any singularity of J (algorithmic singularities, Chiaverini
/// 1997). P_i is not damped: it removes all directions with sigma > 1e-12 |J|, so that a lower task
/// never disturbs a higher one. Where all three directions of a task are far from that bound, an
/// orthonormal basis takes the place of its singular vectors. A lower task uses only the remaining
/// freedom, so the sum of all errors may rise.
struct TaskPriority {
  static constexpr MethodTraits kTraits{
      .orders_goals = true,
      .habit =
          "Strict order leaves the later effectors few directions, which turn from step to "
          "step.",
      .habit_source = "Chiaverini (1997), on algorithmic singularities",
      .habit_of_several = true};

  double lambda = 0.1;   ///< damping, m / rad
  double first = 0.0;    ///< index of the effector with the highest priority; rounded down
  bool reverse = false;  ///< true: the other effectors follow in reverse order

  /// Scratch, so that a warm step allocates nothing.
  struct Memory {
    void resize(Eigen::Index n, Eigen::Index tasks);

    // h is n rounded up to a multiple of 4; rows from n on are 0
    MatrixX taken;          ///< (h x n) leading columns: orthonormal basis of the tasks so far
    ThreeColumns rows;      ///< (h x 3) rows of J_i P, then its directions
    VectorX direction;      ///< (h)
    MatrixX A;              ///< (3 x n) J_i P
    Eigen::Vector3d rest;   ///< e_i - J_i dtheta
    std::vector<Svd> svds;  ///< one of A for each task
    int count = 0;          ///< number of directions in `rows`
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(damping_row("Damping λ of every task, also where tasks conflict (Chiaverini 1997)."),
            &lambda);
    visitor(
        linear_row("first", "First effector", {0.0, 8.0},
                   "The effector that comes first, counted from 0, or the last one if there are "
                   "fewer; the others follow in their order (Siciliano and Slotine 1991)."),
        &first);
    visitor(switch_row("reverse", "Reverse order",
                       "The others follow in reverse order (Siciliano and Slotine 1991)."),
            &reverse);
  }
};

/// Extended Jacobian: additional rows, which follow the optimum of a second objective g, make J
/// square.
///
///   minimise g(theta) where s(theta) = t:   N^T grad g = 0, N a basis of J's nullspace
///   [ J; d(N^T grad g)/dtheta ] dtheta = [ e; -correction N^T grad g ]         Baillieul (1985)
///
/// g = 1/2 sum (theta_j - rest_j)^2, plus `manipulability` times the cost of redundancy.h. For the
/// basis of least rotation, dN = -J^+ dJ N, the extra rows are N^T K with
///
///   K = hess g - sum y_i d2s_i,   y = (J^T)^+ grad g the multipliers,
///
/// the curvature of the Lagrangian (task_curvature of redundancy.h). The square system separates
/// into two systems, with P = I - J^+ J:
///
///   dtheta = q + z,   q = J^+ e,   (P K P) z = -P K q - correction P grad g,   z = P z.
///
/// Locally theta is then a function of the target alone, so closed paths of the effectors are also
/// closed in the joints. P K P loses rank at algorithmic singularities, where the optimum jumps or
/// branches. With the eigenvalues k_i of P K P, the first term uses k_i / (k_i^2 + damping^2). The
/// second term uses 1 / (|k_i| + damping), which goes downhill also at a maximum or a saddle; it is
/// scaled down until its entries are at most 0.1 rad or m. q is damped by lambda. If J has no
/// nullspace, dtheta = q.
///
/// The manipulability's part of hess g is computed by central differences of the gradient along
/// every joint. Joints that move no effector do not move; if J = 0, no joint moves.
struct ExtendedJacobian {
  static constexpr MethodTraits kTraits{.moves_in_nullspace = true, .opens_loops = true};

  double lambda = 0.1;          ///< damping of the task, m / rad
  double damping = 1.0;         ///< damping of z; the rest pose's part of g has curvature 1
  double correction = 0.1;      ///< share of the way to the optimum per update
  double manipulability = 0.0;  ///< weight of manipulability in g, rad^2

  /// Scratch, so that a warm step allocates nothing.
  struct Memory {
    /// P K P in c directions.
    struct Reduced {
      MatrixX B;   ///< (n x c) orthonormal basis of the nullspace, or P itself with c = n
      MatrixX KB;  ///< (n x c)
      MatrixX S;   ///< (c x c) B^T K B
      VectorX gradient, pull, follow, back;  ///< (c)
      Svd svd;                               ///< S = U diag(sigma) V^T

      void resize(Eigen::Index n, Eigen::Index c);
    };
    PostureScratch scratch;
    MatrixX K;                ///< (n x n)
    VectorX gradient, ahead;  ///< (n) gradients of g: at the pose, and for the differences
    VectorX y;                ///< (m)
    VectorX pull, step;       ///< (n)
    Reduced usual;            ///< c = n - m, while J has full rank
    Reduced whole;            ///< c = n, else
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(damping_row("Damping λ of the task (Buss 2009, eq. 11)."), &lambda);
    visitor(logarithmic_row("damping", "Extra damping", {1e-3, 10.0},
                            "Damping of the extension where two optima meet (algorithmic "
                            "singularities, Baillieul 1985)."),
            &damping);
    visitor(linear_row("correction", "Correction", {},
                       "Share of the way to the optimal posture per update; 0 only follows the "
                       "optimum (Baillieul 1985)."),
            &correction);
    visitor(
        linear_row(
            "manipulability", "Manipulability", {0.0, 2.0, "rad²"},
            "Weight of manipulability beside the distance from the rest pose (Yoshikawa 1985)."),
        &manipulability);
  }
};

}  // namespace ik
