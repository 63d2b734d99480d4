#pragma once

#include <optional>
#include <vector>

#include "lab/plot/plot.h"
#include "lab/solve/standing_lane.h"

namespace lab {

/// The angles of all solutions while the targets move, a plot for each of the first three joints
/// that may move; a line is a branch, see SolutionSearch. Marks say where branches meet or leave
/// the limits. \param tracker at row 0: its scene's targets move \param steps of its scene
std::vector<Plot> branch_plots(Tracker tracker, long steps);

/// A straight way in the joints between two solutions of the same goals on which J stays regular:
/// the hinges turn by the shorter way, and det J keeps its sign. Wenger (2007) calls an arm with
/// such solutions cuspidal.
struct RegularWay {
  std::vector<ik::VectorX> theta;   ///< (n) each, from one solution to the other
  std::vector<double> determinant;  ///< det J of the goals' rows, at each pose
};
/// The one of a lane's ways on which |det J| varies least; none without one, or if J is not
/// square.
std::optional<RegularWay> regular_way(const StandingLane& lane);
/// det J, how far the first effector is from its place, and the joints along a way.
std::vector<Plot> regular_way_plots(const StandingLane& lane, const RegularWay& way);

}  // namespace lab
