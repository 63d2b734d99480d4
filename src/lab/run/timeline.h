#pragma once

#include <string>
#include <vector>

#include "lab/track/bench.h"
#include "lab/track/setup.h"

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

/// The setups that a user went through, to go back and forth between.
class Undo {
 public:
  explicit Undo(Setup setup) { states_.push_back({std::move(setup), "", 0}); }

  /// The user changed something. What was undone before cannot be redone any more.
  /// \param what    in a few words, for the menu: "λ"
  /// \param gesture changes of the same one, such as all of one drag, are undone together; 0 is
  /// none
  void record(const Setup& setup, const std::string& what, long gesture = 0);

  /// The run came to another setup without a change by the user: the timeline went to where that
  /// one was in force. Undo and redo go on from there.
  void follow(const Setup& setup);

  bool can_undo() const { return at_ > 0; }
  bool can_redo() const { return at_ + 1 < states_.size(); }
  /// What would be undone or redone. \pre it can be
  const std::string& undo_name() const { return states_[at_].what; }
  const std::string& redo_name() const { return states_[at_ + 1].what; }

  /// The setup to go back or on to. \pre it can be
  const Setup& undo() { return states_[--at_].setup; }
  const Setup& redo() { return states_[++at_].setup; }

 private:
  struct State {
    Setup setup;
    std::string what;  // led here
    long gesture;
  };
  std::vector<State> states_;
  std::size_t at_ = 0;
};

}  // namespace lab
