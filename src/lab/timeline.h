#pragma once

#include <vector>

#include "lab/bench.h"

namespace lab {

/// A setup that came in after so many steps, before the next one.
struct SetupChange {
  long step;
  Setup setup;
};

/// A run that can be gone through: what it began with, every change with its step, and the bench at
/// any step. Going back and on again gives the same bits.
///
/// Copies of the bench are kept at even distances, and thinned out as the run grows: the way back
/// costs no more than a few hundred steps at first, and memory stays bounded.
class Timeline {
 public:
  explicit Timeline(Setup setup);

  /// One step on: into what is already known, or anew at the end.
  void step(const Clock& clock = {});
  /// Another setup from the present step on. Steps that were made later are forgotten.
  /// \pre as Bench::apply
  void apply(const Setup& setup);
  /// To another step that was made before; the nearest, where there is none.
  void seek(long step);
  /// A new run with the present setup, from row 0.
  void restart();

  const Setup& setup() const { return bench_.setup(); }
  const Bench& bench() const { return bench_; }
  Bench& bench() { return bench_; }  ///< to look and to prepare; steps go through step()

  long now() const { return now_; }
  long last() const { return last_; }  ///< the farthest step that was made
  const Setup& initial() const { return initial_; }
  /// In the order they came in.
  const std::vector<SetupChange>& changes() const { return changes_; }

 private:
  struct Checkpoint {
    long step;
    Bench bench;  // before the changes of that step
  };
  void keep_checkpoint();
  void apply_changes_of_now();

  Setup initial_;
  Bench bench_;
  long now_ = 0, last_ = 0;
  long spacing_;
  std::vector<SetupChange> changes_;
  std::vector<Checkpoint> checkpoints_;
};

}  // namespace lab
