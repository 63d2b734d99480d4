#pragma once

#include <optional>

#include "lab/diagnosis.h"
#include "lab/experiment.h"

namespace app {

/// Names what makes a tracker shake while it runs, now and then: the observer is fed with every
/// step, the naming takes milliseconds and has to wait its turn.
class ShakeWatch {
 public:
  static constexpr double kBetween = 0.5;     ///< s, from one naming to the next at least
  static constexpr double kMostShare = 0.05;  ///< of the time that may go into naming
  static constexpr double kLeastSteps = 40;   ///< before that nothing can be said

  /// After a step.
  void add(const lab::Tracker& tracker) {
    observer_.add(tracker);
    fresh_ = true;
  }
  /// The steps so far say nothing of those to come.
  void forget();
  /// Lets time pass, and names the causes where that is due and there are steps not judged yet.
  /// \param clock ns, tells how long the naming takes; may be empty
  void look(const lab::Tracker& tracker, double wall_seconds, const lab::Clock& clock);

  /// Null while too little was seen.
  const lab::Diagnosis* diagnosis() const { return diagnosis_ ? &*diagnosis_ : nullptr; }

 private:
  lab::ShakeObserver observer_;
  std::optional<lab::Diagnosis> diagnosis_;
  bool fresh_ = false;       // steps came in since the last naming
  double waited_ = 0.0;      // s
  double pause_ = kBetween;  // s
};

}  // namespace app
