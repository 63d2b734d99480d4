#pragma once

#include "lab/diagnosis/diagnosis.h"
#include "lab/run/metrics.h"

namespace lab {

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

  /// The diagnosis: before done() with `trying` and without remedies, then with the remedies that
  /// help.
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
