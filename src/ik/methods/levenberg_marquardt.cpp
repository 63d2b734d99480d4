#include "ik/methods/levenberg_marquardt.h"

#include <algorithm>
#include <cmath>

#include "ik/task/damped_step.h"
#include "ik/task/line_search.h"
#include "ik/task/objective.h"

namespace ik {
namespace {

/// Pure numbers. The bounds of gamma are far beyond where it does anything: at the lower J J^T's
/// digits just survive, at the upper a step is a billionth of the gradient's.
constexpr double kLeastGamma = 1e-9;
constexpr double kMostGamma = 1e9;
/// Lever arms below this share of the longest count as that share.
constexpr double kLeastLever = 0.1;
/// Doubling its own growth, gamma crosses its whole range in so many tries.
constexpr int kMostDampings = 12;

}  // namespace

void LevenbergMarquardt::step(const Problem& problem, Workspace& w) const {
  const Eigen::MatrixXd& J = w.jacobian(problem);
  const Eigen::VectorXd& e = w.error(problem);
  Memory& memory = w.memory<Memory>();
  const double lowest = std::clamp(least, kLeastGamma, kMostGamma);
  const double start = std::clamp(gamma, lowest, kMostGamma);
  memory.gamma = memory.gamma < 0.0 ? start : std::max(memory.gamma, lowest);

  // in joints scaled by D^1/2 the columns of J have length 1, and Marquardt's step is a damped one
  memory.shorten = J.colwise().norm().transpose();
  const double longest = memory.shorten.maxCoeff();
  if (!(longest > 0.0)) return;
  memory.shorten = memory.shorten.cwiseMax(kLeastLever * longest).cwiseInverse();
  memory.J.noalias() = J * memory.shorten.asDiagonal();

  const double held = held_change(problem, w);
  double growth = 2.0;
  for (int i = 0; i < kMostDampings; ++i) {
    if (damped_step(problem.multibody, memory.J, e, memory.gamma, w)) {
      w.dtheta.array() *= memory.shorten.array();
      w.dtheta *= trial_share(problem, w.dtheta);
      w.f.noalias() = J * w.dtheta;
      const double promised = e.dot(w.f) - 0.5 * w.f.squaredNorm();
      try_step(problem, w.dtheta, 1.0, w);
      const double gain = (held - objective_change(problem, w.trial)) / promised;
      if (promised > 0.0 && gain > kSufficientDecrease) {
        const double surplus = 2.0 * std::min(gain, 2.0) - 1.0;
        w.show("γ", memory.gamma);
        w.show("ρ", gain);
        memory.gamma *= std::max(1.0 / 3.0, 1.0 - surplus * surplus * surplus);
        memory.gamma = std::max(memory.gamma, lowest);
        return;
      }
    }
    memory.gamma = std::min(memory.gamma * growth, kMostGamma);
    growth *= 2.0;
  }
  w.dtheta.setZero();
  memory.gamma = start;
}

}  // namespace ik
