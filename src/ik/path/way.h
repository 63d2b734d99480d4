#pragma once

#include "ik/path/strands.h"

namespace ik {

/// A strand with whole turns added, as long as it keeps the limits.
struct Run {
  int strand = -1;
  int first = 0, last = -1;  ///< waypoints
  VectorX shift;             ///< (n) whole turns added to the strand's joints, rad
  BranchEnd end;
  std::vector<int> before = {};  ///< runs that go on to its first pose without a reconfiguration
};

/// All runs of strands, cut where an arm may pass between strands. Joints without limits are not
/// turned.
std::vector<Run> runs_of(std::span<const Strand> strands, std::span<const Passage> passages,
                         const PathRules& rules);

/// A way over runs.
struct Way {
  struct Piece {
    int run, first;  ///< the waypoint from which the run is used
    bool joined;     ///< without a reconfiguration
  };
  std::vector<Piece> pieces;
  int last = -1;        ///< the last waypoint that it reaches
  double length = 0.0;  ///< in the metric of WaySearch
  /// Changes of branch; -1 for a way without poses.
  int reconfigurations() const {
    int count = -1;
    for (const Piece& piece : pieces) count += piece.joined ? 0 : 1;
    return count;
  }
};

/// Finds the way with the fewest reconfigurations, and of such ways the shortest.
///
/// The fewest changes with which a run can be in use are the same for all its waypoints: those of a
/// run that goes on to it, or one more than the fewest at the waypoint before it begins. So they
/// are known without comparing poses; only between runs on ways with the fewest changes lengths are
/// compared, a shortest path in a layered graph (Dijkstra 1959), with PathRules::distance.
class WaySearch {
 public:
  /// \param unit L, m. All are kept and outlive this.
  WaySearch(std::span<const Strand> strands, std::span<const Run> runs, const PathRules& rules,
            double unit, int waypoints);

  /// \param starts runs from waypoint 0 on with which a way may begin
  /// \param ends   runs with which it has to end at the last waypoint; empty: any
  Way best(std::span<const int> starts, std::span<const int> ends);

  /// theta (n) of a run at a waypoint
  VectorX theta(int run, int waypoint) const;
  /// Whole turns (n) of joints without limits that bring a pose nearest to another one.
  VectorX turns_between(const VectorX& to, const VectorX& from) const;
  /// The distance of two poses.
  double distance(const VectorX& a, const VectorX& b) const;

 private:
  struct Switch {
    int waypoint, from;  // the run before
    double saved;        // length there less that of the strand up to there
    bool joined;
  };
  void find_levels(std::span<const int> starts);
  bool may_end(int run, int last, std::span<const int> ends) const;
  std::vector<int> useful(int last, std::span<const int> ends, int& changes) const;
  int entry(int run) const;
  int level(int run) const { return levels_[static_cast<std::size_t>(run)]; }

  std::span<const Strand> strands_;
  std::span<const Run> runs_;
  const PathRules& rules_;
  double unit_;
  int waypoints_;
  std::vector<std::vector<double>> lengths_;  // by strand, up to each of its waypoints
  std::vector<int> levels_;                   // fewest changes by run, -1: not reached
  std::vector<int> least_;                    // by waypoint, -1: not reached
};

}  // namespace ik
