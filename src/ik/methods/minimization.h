#pragma once

#include "ik/task/method.h"

namespace ik {

/// Jacobian transpose: a step along the gradient of |e|^2 / 2 to the minimum of the linear model.
///
///   dtheta = alpha J^T e,  alpha = <e, J J^T e> / <J J^T e, J J^T e>      Buss (2009), section 3
///
/// Zero where J^T e = 0: at a solution, and where the error is orthogonal to every motion of the
/// joints (the software of Buss and Kim divides 0 by 0 there).
struct JacobianTranspose {
  static constexpr MethodTraits kTraits{
      .habit =
          "The transpose lowers the largest error and raises the others again where several "
          "effectors share joints.",
      .habit_source = "Buss (2009), sections 3 and 8",
      .habit_of_several = true};

  double gain = 1.0;  ///< factor on the step

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(logarithmic_row(
                "gain", "Gain", {0.01, 2.0},
                "Factor on the step; a value below 1 is more careful (van de Panne, k < 1)."),
            &gain);
  }
};

/// Gradient descent on F = |e|^2 / 2 with a fixed rate.
///
///   dtheta = rate J^T e                          Cauchy (1847); van de Panne's "J^T method"
///
/// Converges for rate < 2 / sigma_max^2 and diverges above. With `line_search` the rate is only the
/// first length, at most 45 degrees; it is shortened until the true error falls by Armijo's rule
/// (1966), so that one rate suits every body. Zero where J^T e = 0.
struct GradientDescent {
  static constexpr MethodTraits kTraits{.rate = "rate", .line_search = "line-search"};

  double rate = 0.3;        ///< rad^2 / m^2
  bool line_search = true;  ///< true: shortens the step until the error falls

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

/// Nonlinear conjugate gradient: combines the gradient with the last direction.
///
///   d = g + beta d_before,  g = J^T e,   dtheta = alpha d
///   beta = max(0, g' . (g' - g) / g . g)      Polak and Ribiere (1969), Polyak (1969)
///
/// g and g' are the gradients at the two ends of a step for the same targets, so that a motion of
/// the targets does not appear as curvature; Nocedal and Wright (2006), eq. 5.44 and 5.45. alpha
/// starts at the minimum of the linear model, at most 45 degrees, and is shortened by Armijo's rule
/// for F = |e|^2 / 2 at the true pose. Restarts with d = g: every `restart` n steps; if d is hardly
/// downhill, d . g <= 0.1 |d| |g|; and if the error does not fall along d. Needs no matrix except
/// J, and of J only products.
struct ConjugateGradient {
  double restart = 1.0;  ///< steps until a restart with d = g, in multiples of n

  /// Memory between steps.
  struct Memory {
    VectorX d;          ///< (n) direction of the last step
    double beta = 0.0;  ///< beta of the next step
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

/// BFGS: a quasi-Newton method; it approximates the inverse Hessian of the error from its own
/// steps.
///
///   dtheta = alpha H J^T e
///   H := (I - s y^T / y^T s) H (I - y s^T / y^T s) + s s^T / y^T s
///
/// Broyden, Fletcher, Goldfarb and Shanno (1970); Nocedal and Wright (2006), eq. 6.17. alpha starts
/// at 1, at most 45 degrees, and is shortened by Armijo's rule for F = |e|^2 / 2 at the true pose.
/// s is the step, and y the change of F's gradient along it, for the same targets, so that a
/// motion of the targets does not appear as curvature. H stays positive definite: updates with
/// y^T s <= 1e-6 |y| |s| are skipped.
///
/// H starts as alpha I, with alpha the minimum of the linear model along the gradient. H restarts
/// every `memory` steps, to forget the curvature of past poses, and if the error does not fall
/// along H J^T e. A large body (Products) with more than 2 `memory` joints stores the pairs s, y
/// since the restart instead of H and computes the same H J^T e from them, in time and memory
/// proportional to n `memory`. With few joints the method is close to Gauss-Newton, without an SVD.
/// Out of reach it is calmer, because it learns the curvature of F instead of the linear model's.
struct Bfgs {
  double memory = 30.0;  ///< steps until H restarts

  /// Memory between steps.
  struct Memory {
    MatrixX H;     ///< (n x n) symmetric, rad^2 / m^2
    int age = 0;   ///< number of updates of H; 0: H restarts
    VectorX s, y;  ///< (n) s and y of the last step
    VectorX Hy;    ///< (n) scratch

    bool pairs = false;  ///< true: the rest of this memory takes the place of H
    double scale = 0.0;  ///< the first H is scale I
    MatrixX S, Y;        ///< (n x memory) s and y of the updates, in the first `age` columns
    VectorX curvatures;  ///< (memory) y . s
    VectorX shares;      ///< (memory) scratch
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
///   dtheta = alpha d,  d = J^+ e: the shortest d that minimises |J d - e|      Gauss (1809)
///
/// alpha starts at 1, at most 45 degrees, and is shortened by Armijo's rule for F = |e|^2 / 2 at
/// the true pose; Nocedal and Wright (2006), section 10.3. Converges quadratically if the target is
/// reachable. Unlike the pseudoinverse method it checks the new pose, and its cutoff removes only
/// rounding: near a singularity joints move far for little gain, so the error falls but the arm
/// shakes.
struct GaussNewton {
  double cutoff = 1e-6;  ///< singular values below this share of the largest count as 0

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
///   (J^T J + lambda^2 D) dtheta = J^T e,   D = diag(J^T J)                Marquardt (1963)
///   lambda^2 = nu min(1, |e| / (0.06 rad rho_max))                        Fan and Yuan (2005)
///
/// (Tu's eq. 15 and 16 omit the damping's term.) rho_max is the longest column of J of a joint
/// that turns; lambda^2 = nu if no joint turns. The step is tried, limited to 45 degrees. With F =
/// |e|^2 / 2 at the true pose, the gain ratio is
///
///   gain = (F(theta) - F(theta + dtheta)) / (|e|^2 - |e - J dtheta|^2) * 2
///
/// If it is above 1e-4 the step is accepted and nu *= max(1/3, 1 - (2 gain - 1)^3). Otherwise nu is
/// multiplied by 2, 4, 8, ... until a step is accepted: Nielsen (1999). nu is kept between steps,
/// for moving targets, and restarts if no nu helps. Unlike Nielsen's it stays at `least` or above:
/// out of reach the error has flat valleys, where an undamped step moves far without gain. In reach
/// lambda vanishes with the error all the same, and the end is quadratic: Fan and Yuan (2005) prove
/// it for a damping |e|^delta with delta in [1, 2].
///
/// D makes the step independent of the joints' units. It is bounded below by the square of a
/// tenth of the longest column: with Marquardt's D alone, a joint that hardly moves the effectors
/// would be undamped and turn fast.
struct LevenbergMarquardt {
  /// Wide bounds of lambda^2 and nu: at the lower bound J J^T just keeps its digits, at the upper
  /// bound a step is a billionth of the gradient.
  static constexpr double kMinGamma = 1e-9, kMaxGamma = 1e9;

  double gamma = 1.0;   ///< initial nu, a share of diag(J^T J)
  double least = 0.22;  ///< lower bound of nu

  /// Memory between steps.
  struct Memory {
    double nu = -1.0;  ///< negative before the first step
    MatrixX J;         ///< (m x n) scratch: J D^-1/2; without J, see Products, empty
    VectorX shorten;   ///< (n) scratch: the diagonal of D^-1/2
    VectorX mobility;  ///< (n) scratch: `shorten` times the problem's mobility
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(accepting(kMinGamma, kMaxGamma,
                      logarithmic_row("gamma", "First ν", {1e-6, 100.0},
                                      "First damping ν of far targets, as a share of diag(JᵀJ), "
                                      "not below the least; it adapts from there (Marquardt "
                                      "1963).")),
            &gamma);
    visitor(accepting(kMinGamma, kMaxGamma,
                      logarithmic_row("least", "Least ν", {1e-9, 10.0},
                                      "Lower bound of ν. The damping λ² vanishes with the error; "
                                      "a small bound jumps between equally good poses out of reach "
                                      "(Nielsen 1999 has none).")),
            &least);
  }
};

}  // namespace ik
