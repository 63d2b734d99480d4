#pragma once

#include "ik/methods/lane_kernels.h"
#include "ik/task/method.h"

namespace ik {

/// Jacobian transpose: along the gradient of |e|^2 / 2, to the minimum of the linear model.
///
///   dtheta = alpha J^T e,  alpha = <e, J J^T e> / <J J^T e, J J^T e>      Buss (2009), section 3
///
/// Zero where J^T e = 0: at a solution, and where the error pulls straight against the joints (the
/// software of Buss and Kim divides 0 by 0 there).
struct JacobianTranspose {
  static constexpr MethodTraits kTraits{
      .habit =
          "The transpose lowers the largest error and raises the others again where several "
          "effectors share joints.",
      .habit_source = "Buss (2009), sections 3 and 8",
      .habit_of_several = true,
      .lanes = &JacobianTransposeLanes::kForm};

  double gain = 1.0;  ///< factor on the step

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(logarithmic_row(
                "gain", "Gain", {0.01, 2.0},
                "Factor on the step; a value below 1 is more careful (van de Panne, k < 1)."),
            &gain);
  }
};

/// Gradient descent on F = |e|^2 / 2 by a fixed rate.
///
///   dtheta = rate J^T e                          Cauchy (1847); van de Panne's "J^T method"
///
/// Converges for rate < 2 / sigma_max^2 and diverges above. With `line_search` the rate is only the
/// first length tried, at most 45 degrees, shortened until the true error falls by Armijo's rule
/// (1966), so that one rate suits every body. Zero where J^T e = 0.
struct GradientDescent {
  static constexpr MethodTraits kTraits{.rate = "rate", .line_search = "line-search"};

  double rate = 0.3;        ///< rad^2 / m^2
  bool line_search = true;  ///< shortens the step until the error falls

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(logarithmic_row(
                "rate", "Rate", {1e-3, 10.0, "rad²/m²"},
                "Factor on the gradient Jᵀe; above 2/σ₁² a fixed rate diverges (Cauchy 1847)."),
            &rate);
    visitor(switch_row("line-search", "Line search",
                       "Shortens the step until the true error falls (Armijo 1966)."),
            &line_search);
  }
};

/// Nonlinear conjugate gradient: the gradient corrected by the last direction.
///
///   d = g + beta d_before,  g = J^T e,   dtheta = alpha d
///   beta = max(0, g' . (g' - g) / g . g)      Polak and Ribiere (1969), Polyak (1969)
///
/// g and g' are the gradients at the two ends of a step for the same targets, so that a motion of
/// the targets is not taken for curvature; Nocedal and Wright (2006), eq. 5.44 and 5.45. alpha
/// starts at the minimum of the linear model, at most 45 degrees, and is shortened by Armijo's rule
/// for F = |e|^2 / 2 at the true pose. It restarts with d = g every n steps, if d is hardly
/// downhill, d . g <= 0.1 |d| |g|, and if the error does not fall along d. No matrix but J.
struct ConjugateGradient {
  double restart = 1.0;  ///< steps until d = g again, in multiples of n

  /// Remembered from step to step.
  struct Memory {
    VectorX d;          ///< (n) direction of the last step
    double beta = 0.0;  ///< of the next
    int age = 0;        ///< steps since d = g
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(logarithmic_row("restart", "Restart after", {0.1, 10.0},
                            "Restarts from the gradient after this number of steps per joint "
                            "(Nocedal and Wright 2006, section 5.2)."),
            &restart);
  }
};

/// BFGS: a quasi-Newton method that learns the curvature of the error from its own steps.
///
///   dtheta = alpha H J^T e
///   H := (I - s y^T / y^T s) H (I - y s^T / y^T s) + s s^T / y^T s
///
/// Broyden, Fletcher, Goldfarb and Shanno (1970); Nocedal and Wright (2006), eq. 6.17. alpha starts
/// at 1, at most 45 degrees, and is shortened by Armijo's rule for F = |e|^2 / 2 at the true pose.
/// s is the step, and y the change of F's gradient along it, for the same targets, so that a motion
/// of the targets is not taken for curvature. H stays positive definite, since pairs with y^T s <=
/// 1e-6 |y| |s| are left out.
///
/// H starts as a multiple of I, the minimum of the linear model along the gradient. It restarts
/// every `memory` steps, to forget the curvature of past poses, and if the error does not fall
/// along H J^T e. With few joints it is close to Gauss-Newton, without singular values. Out of
/// reach it is calmer, since it learns the curvature of F, not that of the linear model.
struct Bfgs {
  double memory = 30.0;  ///< steps until H restarts

  /// Remembered from step to step.
  struct Memory {
    MatrixX H;     ///< (n x n) symmetric, rad^2 / m^2
    int age = 0;   ///< steps that H has learnt from; 0: H has to start
    VectorX s, y;  ///< (n) of the last step
    VectorX Hy;    ///< (n) scratch
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(logarithmic_row("memory", "Memory", {1.0, 1000.0, "steps"},
                            "Steps until the learnt curvature is forgotten; 1 is gradient descent "
                            "(Nocedal and Wright 2006, section 6.1)."),
            &memory);
  }
};

/// Gauss-Newton: the least-squares step, shortened until the true error falls.
///
///   dtheta = alpha d,  d = J^+ e: the shortest that minimises |J d - e|      Gauss (1809)
///
/// alpha starts at 1, at most 45 degrees, and is shortened by Armijo's rule for F = |e|^2 / 2 at
/// the true pose; Nocedal and Wright (2006), section 10.3. Quadratic convergence where the target
/// can be reached. Unlike the pseudoinverse method it checks the new pose, and cuts off rounding
/// only: near a singularity the direction moves joints far for little gain, the error falls and the
/// arm shakes.
struct GaussNewton {
  double cutoff = 1e-6;  ///< share of the largest singular value; smaller ones count as 0

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(logarithmic_row("cutoff", "Cutoff", {1e-10, 0.5},
                            "Singular values below this share of the largest count as zero "
                            "(Nocedal and Wright 2006, section 10.3)."),
            &cutoff);
  }
};

/// Levenberg-Marquardt: the damping adapts to the error of the linear model.
///
///   (J^T J + gamma D) dtheta = J^T e,   D = diag(J^T J)                   Marquardt (1963)
///
/// (Tu's eq. 15 and 16 leave out gamma's term.) The step is tried, at most 45 degrees. With
/// F = |e|^2 / 2 at the true pose, the gain ratio is
///
///   rho = (F(theta) - F(theta + dtheta)) / (|e|^2 - |e - J dtheta|^2) * 2
///
/// If rho is above 1e-4 the step is taken and gamma *= max(1/3, 1 - (2 rho - 1)^3); else gamma is
/// doubled, quadrupled, ... until it is: Nielsen (1999). gamma is kept from step to step, which
/// follows targets that move, and restarts if no gamma helps. Unlike Nielsen's it stays above
/// `least`: out of reach the error has flat valleys, along which an undamped step runs without
/// gain.
///
/// D makes the step independent of the joints' units. A joint's lever arm counts as a tenth of the
/// longest at least: with Marquardt's D alone a joint without lever would spin.
struct LevenbergMarquardt {
  /// The bounds of gamma are wide: at the lower one J J^T just keeps its digits, at the upper one a
  /// step is a billionth of the gradient's.
  static constexpr double kLeastGamma = 1e-9, kMostGamma = 1e9;

  double gamma = 1.0;  ///< first gamma, a share of diag(J^T J)
  double least = 0.2;  ///< lower bound of gamma

  /// Remembered from step to step.
  struct Memory {
    double gamma = -1.0;  ///< negative before the first step
    MatrixX J;            ///< (m x n) scratch: J D^-1/2
    VectorX shorten;      ///< (n) scratch: the diagonal of D^-1/2
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(accepting(kLeastGamma, kMostGamma,
                      logarithmic_row("gamma", "First γ", {1e-6, 100.0},
                                      "First damping γ, as a share of diag(JᵀJ), not below the "
                                      "least; it adapts from there (Marquardt 1963).")),
            &gamma);
    visitor(accepting(kLeastGamma, kMostGamma,
                      logarithmic_row("least", "Least γ", {1e-9, 10.0},
                                      "Lower bound of γ. A small one converges fast in reach, and "
                                      "jumps between equally good poses out of reach (Nielsen 1999 "
                                      "has none).")),
            &least);
  }
};

}  // namespace ik
