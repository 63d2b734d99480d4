#pragma once

#include <optional>
#include <vector>

#include <iklab/solver.h>
#include "lab/track/reach.h"
#include "lab/track/tracker.h"

namespace lab {

/// The joint positions that a search may use.
enum class Freedom {
  kAsSet,     ///< joints within their limits, unless these are off; frozen joints stay
  kNoLimits,  ///< joints at any angle; frozen joints stay
  kAll,       ///< all joints, at any angle
};

/// Searches for a pose that brings one effector to its target and aim, without regard to the other
/// effectors: ik::Solver::solve for the chain that moves it. A failed search proves that there is
/// no pose only where the solver does; else no start found one.
///
/// After a failed search, a target that moves less than the remaining error needs no second search:
/// the smallest |e| changes by at most the motion of the target.
///
/// Deterministic; allocates nothing after construction.
class PoseSearch {
 public:
  PoseSearch(const Tracker& tracker, int effector, Freedom freedom);

  /// Whether the freedom lets the effector's chain move farther than as set.
  bool is_freer_than_set() const { return freer_; }

  /// Starts with the tracker's present target, aim and pose.
  /// \pre the setup differs from the one at construction at most in its targets
  void begin(const Tracker& tracker);
  /// Tries some more starts. \returns done()
  bool advance();
  bool done() const { return found_.has_value(); }
  /// Whether a pose meets the tolerance; empty before done().
  std::optional<bool> found() const { return found_; }

 private:
  bool last_failure_applies() const;

  std::vector<int> whole_;  // (n) the chain's joints in the tracker's body
  std::vector<char> held_;  // (n)
  int effector_;
  bool freer_ = false;
  ik::Solver solver_;  // its body is the chain

  ik::Aim aim_;             // wanted, for an effector that aims
  double tolerance_ = 0.0;  // m
  ik::VectorX now_;         // (n) the tracker's theta
  int calls_ = 0;
  std::optional<bool> found_;
  double closest_ = 0.0;  // least |e| of this search, m
  // least |e| of the last failed search, and its goal
  std::optional<double> failed_error_;
  Eigen::Vector3d failed_target_ = Eigen::Vector3d::Zero();
  ik::Aim failed_aim_;
};

/// The reason why an effector cannot reach its target with any method.
enum class Obstruction {
  kNone,    ///< a pose within the limits reaches the target, or the effector is there already
  kLimits,  ///< only poses beyond the limits reach it
  kFrozen,  ///< only poses with moved frozen joints reach it, at any angle
  kLinks,   ///< no pose reaches it
};

/// Finds for each effector of a tracker whether some pose reaches its target, and otherwise the
/// obstruction. It searches for poses with the effector's joints as set, then without limits, then
/// without frozen joints. Each effector is judged alone: a conflict between two targets is no
/// obstruction. An effector without a finite target has no answer.
///
/// Deterministic; works on copies, in calls of any length. Allocates only when it is built.
class ObstructionTrial {
 public:
  explicit ObstructionTrial(const Tracker& tracker);

  /// Starts with the present targets and pose. Earlier answers stay until new ones replace them.
  /// \pre the setup differs from the one at construction at most in its targets
  void begin(const Tracker& tracker);
  /// Makes at most `steps` steps of the searches, each of some starts.
  /// \returns done()
  bool advance(int steps);
  bool done() const { return now_ == questions_.size(); }

  std::optional<Obstruction> obstruction(int effector) const {
    return questions_[static_cast<std::size_t>(effector)].answer;
  }

 private:
  struct Search {
    PoseSearch poses;
    Obstruction passed;  // the obstruction if this is the first search that finds a pose
  };
  struct Question {
    std::vector<Search> searches;
    std::optional<EffectorStatus> place;  // set if no search is needed
    std::optional<Obstruction> answer;
  };

  void pass_answered();

  std::vector<Question> questions_;  // by effector
  std::size_t now_ = 0, search_ = 0;
};

/// Most updates of a trial. In a test of 6973 effectors of random trees with all methods, each one
/// that came nearer within 20,000 updates did so within 1000.
inline constexpr int kTrialUpdates = 1000;
/// An effector has come nearer once its error is below this share of its first value.
inline constexpr double kNearerShare = 0.9;

/// Finds the status of a tracker's effectors by trial.
///
/// An ObstructionTrial finds which targets can be reached at all. Then a copy of the tracker
/// continues from its present pose with its method and settings and fixed targets and aims, for at
/// most kTrialUpdates updates. The errors of an effector are its distance from the target and, with
/// an aim, the aim's lever times its angle. It comes nearer if, after any update, an error that was
/// above the tolerance is below kNearerShare of its first value.
///
///   can be reached    comes nearer        following or far behind
///                     comes no nearer     at a limit, if one of its joints is at a limit then, and
///                                         a second copy without limits comes nearer; otherwise
///                                         stalled, or following if the error is below kSeenShare
///   only beyond the   comes no nearer,    at a limit
///   limits            a joint is at one
///   only by frozen    comes no nearer     held
///   joints
///   all others                            out of reach
///
/// Deterministic; works on copies, in calls of any length. Allocates only when it begins.
class StatusTrial {
 public:
  /// Starts from the tracker's present state. The first update prepares the method if needed.
  explicit StatusTrial(const Tracker& tracker);

  /// Restarts. Faster than a new trial: the searches keep their best poses.
  /// \pre the setup differs from the one at construction at most in its targets
  void begin(const Tracker& tracker);
  /// Makes at most `updates` more updates and search steps.
  /// \returns done()
  bool advance(int updates);
  bool done() const { return phase_ == Phase::kDone; }
  /// The effector's status once known; known for all effectors after done().
  std::optional<EffectorStatus> status(int effector) const {
    return statuses_[static_cast<std::size_t>(effector)];
  }

 private:
  enum class Phase { kReach, kAsSet, kNoLimits, kDone };
  /// One error of an effector: its distance, or lever times angle of its aim.
  struct Part {
    int effector;
    int aim;       ///< index of the aim, -1 for the distance
    double first;  ///< at the start of the trial, m
  };

  void settle(int effector, EffectorStatus status);
  void drop_settled();
  void end_reach();
  void note_nearer();
  void end_phase();
  void judge_at_rest(int effector);
  bool is_at_limit(int effector) const;

  Tracker start_, copy_;
  ObstructionTrial reach_;
  Phase phase_ = Phase::kDone;
  int updates_ = 0, still_ = 0;
  std::vector<Part> parts_;  // effectors without a status
  std::vector<std::optional<EffectorStatus>> statuses_;
};

}  // namespace lab
