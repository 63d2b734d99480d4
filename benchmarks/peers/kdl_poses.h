#pragma once

#include <memory>

#include "support/robot_arms.h"

namespace bench {

/// A peer's solver for poses of an arm, in a loop of random restarts that keeps the limits.
class PoseSolver {
 public:
  virtual ~PoseSolver() = default;
  /// Starts its random numbers anew.
  virtual void begin() = 0;
  /// \param start (n) rad \param tolerance m and rad
  virtual bool solve(const Eigen::Isometry3d& goal, const ik::VectorX& start, double tolerance) = 0;
};

/// ChainIkSolverPos_LMA of Orocos KDL: Levenberg-Marquardt, without limits. Its solution is turned
/// by whole turns into the limits; if one is left outside, the next start follows.
std::unique_ptr<PoseSolver> make_kdl_lma(const bodies::Arm& arm);
/// ChainIkSolverPos_NR_JL of Orocos KDL: Newton-Raphson, which clamps joints to their limits.
std::unique_ptr<PoseSolver> make_kdl_nr_jl(const bodies::Arm& arm);

}  // namespace bench
