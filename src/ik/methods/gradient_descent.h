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

}  // namespace ik
