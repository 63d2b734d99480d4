#pragma once

#include "iklab/body.h"

namespace bench {

/// A solver for poses of an arm, in a loop of random restarts that keeps the limits.
class PoseSolver {
 public:
  virtual ~PoseSolver() = default;
  /// Starts its random numbers anew.
  virtual void begin() = 0;
  /// \param start (n) rad \param tolerance m and rad \returns whether the goal is reached
  virtual bool solve(const Eigen::Isometry3d& goal, const ik::VectorX& start, double tolerance) = 0;
};

}  // namespace bench
