#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ik/solve/joint_ranges.h"
#include "iklab/solver.h"
#include "lab/solve/convergence.h"
#include "lab/solve/solution_names.h"
#include "lab/solve/standing_lane.h"

namespace lab {

/// Whether two poses are the same modulo whole turns of hinges, to 1e-3 rad or m. Frozen joints
/// count, too. \param a, b (n) in the solver's order
bool same_pose(const ik::Multibody& multibody, const ik::VectorX& a, const ik::VectorX& b);

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

/// What happens to branches of solutions while the goals move: two begin or end together in a
/// singular pose, or one leaves the limits or comes back.
struct BranchEvent {
  std::array<int, 2> numbers = {-1, -1};  ///< SolutionSearch::numbers(); one at a limit
  /// (n) the two poses closest to the singular one that are known; one at a limit.
  std::array<ik::VectorX, 2> theta = {};
  int limit = -1;  ///< the joint at its limit, in the solver's order; -1: two branches meet
};

/// Searches for all poses that reach a lane's goals: by the arm's equations where these tell all,
/// see ik::Solutions::proven, else from many starts (ik::Solver::solutions), in portions of about a
/// millisecond. The method of the lane has no effect; limits, weights of 0 and frozen joints have.
/// Obstacles are left out.
///
/// A general arm of six hinges has up to 16 solutions (Raghavan and Roth 1990); a body with more
/// joints than its goals bind has infinitely many: the search keeps one of each branch, see
/// ik::Solver::same_branch.
///
/// While the goals move, a solution is one of a curve of solutions, a branch, until it meets
/// another one in a singular pose. Branches of an arm with equations are followed beyond limits,
/// too. From one goal to the next Newton's method predicts them. If it does not arrive at all poses
/// of the equations, each at another one, the way of the goals is halved.
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
  /// The posture of each solution of found(), see Postures. Of an arm with words it stays while the
  /// solution lives, also while the goals are singular and its signs are rounding.
  const std::vector<std::uint64_t>& postures() const { return found_postures_; }

  /// Moves the goals: each solution is continued from where it was. Of an arm with equations all
  /// solutions are known then, too; other bodies keep those that one attempt continues. The search
  /// does not begin again.
  void follow(const StandingLane& lane);
  /// What happened in the last follow(), of an arm with equations.
  const std::vector<BranchEvent>& events() const { return events_; }
  /// Begins the search again, beside the solutions that are known.
  void restart();

 private:
  struct Branch {
    int number;
    ik::VectorX theta;  // (n)
    std::uint64_t posture;
    int beyond = -1;  // the joint farthest beyond its limit; -1: within all
  };
  struct Goals {
    std::vector<Eigen::Vector3d> targets;
    std::vector<ik::Aim> aims;
  };
  /// Poses that continue branches. Index i belongs to branches_[i].
  struct Matching {
    std::vector<int> to;      // index of the pose; -1: none
    std::vector<char> taken;  // by pose
    bool continuous = false;  // Newton's method arrives at all poses
  };

  void take_goals(const StandingLane& lane);
  bool take_all();
  void add(const ik::Solutions& more);
  void sort();
  void list();
  ik::VectorX turned(const ik::VectorX& theta, const ik::VectorX& near, int& beyond);
  Branch begun(const ik::VectorX& theta);
  ik::VectorX predicted(const ik::VectorX& theta);
  void approach(const Goals& from, const Goals& to, const ik::Solutions* known, int depth);
  void hold();
  Matching match(const std::vector<ik::VectorX>& all);
  std::uint64_t posture_of(const ik::VectorX& theta) const {
    return postures_.of(ik::pose_at(*lane_.multibody, theta));
  }
  void take(const Matching& matching, const std::vector<ik::VectorX>& all);
  void meet(std::vector<Branch> ends);
  void continue_by_attempts();

  StandingLane lane_;  // with the goals that branches_ reach
  Postures postures_;
  ik::JointRanges ranges_;
  std::vector<int> moving_;
  ik::Solver solver_, free_;  // with limits, and without
  std::vector<Branch> branches_;
  std::vector<ik::VectorX> found_;
  std::vector<int> numbers_;  // in the order of found_
  std::vector<std::uint64_t> found_postures_;
  std::vector<BranchEvent> events_;
  int next_number_ = 0;
  int portion_ = 0;
  int bound_ = -1;  // see ik::Solutions; -1: no equations
  int looks_ = 0;   // at the equations, in a follow()
  ik::Workspace workspace_;
};

/// How many poses reach the goals of an arm with equations, of how many such an arm can have.
class PoseCount {
 public:
  /// Counts again if the goals, the body or its limits have changed.
  void update(const Tracker& tracker);
  /// "8 of at most 8 poses, all proven: the last three axes meet in a point"; empty for a body
  /// without equations.
  const std::string& words() const { return words_; }

 private:
  std::optional<StandingLane> counted_;
  std::string words_;
};

/// What ik::Solver::solve says of a lane's goals.
struct GoalVerdict {
  ik::Report report;
  std::string sentence;  ///< not_reached_in_words(); empty if a pose reaches the goals
  ik::VectorX theta;     ///< (n) solver's order: reaches the goals, or is the closest found
  /// singularity_in_words() of goals that are reached where two poses of an arm meet; else empty.
  std::string singularity = {};
};

/// Solves a lane's goals from its pose, as `iklab solve` does: with the lane's limits, weights and
/// frozen joints, but not with its method, and without obstacles. Takes microseconds where a pose
/// reaches them, and up to Stop::updates updates where none does or two meet.
/// \param give_up see ik::Stop
GoalVerdict verdict_on_goals(const StandingLane& lane, std::function<bool()> give_up = {});

/// How a lane ended that makes no second start: "reached after 12 updates", or what is left and, if
/// `goals` does not say it already, why. \param convergence of the lane, with all its updates
std::string end_in_words(const Convergence& convergence, const GoalVerdict& goals);

}  // namespace lab
