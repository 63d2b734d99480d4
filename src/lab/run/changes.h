#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/scene/scene.h"
#include "lab/track/setup.h"

namespace lab {

/// A new setup, applied after `step` steps.
struct SetupChange {
  long step;
  Setup setup;
  /// Number of the gesture, such as a drag, that the change belongs to; 0: unknown. Numbers of the
  /// window are positive, or -1 for a demonstration; numbers from files are below -1.
  long gesture = 0;

  bool operator==(const SetupChange&) const = default;
};

/// A change in the words of the window.
struct ChangeWords {
  std::string what;                     ///< "Damping λ", "γ_max"
  std::string before = {}, after = {};  ///< "0.1" and "0.4 m/rad"; may be empty

  /// "Damping λ 0.1 → 0.4 m/rad".
  std::string text() const;
};

/// A mark on time axes: the changes of one gesture, or of one step. Changes of unknown gestures
/// share a mark if they change the same things at most 20 steps apart.
struct ChangeMark {
  long first, last;  ///< the steps of the first and the last change
  long gesture;      ///< the last change's
  std::vector<ChangeWords> changes;

  std::string text() const;
};

/// Adds a change to the last mark or as a new mark, unless the change does not affect the run.
/// \param before the setup before the change
void add_mark(const Setup& before, const SetupChange& change, std::vector<ChangeMark>& marks);

/// A change of a run's setup, in words. The changes of one gesture, such as dragging a slider, are
/// one note while they go in one direction.
struct ChangeNote {
  long first, last;           ///< the steps of the first and the last change
  double time, end;           ///< when the first change began and the last ended, s
  long gesture;               ///< see SetupChange
  int lane;                   ///< id of the lane; -1: all
  std::string what;           ///< "method", "sdls: lambda", "target left held"
  std::string before, after;  ///< values as on the command line; may be empty
  ChangeWords words = {};     ///< the same for the window

  /// "1.7 s: method pseudoinverse → dls", "2 to 2.5 s: lambda 0.6 → 0.4".
  std::string text() const;
};

/// The differences that a change makes, a note for each.
/// \param before the setup before the change
/// \param time   of the change, s
std::vector<ChangeNote> differences(const Setup& before, const SetupChange& change, double time);

/// The start of the time in which changes count.
struct RunBegin {
  long step = 0;
  double time = 0.0;  ///< s
};

/// All changes of a run, in order, except changes that do not affect the run, such as the choice of
/// the front lane. Only changes of one gesture, or of one step, are merged.
/// \param initial the setup at the start
/// \param changes by ascending step
std::vector<ChangeNote> change_notes(const Setup& initial, std::span<const SetupChange> changes,
                                     const RunBegin& begin = {});
/// ", then 2 changes", to follow a description of the initial setup; empty without changes.
std::string count_text(std::span<const ChangeNote> notes);

/// The differences between a setup and its scene, except the lanes: "target left held", ...
std::vector<std::string> differences_from_scene(const Setup& setup);

struct BodyChange {
  std::string what;                     ///< "joint elbow: offset", "obstacle ball removed"
  std::string before = {}, after = {};  ///< "0.5, 0, 0"; may be empty
  const char* unit = "";                ///< the unit of both values
};

/// The differences to another body: joints, effectors and obstacles, matched by name.
std::vector<BodyChange> body_changes(const Scene& before, const Scene& after);

}  // namespace lab
