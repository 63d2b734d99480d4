#pragma once

#include "lab/diagnosis/diagnosis.h"
#include "lab/run/metrics.h"

namespace lab {

/// Tries the remedies of a diagnosis: copies of the tracker run on from its present state, one
/// without a remedy and one with each, and are measured over the same future steps, kSettle + 1 to
/// kSettle + kMeasured.
///
/// What remains is offered: each remedy once in the whole diagnosis, at the first cause that
/// suggests it, by rising jitter; and the calmest of all first at the first cause. One is left out
/// that leaves kCalmer or more of the jitter, or more than kWorse times the error: where that is on
/// average more than effectors at their targets may have, see reached_tolerance.
///
/// Deterministic, and the tracker is not touched. The work can be divided, as a StatusTrial's.
class RemedyTrials {
 public:
  static constexpr int kSettle = 100;    ///< steps that the change itself may stir up
  static constexpr int kMeasured = 300;  ///< steps
  static constexpr double kCalmer = 0.9;
  static constexpr double kWorse = 2.0;

  RemedyTrials(const Tracker& tracker, Diagnosis diagnosis);

  /// Makes so many steps more, or fewer where all is done before. \returns done()
  bool advance(int steps);
  bool done() const { return next_ > candidates_.size(); }

  /// The diagnosis: before done() without any remedy and `trying`, then with those that help.
  const Diagnosis& diagnosis() const { return diagnosis_; }

 private:
  struct Candidate {
    std::size_t cause;
    Remedy remedy;
  };

  void begin();
  void finish();

  Tracker start_, copy_;
  Diagnosis diagnosis_;
  std::vector<Candidate> candidates_;
  Behaviour without_;
  std::size_t next_ = 0;  // of the runs: 0 is without a remedy, then the candidates
  int steps_ = 0;
  Metrics metrics_;
};

}  // namespace lab
