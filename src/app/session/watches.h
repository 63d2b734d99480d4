#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lab/diagnosis/remedy_trials.h"
#include "lab/run/experiment.h"
#include "lab/track/status_trial.h"

namespace app {

/// Names what makes a tracker shake while it runs, now and then: the observer is fed with every
/// step, the naming takes milliseconds and has to wait its turn. The remedies are then tried on
/// copies, some steps a frame.
class DiagnosisWatch {
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
  lab::DiagnosisObserver observer_;
  void try_remedies(double wall_seconds, const lab::Clock& clock);

  std::optional<lab::Diagnosis> diagnosis_;
  std::optional<lab::RemedyTrials> trials_;
  long namings_ = 0;
  bool fresh_ = false;       // steps came in since the last naming
  double waited_ = 0.0;      // s
  double pause_ = kBetween;  // s
};

/// Finds out how the effectors of a tracker that runs are doing, a few updates of a trial a frame:
/// what place alone tells is of this very frame, the rest of the step that the trial began with.
class StatusWatch {
 public:
  static constexpr double kAFrame = 5e4;  ///< ns that a frame may take for it, or a little more
  static constexpr int kPortion = 4;      ///< updates between two looks at the clock
  static constexpr int kUpdates = 24;     ///< a frame where there is no clock

  /// Once a frame. A state that is judged already costs a comparison.
  /// \param clock ns; may be empty
  void look(const lab::Tracker& tracker, const lab::Clock& clock);
  /// What was found says nothing of what comes: the set-up or the run is another one.
  void forget();

  /// By effector, none where it is not known yet; empty before the first look.
  std::span<const std::optional<lab::EffectorStatus>> statuses() const { return statuses_; }

 private:
  bool is_judged(const lab::Tracker& tracker) const;
  void take_in();

  std::optional<lab::StatusTrial> trial_;
  // the state that the trial began with
  long step_ = -1;
  Eigen::VectorXd theta_;
  std::vector<Eigen::Vector3d> targets_;
  std::vector<std::optional<lab::EffectorStatus>> tried_, statuses_;
};

}  // namespace app
