#pragma once

#include <numbers>

#include "iklab/path.h"

namespace ik {

inline constexpr double kWholeTurn = 2.0 * std::numbers::pi;

/// What a pose on a path has to keep: limits, modulo whole turns, and a distance from obstacles.
class PathRules {
 public:
  /// Takes a body and options; they outlive this.
  PathRules(const Multibody& multibody, const FollowOptions& options);

  /// True if a whole turn of joint j changes no goal.
  bool turns(int j) const { return turns_[static_cast<std::size_t>(j)] != 0; }
  double lower(int j) const;
  double upper(int j) const;
  bool is_free(int j) const { return lower(j) == -kUnlimited && upper(j) == kUnlimited; }
  /// The shorter way of joint j.
  double way(int j, double from, double to) const;
  /// The length of the way between two poses, sqrt(sum (dtheta_j / u_j)^2 / weight_j), u_j the
  /// body's length for slides. Joints without limits go the shorter way. \param unit L, m
  double distance(const VectorX& a, const VectorX& b, double unit) const;
  /// a + the shorter ways to b, (n).
  VectorX toward(const VectorX& a, const VectorX& b) const;
  /// True if no joint of two poses differs by more, rad modulo whole turns or m.
  bool same(const VectorX& a, const VectorX& b, double apart) const;
  /// Turns hinges into their limits, near the middle of these. \param[in,out] theta (n)
  /// \returns what the pose breaks; PathEnd::kWaypoints: nothing
  BranchEnd look(VectorX& theta);
  /// The first obstacle that a link touches at a pose; -1: none.
  int touched(const VectorX& theta);
  /// What breaks on the straight way between two poses of neighbouring waypoints: the pose in the
  /// middle touches an obstacle, or a joint is too fast. \param seconds between them
  BranchEnd look_between(const VectorX& a, const VectorX& b, double seconds);
  /// Where a joint leaves its limits first on the straight way from a, which keeps them, to b. `at`
  /// of the end is the share of the way.
  BranchEnd leaving(const VectorX& a, const VectorX& b) const;

 private:
  const Multibody& multibody_;
  const FollowOptions& options_;
  std::vector<char> turns_;  // (n)
  Pose pose_;
};

}  // namespace ik
