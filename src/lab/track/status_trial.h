#pragma once

#include <optional>
#include <vector>

#include "lab/track/obstruction_trial.h"
#include "lab/track/reach.h"

namespace lab {

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
/// Deterministic; works on copies. The work can be divided into calls, so that each frame of a
/// window makes a few updates. A trial allocates only when it begins.
class StatusTrial {
 public:
  /// Starts from the tracker's present state. If the method is not prepared(), the first update
  /// prepares it.
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
