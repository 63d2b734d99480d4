#pragma once

#include "lab/solve/standing_lane.h"

namespace lab {

/// The number of directions in which the joints that may move can move the goals: the largest rank
/// of J over some poses. Fewer than these joints: the body is redundant.
int generic_rank(const StandingLane& lane);

/// Two solutions of a body are the same if no joint differs by more, rad or m per m of the body.
inline constexpr double kSameSolution = 1e-3;

/// A solution to rounding.
struct Polished {
  ik::VectorX theta;       ///< (n), within pi of where it began
  bool converged = false;  ///< false near a singular pose: theta is where it began
  double least = 0.0;      ///< smallest singular value of the joints that may move, m / rad
};
/// Gauss-Newton steps from a pose near a solution, without caps and limits.
Polished polish(const StandingLane& lane, const ik::VectorX& theta);

/// The largest difference of a joint, rad or m per m of the body; hinges modulo whole turns.
double difference(const ik::Multibody& multibody, double length, const ik::VectorX& a,
                  const ik::VectorX& b);

}  // namespace lab
