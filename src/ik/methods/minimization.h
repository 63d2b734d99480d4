#pragma once

#include "ik/task/method.h"

namespace ik {

/// Gradient descent: against the slope of F = |e|^2 / 2, by a fixed rate.
///
///   dtheta = rate J^T e                          Cauchy (1847); van de Panne's "J^T method"
///
/// Converges while rate < 2 / sigma_max^2 and diverges beyond. With `line_search` the rate is only
/// the first length that is tried, shortened until the true error falls by Armijo's rule (1966), so
/// that it suits every body; an angle of 45 degrees is the most that is tried. Without, the step is
/// as long as the rate says. Zero where J^T e = 0.
struct GradientDescent {
  static constexpr MethodTraits kTraits{.rate = "rate", .line_search = "line-search"};

  double rate = 0.3;        ///< rad^2 / m^2
  bool line_search = true;  ///< shortens the step until the error falls

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"rate", "rad²/m²", 1e-3, 10.0, true,
             "Factor on the gradient Jᵀe; above 2/σ₁² a fixed rate diverges (Cauchy 1847)."},
            &rate);
    visitor({"line-search", "", 0.0, 1.0, false,
             "Shortens the step until the true error falls (Armijo 1966)."},
            &line_search);
  }
};

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

/// Gauss-Newton: the whole least-squares step, shortened only where the true error asks for it.
///
///   dtheta = alpha d,  d = J^+ e: the shortest that minimises |J d - e|      Gauss (1809)
///
/// with alpha from 1 downwards until F = |e|^2 / 2 at the new pose is below the old by Armijo's
/// rule; Nocedal and Wright (2006), section 10.3. An angle of 45 degrees is the most that is tried.
/// Quadratic convergence where the target can be reached. It differs from the pseudoinverse method
/// in looking at the result, and in cutting off only what is rounding, so that near a singularity
/// the direction is one of large motion for little gain: the error falls, and the arm shakes.
struct GaussNewton {
  double cutoff = 1e-6;  ///< of the largest singular value: what is below is not moved

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"cutoff", "", 1e-10, 0.5, true,
             "Singular values below this share of the largest count as zero (Nocedal and Wright "
             "2006, section 10.3)."},
            &cutoff);
  }
};

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
