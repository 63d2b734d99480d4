#pragma once

#include <optional>

#include "lab/run/experiment.h"
#include "lab/why/remedy_trials.h"

namespace app {

/// Names what makes a tracker shake while it runs, now and then: the observer is fed with every
/// step, the naming takes milliseconds and has to wait its turn. The remedies are then tried on
/// copies, some steps a frame.
class ShakeWatch {
 public:
  static constexpr double kBetween = 0.5;     ///< s, from one naming to the next at least
  static constexpr double kMostShare = 0.05;  ///< of the time that may go into naming
  static constexpr double kTrialShare =
      0.02;                                  ///< of the time that passes, while remedies are tried
  static constexpr double kLeastSteps = 40;  ///< before that nothing can be said

  /// After a step.
  void add(const lab::Tracker& tracker) {
    observer_.add(tracker);
    fresh_ = true;
  }
  /// The steps so far say nothing of those to come.
  void forget();
  /// Lets time pass, and names the causes where that is due and there are steps not judged yet, or
  /// goes on trying remedies for kTrialShare of that time.
  /// \param clock ns; where it is empty all remedies are tried at once
  void look(const lab::Tracker& tracker, double wall_seconds, const lab::Clock& clock);

  /// Null while too little was seen. The first is there at once, and with its remedies once they
  /// are tried; a later one takes its place as a whole.
  const lab::Diagnosis* diagnosis() const { return diagnosis_ ? &*diagnosis_ : nullptr; }
  /// How often causes were named.
  long namings() const { return namings_; }

 private:
  lab::ShakeObserver observer_;
  void try_remedies(double wall_seconds, const lab::Clock& clock);

  std::optional<lab::Diagnosis> diagnosis_;
  std::optional<lab::RemedyTrials> trials_;
  long namings_ = 0;
  bool fresh_ = false;       // steps came in since the last naming
  double waited_ = 0.0;      // s
  double pause_ = kBetween;  // s
};

}  // namespace app
