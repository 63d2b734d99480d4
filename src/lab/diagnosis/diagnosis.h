#pragma once

#include <optional>
#include <vector>

#include "lab/diagnosis/cause.h"
#include "lab/diagnosis/observer.h"
#include "lab/run/metrics.h"

namespace lab {

/// Whether a body shakes, and why.
struct Diagnosis {
  bool shakes = false;
  double jitter_deg = 0.0;
  double roughness = 0.0;     ///< DiagnosisObserver::roughness
  std::vector<Cause> causes;  ///< by descending share; never empty
  bool trying = false;        ///< RemedyTrials are in progress, and no remedy is offered yet
};

/// The most updates a step of a run that is diagnosed in the window: causes and remedies are found
/// by repeating hundreds of steps.
inline constexpr int kMaxDiagnosedUpdates = 50;

/// Finds the causes of the tracker's shaking from the observer's statistics, by descending share;
/// causes with the same share in per cent are in the order of CauseId. The remedies are suggestions
/// for RemedyTrials. Takes microseconds if nothing shakes, otherwise milliseconds.
Diagnosis name_causes(const Tracker& tracker, const DiagnosisObserver& observer);

/// name_causes() with all remedies tried. Takes as long as some thousand steps.
Diagnosis diagnose(const Tracker& tracker, const DiagnosisObserver& observer);

/// The cause kSaddle if the tracker stands still at a saddle of the error.
///
/// At a saddle J^T e = 0 although e is not 0, so that steps along the gradient, and methods that
/// start from it, do not move. The Hessian H of 1/2 |e|^2 has a negative eigenvalue: the error
/// falls in both directions along its eigenvector (Nocedal and Wright 2006, theorem 2.3). A
/// straight arm with its target inside, on its own line, never leaves such a pose.
std::optional<Cause> saddle_of(const Tracker& tracker);

/// Tries the remedies of a diagnosis. Copies of the tracker continue from its present state, one
/// without a remedy and one with each remedy. They are measured over the steps kSettle + 1 to
/// kSettle + kMeasured.
///
/// Each remedy is offered once, at the first cause that suggests it; the calmest of all is offered
/// at the first cause. A cause's remedies are in order of ascending jitter. A remedy is not offered
/// if
///
///   - at least the share kCalmer of the jitter remains, or
///   - the error is more than kWorse times the error without it and more than the mean
///     reached_tolerance, or
///   - the body still shakes with it (is_shaking), and does not with another remedy.
///
/// Deterministic. The tracker is not changed. The work can be divided into calls, see StatusTrial.
class RemedyTrials {
 public:
  static constexpr int kSettle = 100;    ///< steps in which the body adjusts to the change
  static constexpr int kMeasured = 300;  ///< steps
  static constexpr double kCalmer = 0.9;
  static constexpr double kWorse = 2.0;

  RemedyTrials(const Tracker& tracker, Diagnosis diagnosis);

  /// Makes `steps` more steps, or fewer at the end. \returns done()
  bool advance(int steps);
  bool done() const { return next_ > candidates_.size(); }

  /// Before done() with `trying` and without remedies, then with the remedies that help.
  const Diagnosis& diagnosis() const { return diagnosis_; }

 private:
  struct Candidate {
    std::size_t cause;
    Remedy remedy;
    bool shakes = false;  // with the remedy
  };

  void begin();
  void finish();

  Tracker start_, copy_;
  Diagnosis diagnosis_;
  std::vector<Candidate> candidates_;
  Behaviour without_;
  std::size_t next_ = 0;  // current run: 0 is without a remedy, i is with candidate i - 1
  int steps_ = 0;
  Metrics metrics_;
};

}  // namespace lab
