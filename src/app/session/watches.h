#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lab/diagnosis/diagnosis.h"
#include "lab/track/bench.h"
#include "lab/track/status_trial.h"
#include "work/pool.h"

namespace app {

/// Diagnoses why a running tracker shakes. Every step goes to the observer. Now and then the causes
/// are named, which takes milliseconds. Remedies are then tried on copies, some steps in each
/// frame.
class DiagnosisWatch {
 public:
  static constexpr double kBetween = 0.5;      ///< s, least time between two namings
  static constexpr double kMaxShare = 0.05;    ///< largest share of time for naming
  static constexpr double kTrialShare = 0.02;  ///< share of time for trying remedies
  static constexpr long kMinSteps = 40;        ///< least number of steps for a diagnosis
  /// s, horizon of what shakes now: about as long as a viewer remembers.
  static constexpr double kNow = 2.0;
  static constexpr double kLeastSteps = 4.0;  ///< least horizon, steps: two swings to and fro

  /// Sets how many steps a viewer sees in a second: "now" is kNow long, lab::kRecentSteps steps at
  /// most. \param rate steps a second, > 0
  void set_rate(double rate);
  /// Call after a step.
  void add(const lab::Tracker& tracker) {
    observer_.add(tracker);
    fresh_ = true;
  }
  /// Forgets all steps, after a change that invalidates them.
  void forget();
  /// Lets time pass. Names the causes if due and if there are new steps, or continues to try
  /// remedies for kTrialShare of that time.
  /// \param clock ns; if empty, all remedies are tried at once
  void look(const lab::Tracker& tracker, double wall_seconds, const lab::Clock& clock);

  /// Null before enough steps. The first diagnosis appears at once, without remedies; later ones
  /// when their remedies have been tried.
  const lab::Diagnosis* diagnosis() const { return diagnosis_ ? &*diagnosis_ : nullptr; }
  /// Whether remedies are being tried.
  bool busy() const { return trials_.has_value(); }
  /// Number of times that causes were named.
  long namings() const { return namings_; }

 private:
  lab::DiagnosisObserver observer_;
  void try_remedies(double wall_seconds, const lab::Clock& clock);

  std::optional<lab::Diagnosis> diagnosis_;
  std::optional<lab::RemedyTrials> trials_;
  long namings_ = 0;
  bool fresh_ = false;       // there are steps since the last naming
  double waited_ = 0.0;      // s
  double pause_ = kBetween;  // s
};

/// Finds the status of a running tracker's effectors by trials, a few updates in each frame.
///
/// A status by position is valid for the present frame. The search for reachable poses repeats, in
/// one or a few frames each. Whether more updates help is known for the step where a longer trial
/// began. Until a trial ends, the present error decides: following or far behind.
class StatusWatch {
 public:
  /// Time of a frame for trials, ns; may be exceeded slightly.
  static constexpr double kTrialBudgetNs = 5e4;
  static constexpr int kPortion = 4;   ///< updates between two readings of the clock
  static constexpr int kUpdates = 24;  ///< updates of a frame without a clock

  /// Call once a frame. In an unchanged state it costs one comparison.
  /// \param clock ns; may be empty
  void look(const lab::Tracker& tracker, const lab::Clock& clock);
  /// Whether a trial is running.
  bool busy() const { return (trial_ && !trial_->done()) || (reach_ && !reach_->done()); }
  /// Forgets everything, after a change of the setup or the run.
  void forget() { *this = {}; }

  /// By effector; each has a value. No entries before the first look().
  std::span<const std::optional<lab::EffectorStatus>> statuses() const { return statuses_; }

 private:
  /// The state where a trial began.
  struct Begin {
    long step = -1;
    ik::VectorX theta;
    std::vector<Eigen::Vector3d> targets;

    bool is_of(const lab::Tracker& tracker) const;
    void take(const lab::Tracker& tracker);
  };

  template <class Trial>
  static void continue_trial(const lab::Tracker& tracker, std::optional<Trial>& trial, Begin& begin,
                             const lab::Clock& clock);
  void take_in();
  lab::EffectorStatus status_now(const lab::Tracker& tracker, int effector) const;

  std::optional<lab::ObstructionTrial> reach_;
  std::optional<lab::StatusTrial> trial_;
  Begin reach_begin_, trial_begin_;
  std::vector<std::optional<lab::EffectorStatus>> tried_, statuses_;
};

/// Prepares the methods of a bench in the background, one lane after the other.
class PreparationWatch {
 public:
  /// \param pool prepares, outlives this
  explicit PreparationWatch(work::Pool& pool) : pool_(&pool) {}

  /// Takes finished preparations, and starts with the next lane that needs one.
  /// \param store see Tracker::prepare, outlives this \throws the exception of the preparation
  void look(lab::Bench& bench, ik::PreparationStore* store);

 private:
  void take(lab::Tracker& tracker);

  work::Pool* pool_;
  std::shared_ptr<const lab::Scene> scene_;
  int lane_ = 0;                      // id of the lane that is being prepared
  std::optional<lab::Lane> refused_;  // the lane with a failed preparation
  // copies of the lane's method, from the job
  std::shared_ptr<work::Mailbox<ik::AnyMethod>> news_;
  work::Job job_;
};

}  // namespace app
