#pragma once

#include <functional>
#include <string>
#include <vector>

#include "iklab/solver.h"
#include "lab/solve/convergence.h"
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
/// joints than its goals bind has infinitely many: the search keeps one of each branch, see
/// ik::Solver::same_branch.
class SolutionSearch {
 public:
  static constexpr int kMaxSolutions = 16;  ///< that a search keeps

  explicit SolutionSearch(const StandingLane& lane);

  /// Does portions of the search. \returns the finished share, 1 at the end
  double advance(long portions);
  /// The solutions so far (n) in the solver's order, nearest to the lane's pose first.
  const std::vector<ik::VectorX>& found() const { return found_; }
  /// The number of each solution of found(), by which it is known after follow() and restart().
  const std::vector<int>& numbers() const { return numbers_; }

  /// Moves the goals a little: each solution is continued from where it was by one attempt, and
  /// left out where that fails or meets another one. Solutions that begin there are found if the
  /// arm's equations tell all, see ik::Solutions::proven. The search does not begin again.
  void follow(const StandingLane& lane);
  /// Begins the search again, beside the solutions that are known.
  void restart() { portion_ = 0; }

 private:
  void take_goals(const StandingLane& lane);
  void add(const ik::Solutions& more);
  void sort();

  ik::VectorX from_;  // (n) the lane's pose
  ik::Solver solver_;
  std::vector<ik::VectorX> found_;
  std::vector<int> numbers_;  // in the order of found_
  int next_number_ = 0;
  int portion_ = 0;
};

/// The number of directions in which the joints that may move can move the goals: the largest
/// rank of J over some poses. Fewer than these joints: the body is redundant.
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

/// What ik::Solver::solve says of a lane's goals.
struct GoalVerdict {
  ik::Report report;
  std::string sentence;  ///< not_reached_in_words(); empty if a pose reaches the goals
  ik::VectorX theta;     ///< (n) solver's order: reaches the goals, or is the closest found
};

/// Solves a lane's goals from its pose, as `iklab solve` does: with the lane's limits, weights and
/// frozen joints, but not with its method, and without obstacles. Takes microseconds where a pose
/// reaches them, and up to Stop::updates updates where none does. \param give_up see ik::Stop
GoalVerdict verdict_on_goals(const StandingLane& lane, std::function<bool()> give_up = {});

/// How a lane ended that makes no second start: "reached after 12 updates", or what is left and, if
/// `goals` does not say it already, why. \param convergence of the lane, with all its updates
std::string end_in_words(const Convergence& convergence, const GoalVerdict& goals);

}  // namespace lab
