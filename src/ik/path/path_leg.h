#pragma once

#include "iklab/path.h"

namespace ik {

/// Sets a solver's goals. \pre the waypoint has a target and an aim for each of the body's
void set_goals(const Waypoint& goal, Solver& solver);

/// The way of the goals from one waypoint to the next, s from 0 to 1: places on a line,
/// orientations about one axis, directions on a great circle.
class PathLeg {
 public:
  /// Takes the waypoints of a body. They outlive this.
  void take(const Multibody& multibody, const Waypoint& from, const Waypoint& to);
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
