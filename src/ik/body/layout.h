#pragma once

#include "ik/body/tree_plan.h"
#include "iklab/kinds.h"

#include <array>
#include <vector>

namespace ik {

/// Maximum length of e_i, m; a target farther away counts as a direction. The fourth power of this
/// is still finite.
inline constexpr double kHorizon = 1e70;
/// An error up to this, m, counts as reached: rounding of positions near 1 m.
inline constexpr double kReachedTolerance = 1e-12;

/// Bit c is set if coordinate c of a is not 0.
constexpr unsigned char shift_axes(const double* a) {
  return static_cast<unsigned char>((a[0] != 0.0 ? 1 : 0) | (a[1] != 0.0 ? 2 : 0) |
                                    (a[2] != 0.0 ? 4 : 0));
}

/// A joint's constants, packed for kinematics and steps. Plain numbers: the code that reads them is
/// compiled for several instruction sets.
struct Link {
  std::array<double, 3> offset;  ///< parent_from_joint's translation, m
  std::array<double, 3> axis;    ///< unit
  double pitch;                  ///< m / rad
  int parent;
  JointType type;
  int unit_axis;                   ///< 0, 1, 2 if the axis is +x, +y, +z, else -1
  bool plain;                      ///< revolute, unit_axis >= 0 and not `turned`
  unsigned char shift;             ///< shift_axes(offset)
  bool turned;                     ///< `rotation` is not the identity
  std::array<double, 9> rotation;  ///< parent_from_joint's rotation, column-major
};

/// Compact arrays of a multibody for loops over its joints; in the solver's order.
struct Layout {
  std::vector<Link> links;  ///< (n)
  /// (n) limits, rad or m; infinite for followers: their limits are part of the leaders' limits.
  std::vector<double> lower, upper;
  /// (n) The joints by rising depth. Neighbours are most often on different branches, so that what
  /// computes them one after another does not wait for each result.
  std::vector<int> by_depth;
  bool all_angular = true;  ///< every theta is an angle
  TreePlan plan;
};

}  // namespace ik
