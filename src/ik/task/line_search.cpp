#include "ik/task/line_search.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/simd/largest.h"
#include "ik/task/objective.h"

namespace ik {
namespace {

constexpr double kLargestTurn = std::numbers::pi / 4.0;  // rad
/// Halving so often leaves a billionth of the first length: then rounding decides.
constexpr int kMostHalvings = 30;

}  // namespace

double trial_share(const Problem& problem, const Eigen::VectorXd& x) {
  double largest = 0.0;
  for (int j = 0; j < problem.multibody.joint_count(); ++j) {
    if (!is_angular(problem.multibody.joint(j).type)) continue;
    largest = std::max(largest, std::abs(problem.mobility_of(j) * x[j]));
  }
  return largest > kLargestTurn ? kLargestTurn / largest : 1.0;
}

double model_length(const Eigen::MatrixXd& J, const Eigen::VectorXd& e, const Eigen::VectorXd& x,
                    Workspace& w) {
  // x is scaled to 1 first: that of far targets would overflow
  const double size = largest(x);
  if (!(size > 0.0)) return 0.0;
  w.f.noalias() = J * x;
  w.f /= size;
  const double square = w.f.squaredNorm();
  return square > 0.0 ? e.dot(w.f) / square / size : 0.0;
}

double line_search(const Problem& problem, const Eigen::VectorXd& x, double slope, double first,
                   Workspace& w) {
  const double start = held_change(problem, w);
  double alpha = first;
  for (int i = 0; i < kMostHalvings && alpha > 0.0; ++i) {
    try_step(problem, x, alpha, w);
    const double change = objective_change(problem, w.trial) - start;
    if (change <= -kSufficientDecrease * alpha * slope) {
      w.show("α", alpha);
      return alpha;
    }
    // minimum of the parabola through 0, its slope there, and `change`; a half where that is no
    // number
    const double lowest = 0.5 * slope * alpha * alpha / (change + slope * alpha);
    alpha = lowest < 0.5 * alpha ? std::max(lowest, 0.1 * alpha) : 0.5 * alpha;
  }
  w.show("α", 0.0);
  return 0.0;
}

}  // namespace ik
