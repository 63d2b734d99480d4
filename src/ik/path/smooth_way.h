#pragma once

#include "ik/path/continuity.h"
#include "ik/path/path_rules.h"

namespace ik {

/// Which ends of a branch may be moved.
struct MovableEnds {
  bool first, last;
};

/// Shortens branches of a body with freedom by self-motions, motions of the joints that leave the
/// goals alone.
///
/// With V_w a basis of the self-motions at waypoint w and x_w the pose, z_w minimises
///
///   sum |x_w+1 + V_w+1 z_w+1 - x_w - V_w z_w|^2
///
/// within the limits. The normal equations are block tridiagonal, so a pass takes time linear in
/// the waypoints. Then Newton's method puts the poses back on their goals. Passes go on as long as
/// the branch becomes shorter.
class WaySmoother {
 public:
  /// All are kept and outlive this.
  WaySmoother(const Multibody& multibody, std::span<const Waypoint> waypoints,
              const FollowOptions& options, PathRules& rules, Continuity& continuity);

  /// Shortens a branch; its poses stay one branch. Where they pass a singular one, they stay.
  /// \param first its first waypoint \param[in,out] theta its poses, each (n) in the solver's order
  void smooth(int first, MovableEnds ends, std::span<VectorX> theta);

 private:
  VectorX x_between(const VectorX& a, const VectorX& b) const;
  double travel(std::span<const VectorX> theta) const;
  void linearise(MovableEnds ends, std::span<const VectorX> theta);
  void take_bounds(std::span<const VectorX> theta);
  void solve();
  void move(int first, double share, std::span<const VectorX> from, std::vector<VectorX>& to);
  bool joins(std::size_t waypoint, const VectorX& a, const VectorX& b);
  void smooth_part(int first, MovableEnds ends, std::span<VectorX> theta);

  const Multibody& multibody_;
  std::span<const Waypoint> waypoints_;
  const FollowOptions& options_;
  PathRules& rules_;
  Continuity& continuity_;
  PathLeg leg_;
  // by waypoint of a part
  std::vector<MatrixX> motions_;      // (c x f), 0 where a pose stays
  std::vector<VectorX> slopes_;       // (f) half the derivative of the sum by z
  std::vector<VectorX> z_;            // (f)
  std::vector<double> least_, most_;  // bounds of z if f = 1
};

}  // namespace ik
