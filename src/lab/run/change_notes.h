#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/run/timeline.h"

namespace lab {

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
