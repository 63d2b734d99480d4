#pragma once

#include "iklab/path.h"

namespace ik {

/// Sets a solver's goals. \pre the waypoint has a target and an aim for each of the body's
void set_goals(const Waypoint& goal, Solver& solver);

/// How far effectors may be from a goal that moves evenly.
struct Stray {
  double place, turn;  ///< m, rad
};
/// The same for the leg that ends at a waypoint, see FollowOptions::stray.
Stray stray_before(const Multibody& multibody, std::span<const Waypoint> waypoints,
                   const FollowOptions& options, int waypoint);

/// The way of the goals from one waypoint to the next, s from 0 to 1: places on a line,
/// orientations about one axis, directions on a great circle.
class PathLeg {
 public:
  /// Takes the waypoints of a body. They outlive this.
  void take(const Multibody& multibody, const Waypoint& from, const Waypoint& to);
  const Waypoint& from() const { return *from_; }  ///< the goals at s = 0
  const Waypoint& to() const { return *to_; }      ///< the goals at s = 1
  /// The goals at s. \param[in,out] goal its memory is used again
  void at(double s, Waypoint& goal) const;
  /// How far aim number a turns on the whole way, rad.
  double turn(std::size_t a) const { return turns_[a].angle; }

 private:
  struct Turn {
    AimKind kind;
    double angle;
    Eigen::Vector3d axis;  // unit, world axes
  };
  const Waypoint* from_ = nullptr;
  const Waypoint* to_ = nullptr;
  std::vector<Turn> turns_;
};

}  // namespace ik
