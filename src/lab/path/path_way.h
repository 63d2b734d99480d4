#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "iklab/path.h"
#include "lab/plot/plot.h"
#include "lab/solve/followed_path.h"
#include "lab/solve/standing_lane.h"
#include "lab/track/setup.h"

namespace lab {

/// What is asked of a path.
struct PathQuestion {
  std::shared_ptr<const Scene> scene;  ///< with the aims of the waypoints
  /// The scene with the body given in the solver's order, and with weights and limits in force.
  PathPlan plan;
  ik::VectorX present;  ///< (n) where the body is

  const ik::Multibody& body() const { return plan.scene.multibody; }
  const std::vector<ik::Waypoint>& waypoints() const { return plan.waypoints; }  ///< at least two
  const ik::FollowOptions& options() const { return plan.options; }
};

/// The question of a set-up's path, from a pose. A start of another body is left out.
/// \pre path_trouble() is empty \param present (n) in the solver's order
PathQuestion path_question(const PathShape& shape, const Setup& setup, const ik::VectorX& present);

/// A way that is there at once: each waypoint solved from the pose of the one before, the first one
/// from the given start or the present pose. It proves nothing: a change of branch is what JumpTest
/// calls a jump, and where a waypoint is not reached it ends.
ik::Followed first_way(const PathQuestion& question);

/// The row of a path before which a way has to stop: the pose after it is on another branch.
/// \returns the first such row from `from` on, or the last row
std::size_t next_stop(const ik::Followed& way, std::size_t from);

/// A body that plays along a way.
///
/// It moves on the straight lines between rows of one branch, at the waypoints' times, and stops
/// where the branch changes and at the end.
struct PathPlayer {
  double at = 0.0;  ///< in waypoints from the first one on

  /// Lets time pass. \param waypoints of the path \param seconds of path time, not negative
  /// \returns false at a stop
  bool advance(const ik::Followed& way, std::span<const ik::Waypoint> waypoints, double seconds);
  /// Goes on from a stop: to the next branch, or to the begin of the way.
  void resume(const ik::Followed& way);
  /// Goes to a place of the way; between two branches to the nearer one.
  void seek(const ik::Followed& way, double place);
};

/// The pose of a way (n) between two of its rows; where these are of two branches, the nearer
/// row's. \pre the way has rows
ik::VectorX pose_on(const ik::Followed& way, double at);

/// A branch in the ladder.
struct LadderLine {
  int first, last;         ///< waypoints
  std::size_t row;         ///< from the top
  int hue;                 ///< see solution_color
  std::string name;        ///< see Postures::names
  std::string begin, end;  ///< why there, in words
  ik::PathEnd begins, ends;
};

/// Two branches that meet at a singularity.
struct LadderMeeting {
  double at;
  std::size_t a, b;  ///< lines
};

/// The branches over a path as lines one above the other.
struct Ladder {
  std::vector<LadderLine> lines;  ///< in the order of BranchGraph::strands
  std::vector<LadderMeeting> meetings;
  std::size_t rows = 0;
};

/// Lays out the branches: each in the first row that is free over its waypoints. Colours are those
/// of the page "Reach": a posture's, and of branches side by side all differ.
Ladder ladder_of(const PathQuestion& question, const ik::BranchGraph& graph);

/// The branch on which each pose of a way lies; -1 where none is near.
std::vector<int> lines_of_way(const PathQuestion& question, const ik::BranchGraph& graph,
                              const ik::Followed& way);

/// Why a branch ends, see in_words(); empty at the ends of the path.
std::string end_in_words(const PathQuestion& question, const ik::BranchEnd& end);

/// What a way is, in sentences: how much of the path is followed, where the branch changes and why,
/// and why it breaks.
std::string way_in_words(const PathQuestion& question, const ik::Followed& way, bool first_look);
/// What stands at a stop of a player: why the branch or the way ends there; empty elsewhere.
std::string stop_in_words(const PathQuestion& question, const ik::Followed& way, double at);

/// How well conditioned the poses of a way are, one number for each.
struct Conditioning {
  std::vector<double> least;           ///< the smallest singular value of J, m / rad
  std::vector<double> manipulability;  ///< sqrt(det(J J^T)), the product of all: Yoshikawa (1985)
};
/// J has the rows of all goals, an aim's times its lever; frozen joints do not count.
Conditioning conditioning_of(const PathQuestion& question, const ik::Followed& way);

/// The ladder as a plot over the waypoint: a line for each branch, and dots for the way.
Plot ladder_plot(const Ladder& ladder, std::span<const int> lines_of_way);

/// The conditioning as plots over the waypoint, in the colours of the branches.
/// \param hues of the poses' branches, see solution_color; negative or missing: of none
std::vector<Plot> conditioning_plots(const Conditioning& conditioning, std::span<const int> hues);

/// Singular values of J at a pose with the goals of a waypoint (r), descending.
ik::VectorX singular_values(const ik::Multibody& body, const ik::Waypoint& waypoint,
                            const ik::VectorX& theta);

}  // namespace lab
