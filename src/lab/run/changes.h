#pragma once

#include "lab/scene/scene.h"
#include "lab/track/setup.h"

#include <span>
#include <string>
#include <vector>

namespace lab {

/// A new setup, applied after `step` steps.
struct SetupChange {
  long step;
  Setup setup;
  /// Number of the gesture, such as a drag, that it is part of; 0: unknown. The window's are
  /// positive, or -1 for a demonstration; those of files are below.
  long gesture = 0;

  bool operator==(const SetupChange&) const = default;
};

/// A changed thing in the window's words.
struct ChangeWords {
  std::string what;                     ///< "Damping λ", "γ_max"
  std::string before = {}, after = {};  ///< "0.1" and "0.4 m/rad"; may be empty

  /// "Damping λ 0.1 → 0.4 m/rad".
  std::string text() const;
};

/// A mark on time axes: the changes of one gesture, or of one step. Changes of a gesture that is
/// not known are one mark if they are of the same things and at most 20 steps apart.
struct ChangeMark {
  long first, last;  ///< the steps after which was changed first and last
  long gesture;      ///< of the last change
  std::vector<ChangeWords> changes;

  /// A line for each change.
  std::string text() const;
};

/// Adds a change to the last mark or as a new one, unless it does not affect the run.
/// \param before the setup before the change
void add_mark(const Setup& before, const SetupChange& change, std::vector<ChangeMark>& marks);

/// A change of a run's setup, in words. The changes of one gesture, such as those of a slider that
/// is dragged, are one note as long as they go in one direction.
struct ChangeNote {
  long first, last;           ///< the steps after which it was changed first and last
  double time, end;           ///< of the first change and the last, s
  long gesture;               ///< see SetupChange
  int lane;                   ///< id of the lane; -1: all
  std::string what;           ///< "method", "sdls: lambda", "target left held"
  std::string before, after;  ///< values as on the command line; may be empty
  ChangeWords words = {};     ///< the same for the window

  /// "1.7 s: method pseudoinverse → dls", "2 to 2.5 s: lambda 0.6 → 0.4".
  std::string text() const;
};

/// Where changes begin to count.
struct RunBegin {
  long step = 0;
  double time = 0.0;  ///< s
};

/// All changes of a run, in order, except of what does not affect the run, such as the front lane.
/// Only changes of one gesture, or of one step, are ever put together.
/// \param initial the setup at the begin
/// \param changes by ascending step
std::vector<ChangeNote> change_notes(const Setup& initial, std::span<const SetupChange> changes,
                                     const RunBegin& begin = {});
/// ", then 2 changes", behind what held at the begin; empty if there are none.
std::string count_text(std::span<const ChangeNote> notes);

/// The ways in which a setup differs from its scene, lanes apart: "target left held", ...
std::vector<std::string> peculiarities(const Setup& setup);

/// A change of a body in words.
struct BodyChange {
  std::string what;                     ///< "joint elbow: offset", "obstacle ball removed"
  std::string before = {}, after = {};  ///< "0.5, 0, 0"; may be empty
  const char* unit = "";                ///< of both
};

/// What is different in another body: its joints, effectors and obstacles, matched by name.
std::vector<BodyChange> body_changes(const Scene& before, const Scene& after);

}  // namespace lab
