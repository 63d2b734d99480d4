#pragma once

#include "ik/path/continuity.h"
#include "ik/solve/six_hinges.h"
#include "iklab/path.h"

namespace ik {

/// Finds poses of a body at a waypoint: all of them by the equations of an arm, for others those
/// that a search finds.
class WaypointPoses {
 public:
  /// Takes a body and options; they outlive this. \param joints that may move, solver's order
  /// \param unit L, m
  WaypointPoses(const Multibody& multibody, const FollowOptions& options,
                std::span<const int> joints, double unit);
  bool has_equations() const { return has_equations_; }
  /// Adds all poses by the equations, limits aside. \pre has_equations()
  /// \param[out] poses each (n), solver's order
  /// \returns true if it is proven that there are no others
  bool solve(const Waypoint& waypoint, std::vector<VectorX>& poses);
  /// Adds poses within the limits that a search finds.
  /// \param found at most \param starts Stop::restarts
  void search(const Waypoint& waypoint, int found, int starts, Continuity& continuity,
              std::vector<VectorX>& poses) const;

 private:
  bool take_arm(const Multibody& multibody, double unit);

  const Multibody& multibody_;
  const FollowOptions& options_;
  std::vector<int> joints_;
  SixHinges hinges_;
  bool has_equations_;
  VectorX theta_;
  double unit_;
};

}  // namespace ik
