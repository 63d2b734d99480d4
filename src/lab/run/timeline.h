#pragma once

#include "lab/track/bench.h"
#include "lab/track/setup.h"

#include <span>
#include <string>
#include <vector>

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

/// A change of a run's setup, in words. Changes of one thing that follow each other, such as those
/// of a slider that is drawn, are one.
struct ChangeNote {
  long first, last;  ///< the steps after which it came in, the first time and the last
  double time;       ///< of the first, s
  std::string what;  ///< "method", "sdls: lambda", "target left"
  std::string before,
      after;  ///< values, as the command line has them; empty where they say nothing

  /// "1.7 s: method pseudoinverse → dls".
  std::string text() const;
};

/// All that was changed in a run, in its order; nothing of what is looked at alone, such as which
/// lane is in front. \param changes by rising step
std::vector<ChangeNote> change_notes(const Setup& initial, std::span<const SetupChange> changes);
std::vector<ChangeNote> change_notes(const Timeline& timeline);

/// The step from which on every lane that is there ran as it stands: its method, settings and
/// parameters. What is measured from there on is measured of all of them alike.
long settled_since(const Timeline& timeline);

/// What a setup has that is not in its scene or its lanes: "target left held", "link held", ...
std::vector<std::string> peculiarities(const Setup& setup);

}  // namespace lab
