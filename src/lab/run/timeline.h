#pragma once

#include "lab/run/changes.h"
#include "lab/track/bench.h"

#include <optional>
#include <string>
#include <vector>

namespace lab {

/// A branch: another course of the run, with steps that were made before the user changed the setup
/// at an earlier step.
struct Branch {
  int id;                            ///< constant while the branch exists
  long fork;                         ///< steps [0, fork] are shared with the current course
  long last;                         ///< the last step
  std::vector<SetupChange> changes;  ///< the whole course's, from step 0
};

/// A run that can go back and forth: its initial setup, every change with its step, and the bench
/// at the present step. Replayed steps are identical bit for bit.
///
/// A change at an earlier step starts another course of the run; the last one becomes a branch.
///
/// Checkpoints (copies of the bench) are kept at equal distances. It grows with the run, so that
/// memory is bounded; at first a seek replays a few hundred steps. A branch stores only its
/// changes, some kilobytes.
class Timeline {
 public:
  static constexpr std::size_t kMaxBranches = 12;         ///< above this, the oldest is removed
  static constexpr std::size_t kMaxBranchChanges = 4000;  ///< the same for their changes

  explicit Timeline(Setup setup);

  /// Makes one step: a replayed one, or a new one at the end.
  void step(const Clock& clock = {});
  /// A part of a step: about `updates` updates, on a copy. The run advances with the last part;
  /// what else changes it discards the parts so far. A step with no more updates is made at once.
  /// \returns whether the step is complete
  bool step_part(int updates, const Clock& clock = {});
  /// Applies another setup from the present step. Later steps become a branch.
  /// \param gesture see SetupChange
  /// \pre as Bench::apply
  void apply(const Setup& setup, long gesture = 0);
  /// Goes to a step of the run, or to the nearest one.
  void seek(long step);
  /// Goes as near to a step, before it, as no step needs to be repeated; step() leads there.
  void approach(long step);
  /// Makes a branch the current course and goes to its fork; the previous course becomes a branch.
  /// \pre the branch exists, as for the functions below
  void go_to_branch(int id);
  void remove_branch(int id);
  /// Adds branches, such as the branches of a saved run. Their ids and forks are recomputed.
  void add_branches(std::vector<Branch> branches);
  /// The setup of the branch's first steps after its fork.
  const Setup& setup_after_fork(int id) const;
  /// The setup of the current course's steps after `step`.
  const Setup& setup_after(long step) const;
  /// A new run with the present setup, from row 0.
  Timeline anew() const;
  void restart();
  /// Frees most of the memory, for a run that nobody sees: later seeks replay more steps.
  void thin_out();

  const Setup& setup() const { return bench_.setup(); }
  const Bench& bench() const { return bench_; }
  Bench& bench() { return bench_; }  ///< to inspect and to prepare; make steps with step()

  long now() const { return now_; }
  long last() const { return last_; }  ///< the last step of the run
  const Setup& initial() const { return initial_; }
  /// In the order in which they were applied.
  const std::vector<SetupChange>& changes() const { return changes_; }
  const std::vector<Branch>& branches() const { return branches_; }  ///< the oldest first
  /// Increases with changes of the courses and of the initial setup, not with steps.
  long revision() const { return revision_; }
  /// The changes of the whole run as marks, by ascending step, except changes that do not affect
  /// the run, such as the choice of the front lane.
  const std::vector<ChangeMark>& marks() const { return marks_; }

 private:
  explicit Timeline(Bench bench);

  struct Checkpoint {
    long step;
    Bench bench;  // before the changes at that step
  };
  void keep_checkpoint();
  void apply_changes_of_now();
  const Checkpoint& checkpoint_before(long step) const;
  void load(long step);
  void finish_step();
  void cut_checkpoints();
  void keep_branch();
  void update_branches();
  std::vector<Branch>::const_iterator branch(int id) const;
  const Setup& setup_after(long step, const std::vector<SetupChange>& changes) const;
  void remake_marks();

  Setup initial_;
  Bench bench_;
  std::optional<Bench> next_;  // during a step in parts: after it
  long now_ = 0, last_ = 0;
  long spacing_;
  std::vector<SetupChange> changes_;
  std::vector<ChangeMark> marks_;
  std::vector<Checkpoint> checkpoints_;
  std::vector<Branch> branches_;
  int next_branch_ = 1;
  long revision_ = 0;
};

/// The nudge of a drag of a target at the present step. \param gesture the drag's number
Nudge next_nudge(const Timeline& timeline, long gesture);

/// The history of the user's setups, for undo and redo. Each belongs to a numbered run.
class Undo {
 public:
  explicit Undo(Setup setup, int run = 0) { states_.push_back({std::move(setup), "", 0, run}); }

  /// Adds a setup that the user changed. Removes the setups that were undone.
  /// \param what    the change in a few words, for the menu: "λ"
  /// \param gesture number of a gesture, such as a drag; its changes are undone together. 0: none.
  /// A gesture that returns to the setup before it leaves no entry
  void record(const Setup& setup, const std::string& what, long gesture = 0);

  /// The same for the setup of another run that the user began or went to.
  void change_run(const Setup& setup, const std::string& what, int run);

  /// Sets the present setup without a change by the user: the run went to a time with this setup.
  void follow(const Setup& setup);

  int run() const { return states_[at_].run; }  ///< number of the present setup's run

  bool can_undo() const { return at_ > 0; }
  bool can_redo() const { return at_ + 1 < states_.size(); }
  /// The name of the change that undo() or redo() applies to. \pre there is one
  const std::string& undo_name() const { return states_[at_].what; }
  const std::string& redo_name() const { return states_[at_ + 1].what; }

  /// Goes to the previous or the next setup. \pre there is one
  const Setup& undo() { return states_[--at_].setup; }
  const Setup& redo() { return states_[++at_].setup; }

 private:
  struct State {
    Setup setup;
    std::string what;  // the change that led to the setup
    long gesture;
    int run;
  };
  void add(State state);

  std::vector<State> states_;
  std::size_t at_ = 0;
};

/// All changes of the current course.
std::vector<ChangeNote> change_notes(const Timeline& timeline);

/// A part of a run's time: the setup of its first step, and the later changes.
struct RunPart {
  const Setup* initial;
  std::vector<ChangeNote> notes;
};
/// The part from < t <= to of the current course, s. It refers to the timeline.
RunPart part_of(const Timeline& timeline, double from, double to);

/// The step since which every present lane has its present method, settings and parameters.
/// Measures from this step on are comparable.
long comparable_since(const Timeline& timeline);

}  // namespace lab
