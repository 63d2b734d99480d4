#pragma once

#include <vector>

#include "ik/task/method.h"

namespace ik {

/// Task priority: effectors in strict order, each served with what those before it leave free.
///
///   dtheta_0 = 0,  P_0 = I
///   dtheta_i = dtheta_{i-1} + (J_i P_{i-1})^# (e_i - J_i dtheta_{i-1})
///   P_i = P_{i-1} - (J_i P_{i-1})^+ (J_i P_{i-1})       Nakamura, Hanafusa and Yoshikawa (1987),
///                                                        Siciliano and Slotine (1991), eq. 15, 16
///
/// with three rows J_i a task: the positions of the effectors in their order, then the other goals
/// in theirs. A^# = A^T (A A^T + lambda^2 I)^-1 is damped, since J_i P_{i-1} loses rank where two
/// tasks want the same joints, far from any singularity of J (algorithmic singularities, Chiaverini
/// 1997). P_i is not: it leaves out all directions with sigma > 1e-12 |J|, so that a lower task
/// never moves a higher one. What a task of low rank cannot have it gives up, and the sum of all
/// errors may then rise where one of the first falls.
struct TaskPriority {
  static constexpr MethodTraits kTraits{
      .orders_goals = true,
      .habit =
          "Strict order leaves the later effectors what is left, and that direction turns "
          "from step to step.",
      .habit_source = "Chiaverini (1997), on algorithmic singularities",
      .habit_of_several = true};

  double lambda = 0.1;   ///< damping, m / rad
  double first = 0.0;    ///< the effector that comes first, counted from 0; rounded down
  bool reverse = false;  ///< effectors from the last to the first, beginning with that one

  /// What is kept so that a step allocates nothing.
  struct Memory {
    Eigen::MatrixXd taken;      ///< (n x n) its first columns span what the tasks so far move
    Eigen::MatrixXd A;          ///< (3 x n) J_i P
    Eigen::VectorXd direction;  ///< (n)
    Eigen::VectorXd rest;       ///< (3) e_i - J_i dtheta
    Svd svd;                    ///< of A
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor(
        {"lambda", "m/rad", 1e-3, 10.0, true,
         "Damping λ of every task, also where tasks are in each other's way (Chiaverini 1997)."},
        &lambda);
    visitor({"first", "", 0.0, 8.0, false,
             "The effector that comes first, counted from 0; the others follow in their order "
             "(Siciliano and Slotine 1991)."},
            &first);
    visitor({"reverse", "", 0.0, 1.0, false,
             "The others follow in reverse order (Siciliano and Slotine 1991)."},
            &reverse);
  }
};

}  // namespace ik
