#pragma once

#include <functional>
#include <string>

#include "iklab/solver.h"
#include "lab/solve/convergence.h"
#include "lab/solve/standing_lane.h"

namespace lab {

/// What ik::Solver::solve says of a lane's goals.
struct GoalVerdict {
  ik::Report report;
  std::string sentence;  ///< not_reached_in_words(); empty if a pose reaches the goals
};

/// Solves a lane's goals from its pose, as `iklab solve` does: with the lane's limits, weights and
/// frozen joints, but not with its method, and without obstacles. Takes microseconds where a pose
/// reaches them, and up to Stop::updates updates where none does. \param give_up see ik::Stop
GoalVerdict verdict_on_goals(const StandingLane& lane, std::function<bool()> give_up = {});

/// How a lane ended that makes no second start: "reached after 12 updates", or what is left and, if
/// `goals` does not say it already, why. \param convergence of the lane, with all its updates
std::string end_in_words(const Convergence& convergence, const GoalVerdict& goals);

}  // namespace lab
