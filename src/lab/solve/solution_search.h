#pragma once

#include <cstdint>
#include <vector>

#include "iklab/solver.h"
#include "lab/solve/standing_lane.h"

namespace lab {

/// Whether two poses are the same modulo whole turns of hinges, to 1e-3 rad or m. Frozen joints
/// count, too. \param a, b (n) in the solver's order
bool same_pose(const ik::Multibody& multibody, const ik::VectorX& a, const ik::VectorX& b);

/// Searches for all poses that reach a lane's goals, from many starts (ik::Solver::solutions), in
/// portions of about a millisecond. The method of the lane has no effect; limits, weights of 0 and
/// frozen joints have. Obstacles are left out.
///
/// A general arm of six hinges has up to 16 solutions (Raghavan and Roth 1990); a body with more
/// joints than its goals bind has infinitely many, of which the search keeps one of each branch,
/// see ik::Solver::same_branch.
class SolutionSearch {
 public:
  static constexpr int kMaxSolutions = 16;  ///< of a search

  explicit SolutionSearch(const StandingLane& lane);

  /// Does portions of the search. \returns the finished share, 1 at the end
  double advance(long portions);
  /// The solutions so far (n) in the solver's order, nearest to the lane's pose first.
  const std::vector<ik::VectorX>& found() const { return found_; }
  /// The number of each solution of found(), by which it is known after follow() and restart().
  const std::vector<int>& numbers() const { return numbers_; }

  /// Moves the goals a little: each solution is continued from where it was by one attempt, and
  /// left out where that fails or meets another one. The search does not begin again.
  void follow(const StandingLane& lane);
  /// Begins the search again, beside the solutions that are known.
  void restart() { portion_ = 0; }

 private:
  void take_goals(const StandingLane& lane);
  void sort();

  ik::VectorX from_;  // (n) the lane's pose
  ik::Solver solver_;
  std::vector<ik::VectorX> found_;
  std::vector<int> numbers_;  // of found_
  int next_number_ = 0;
  int portion_ = 0;
};

}  // namespace lab
