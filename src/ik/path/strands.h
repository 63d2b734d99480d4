#pragma once

#include "ik/path/continuity.h"
#include "ik/path/path_rules.h"
#include "ik/path/waypoint_poses.h"

namespace ik {

/// Two strands between which an arm may pass at a singular pose, see Continuity::passes: from one
/// at a waypoint to the other at the next.
struct Passage {
  int from, to, waypoint;
};

/// Finds the strands of a body over a path.
///
/// From waypoint to waypoint the poses of all strands go on, and begin, as Continuity shows. Joints
/// of strands are in the solver's order. A strand's joints move continuously: a joint may leave its
/// limits where a whole turn puts it back.
class Strands {
 public:
  /// All are kept and outlive this.
  Strands(const Multibody& multibody, std::span<const Waypoint> waypoints,
          const FollowOptions& options, PathRules& rules, Continuity& continuity,
          WaypointPoses& poses);
  /// Finds all strands.
  void search();

  std::vector<Strand>& found() { return found_; }
  std::span<const Passage> passages() const { return passages_; }
  /// By waypoint: 1 where it is proven that no pose is missing.
  const std::vector<char>& complete() const { return complete_; }
  /// True if it is known of all poses of all waypoints how they go on.
  bool decided() const { return decided_; }

 private:
  /// A pose of a waypoint.
  struct Node {
    VectorX theta;
    BranchEnd broken = {};  // what it breaks, PathEnd::kWaypoints for nothing
    BranchEnd begin = {};   // why a strand begins here, if that is known
    int strand = -1;        // that it belongs to
    bool usable() const { return broken.kind == PathEnd::kWaypoints; }
  };
  using Layer = std::vector<Node>;

  void find_poses(int waypoint, bool wanted, Layer& layer);
  int add(VectorX theta, Layer& layer);
  int nearest(const VectorX& theta, const Layer& layer) const;
  int goes_to(const VectorX& theta, double s, Layer& layer, BranchEnd& end);
  bool go_on(int waypoint, Node& from, Layer& now);
  void settle(int waypoint, const Node& from, const BranchEnd& end, Layer& now);
  bool begin_new(int waypoint, Node& node, Layer& before);
  void grow_back(int strand);
  BranchEnd leaving(const VectorX& from, const Node& to) const;
  void find_passages(int waypoint, const Layer& before, const Layer& now);
  void pair_ends();

  const Multibody& multibody_;
  std::span<const Waypoint> waypoints_;
  const FollowOptions& options_;
  PathRules& rules_;
  Continuity& continuity_;
  WaypointPoses& poses_;
  PathLeg leg_;  // to the present waypoint
  std::vector<Strand> found_;
  std::vector<Passage> passages_;
  std::vector<char> complete_;
  bool decided_ = true;
  std::vector<VectorX> found_poses_;  // of a waypoint
};

}  // namespace ik
