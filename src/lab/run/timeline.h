#pragma once

#include "lab/run/changes.h"
#include "lab/track/bench.h"

#include <string>
#include <vector>

namespace lab {

/// Another course of the run from a past step on: what came after that step before the user changed
/// the setup there.
struct Branch {
  int id;                            ///< stays the same while the branch exists
  long fork;                         ///< its steps up to this one are those of the present course
  long last;                         ///< its last step
  std::vector<SetupChange> changes;  ///< of the whole course, from step 0 on
};

/// A run in which one can go back and forth: its initial setup, every change with its step, and the
/// bench at the present step. Replayed steps have the same bits.
///
/// A change of the past starts another course of the run; the former one is kept as a branch.
///
/// Checkpoints, copies of the bench, are kept at equal distances. These grow with the run, so that
/// memory is bounded; at first a seek replays a few hundred steps at most. A branch is kept as its
/// changes alone, some kilobytes each.
class Timeline {
 public:
  static constexpr std::size_t kMostBranches = 12;         ///< then the oldest is removed
  static constexpr std::size_t kMostBranchChanges = 4000;  ///< of all branches, likewise

  explicit Timeline(Setup setup);

  /// One step forward: a replayed one, or a new one at the end.
  void step(const Clock& clock = {});
  /// Applies another setup from the present step on. Later steps become a branch.
  /// \param gesture see SetupChange
  /// \pre as Bench::apply
  void apply(const Setup& setup, long gesture = 0);
  /// Goes to a step of the run, or to the nearest one.
  void seek(long step);
  /// Makes a branch the present course, at its fork; the former course becomes a branch.
  /// \pre the branch exists, as for the functions below
  void go_to_branch(int id);
  void remove_branch(int id);
  /// Adds courses of the run, such as those of a saved one. Their ids and forks are found anew.
  void add_branches(std::vector<Branch> branches);
  /// The setup of the branch's first steps after its fork.
  const Setup& setup_after_fork(int id) const;
  /// The setup of the present course's steps after `step`.
  const Setup& setup_after(long step) const;
  /// Starts a new run with the present setup, from row 0.
  void restart();

  const Setup& setup() const { return bench_.setup(); }
  const Bench& bench() const { return bench_; }
  Bench& bench() { return bench_; }  ///< to inspect and to prepare; make steps by step()

  long now() const { return now_; }
  long last() const { return last_; }  ///< the last step of the run
  const Setup& initial() const { return initial_; }
  /// In the order in which they were applied.
  const std::vector<SetupChange>& changes() const { return changes_; }
  const std::vector<Branch>& branches() const { return branches_; }  ///< the oldest first
  /// Counts changes of the courses and of the initial setup; steps are none.
  long revision() const { return revision_; }
  /// The changes of the whole run as marks, by ascending step, except of what does not affect the
  /// run, such as the front lane.
  const std::vector<ChangeMark>& marks() const { return marks_; }

 private:
  struct Checkpoint {
    long step;
    Bench bench;  // before the changes of that step
  };
  void keep_checkpoint();
  void apply_changes_of_now();
  const Checkpoint& checkpoint_before(long step) const;
  void load(long step);
  void cut_checkpoints();
  void keep_branch();
  void tidy_branches();
  std::vector<Branch>::const_iterator branch(int id) const;
  const Setup& setup_after(long step, const std::vector<SetupChange>& changes) const;
  void remake_marks();

  Setup initial_;
  Bench bench_;
  long now_ = 0, last_ = 0;
  long spacing_;
  std::vector<SetupChange> changes_;
  std::vector<ChangeMark> marks_;
  std::vector<Checkpoint> checkpoints_;
  std::vector<Branch> branches_;
  int next_branch_ = 1;
  long revision_ = 0;
};

/// The user's setups one after the other, for undo and redo.
class Undo {
 public:
  explicit Undo(Setup setup) { states_.push_back({std::move(setup), "", 0}); }

  /// Adds a setup that the user changed. Setups that were undone are removed.
  /// \param what    the change in a few words, for the menu: "λ"
  /// \param gesture number of a gesture, such as a drag, whose changes are undone together; 0 is
  ///                none. A gesture that ends with the setup before it is no change
  void record(const Setup& setup, const std::string& what, long gesture = 0);

  /// Makes another setup the present one without a change by the user: the timeline went to a time
  /// when it was in force.
  void follow(const Setup& setup);

  bool can_undo() const { return at_ > 0; }
  bool can_redo() const { return at_ + 1 < states_.size(); }
  /// The change that undo() or redo() concerns. \pre there is one
  const std::string& undo_name() const { return states_[at_].what; }
  const std::string& redo_name() const { return states_[at_ + 1].what; }

  /// Goes to the setup before or after. \pre there is one
  const Setup& undo() { return states_[--at_].setup; }
  const Setup& redo() { return states_[++at_].setup; }

 private:
  struct State {
    Setup setup;
    std::string what;  // the change that led to it
    long gesture;
  };
  std::vector<State> states_;
  std::size_t at_ = 0;
};

/// All changes of the present course.
std::vector<ChangeNote> change_notes(const Timeline& timeline);

/// A part of a run's time: the setup of its first step, and the changes after that.
struct RunPart {
  const Setup* initial;
  std::vector<ChangeNote> notes;
};
/// The part from < t <= to of the present course, s. It refers to the timeline.
RunPart part_of(const Timeline& timeline, double from, double to);

/// The step from which on every present lane ran with its present method, settings and parameters:
/// measures from there on compare like with like.
long settled_since(const Timeline& timeline);

}  // namespace lab
