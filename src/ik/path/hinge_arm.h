#pragma once

#include "ik/solve/six_hinges.h"
#include "iklab/path.h"

namespace ik {

/// An arm of six hinges with the orientation of its one effector as a goal: all poses at a waypoint
/// by its equations.
class HingeArm {
 public:
  /// \param joints the joints that may move, solver's order
  /// \param unit   L, m
  /// \returns false for any other body
  bool take(const Multibody& multibody, std::span<const int> joints, double unit);
  /// True if poses cost microseconds.
  bool has_closed_form() const { return hinges_.has_closed_form(); }
  /// Adds all poses of a waypoint, limits aside. \param[out] poses each (n), solver's order
  /// \returns true if it is proven that there are no others
  bool solve(const Waypoint& waypoint, std::vector<VectorX>& poses);

 private:
  SixHinges hinges_;
  std::vector<int> joints_;
  VectorX theta_;
  double unit_ = 1.0;
};

}  // namespace ik
