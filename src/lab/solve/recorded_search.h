#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lab/plot/plot.h"
#include "lab/solve/standing_lane.h"

namespace lab {

/// An attempt of a search, from one start.
struct SearchAttempt {
  std::vector<ik::VectorX> path;  ///< theta (n) at the start and after its updates, rad or m
  std::vector<double> errors;     ///< |e| there, m; see error_in()
};

/// What ik::Solver::solve does with a lane's goals, step by step: damped least squares from one
/// start after the other until a pose reaches them, with the lane's limits, weights and frozen
/// joints, but not with its method. Obstacles are left out.
struct RecordedSearch {
  std::vector<SearchAttempt> attempts;
  ik::VectorX theta;   ///< (n) solver's order: reaches the goals, or is the closest that was found
  double error = 0.0;  ///< |e| there, m
  bool reached = false;
  int updates = 0;  ///< of all attempts, and of the last descents if no attempt reaches
};

/// \param lane its pose is the first start \param give_up see ik::Stop
RecordedSearch record_search(const StandingLane& lane, std::function<bool()> give_up = {});

/// log |e| over the updates of all attempts, one after the other; the line is broken between them.
Plot search_plot(const StandingLane& lane, const RecordedSearch& search);

/// "Reached in attempt 3, 41 updates", or how near the closest pose comes.
std::string in_words(const RecordedSearch& search);

}  // namespace lab
