#pragma once

#include "ik/task/method.h"

namespace ik {

/// BFGS: a quasi-Newton method, which learns the curvature of the error from its own steps.
///
///   dtheta = alpha H J^T e
///   H := (I - s y^T / y^T s) H (I - y s^T / y^T s) + s s^T / y^T s
///
/// of Broyden, Fletcher, Goldfarb and Shanno (1970); Nocedal and Wright (2006), eq. 6.17. alpha is
/// from 1 downwards, by Armijo's rule for F = |e|^2 / 2 at the true pose; at most 45 degrees are
/// tried. s is the step, and y the change of F's gradient along it, both gradients taken towards
/// the same targets, so that what targets do between steps is not mistaken for curvature. H stays
/// positive definite, since a pair without positive curvature, y^T s <= 1e-6 |y| |s|, is left out.
///
/// H starts as the multiple of I that the linear model likes best along the gradient. It starts
/// afresh every `memory` steps, so that it forgets curvature from poses long left, and where the
/// error does not fall along H J^T e. In few joints it is close to Gauss-Newton without a singular
/// value computed; F's own curvature, not that of the linear model, calms it out of reach.
struct Bfgs {
  double memory = 30.0;  ///< steps until H starts afresh

  /// What is carried from step to step.
  struct Memory {
    Eigen::MatrixXd H;     ///< (n x n) symmetric, rad^2 / m^2
    int age = 0;           ///< steps that H has learnt from; 0: it is to start
    Eigen::VectorXd s, y;  ///< (n) of the last step
    Eigen::VectorXd Hy;    ///< (n) scratch
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"memory", "steps", 1.0, 1000.0, true,
             "Steps until what was learnt of the curvature is forgotten; 1 is gradient descent "
             "(Nocedal and Wright 2006, section 6.1)."},
            &memory);
  }
};

}  // namespace ik
