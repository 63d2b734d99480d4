#pragma once

#include <optional>
#include <vector>

#include "lab/track/obstruction_trial.h"
#include "lab/track/reach.h"

namespace lab {

/// Most updates of a trial. Of 6973 effectors of random trees under all methods, each that came
/// nearer within 20,000 updates did so within 1000.
inline constexpr int kTrialUpdates = 1000;
/// An effector has come nearer once its error is below this share of its first value.
inline constexpr double kNearerShare = 0.9;

/// Finds the status of a tracker's effectors by trial.
///
/// A ObstructionTrial finds what can be reached at all. Then a copy of the tracker goes on from its
/// present pose with its method and settings while its targets and aims stand where they are, for
/// at most kTrialUpdates updates. An effector's error is its distance from the target and, where it
/// aims, its lever times the angle: it comes nearer when one of these that is above the tolerance
/// falls below kNearerShare of what it was, in any of the updates.
///
///   can be reached    comes nearer        following or far behind
///                     comes no nearer     at a limit, if one of its joints is at a limit then, and
///                                         a second copy without limits comes nearer; else stalled,
///                                         or following if the error is below kSeenShare
///   only beyond the   comes no nearer,    at a limit
///   limits            a joint is at one
///   only by frozen    comes no nearer     held
///   joints
///   all others                            out of reach
///
/// Deterministic; works on copies. It can be divided, so that each frame of a window makes a few
/// updates; a trial allocates when it begins and not afterwards.
class StatusTrial {
 public:
  /// Starts from the tracker's present state. If its method is not prepared() the first update
  /// prepares it.
  explicit StatusTrial(const Tracker& tracker);

  /// Starts again. Faster than a new trial: the searches keep their best poses.
  /// \pre the setup differs from that of the construction at most in its targets
  void begin(const Tracker& tracker);
  /// Makes at most that many further updates and steps of searches. \returns done()
  bool advance(int updates);
  bool done() const { return phase_ == Phase::kDone; }
  /// The effector's status as soon as it is known; known for all once done().
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
  std::vector<Part> parts_;  // of effectors without a status
  std::vector<std::optional<EffectorStatus>> statuses_;
};

}  // namespace lab
