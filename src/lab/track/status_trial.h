#pragma once

#include <optional>
#include <vector>

#include "lab/track/reach.h"

namespace lab {

/// How many updates a trial makes at most before it says that nothing comes nearer. Of 6973
/// effectors of random trees under all methods the slowest that came nearer in 20,000 updates took
/// below 1000.
inline constexpr int kTrialUpdates = 1000;
/// An effector comes nearer where its error falls below this share of what it was.
inline constexpr double kNearerShare = 0.9;

/// Finds out by trying how the effectors of a tracker are doing.
///
/// A copy of the tracker goes on from its present pose with its method and settings while its
/// targets and aims stand where they are, for at most kTrialUpdates updates. An effector's error is
/// its distance from the target and, where it aims, its lever times the angle: it comes nearer when
/// one of these that is above the tolerance falls below kNearerShare of what it was, in any of the
/// updates. Where none does and joints have limits or are frozen, a second copy goes on likewise
/// with all joints free: what comes nearer there is at a limit, the rest is stalled.
///
/// Deterministic, and the tracker that is judged is not touched. The work can be divided, so that
/// each frame of a window makes a few updates; a trial allocates when it begins and not afterwards.
class StatusTrial {
 public:
  /// Begins with the tracker's present state. Where its method is not prepared() the first update
  /// takes the time for it.
  explicit StatusTrial(const Tracker& tracker);

  /// Makes so many updates more, or fewer where all is known before. \returns done()
  bool advance(int updates);
  bool done() const { return !running_; }
  /// Of that effector, as soon as it is known; of all once done().
  std::optional<EffectorStatus> status(int effector) const {
    return statuses_[static_cast<std::size_t>(effector)];
  }

 private:
  /// One of an effector's errors: its distance, or its lever times the angle of its aim.
  struct Part {
    int effector;
    int aim;       ///< of the aims, or -1 for the distance
    double first;  ///< when the trial began, m
  };

  void begin(const Tracker& from);
  void note_nearer();
  void end_phase();

  Tracker start_, copy_;
  bool freed_ = false;  // the second copy, whose joints are all free
  bool running_ = true;
  int updates_ = 0, still_ = 0;
  std::vector<Part> parts_;
  std::vector<std::optional<EffectorStatus>> statuses_;
};

}  // namespace lab
