#pragma once

#include <array>

namespace ik {

enum class JointType {
  kRevolute,   ///< turns by theta [rad] about its axis
  kPrismatic,  ///< slides by theta [m] along its axis
  kScrew,      ///< turns by theta [rad] and slides by pitch * theta [m]
};

/// True where theta is an angle: revolute and screw joints.
constexpr bool is_angular(JointType type) { return type != JointType::kPrismatic; }

/// Which coordinates of a shift are not 0: bit c stands for coordinate c.
constexpr unsigned char shift_axes(const double* a) {
  return static_cast<unsigned char>((a[0] != 0.0 ? 1 : 0) | (a[1] != 0.0 ? 2 : 0) |
                                    (a[2] != 0.0 ? 4 : 0));
}

/// What kinematics and steps read of a joint in every frame, packed. Plain numbers, for code that
/// is compiled for several machines.
struct Link {
  std::array<double, 3> offset;  ///< parent_from_joint's translation, m
  std::array<double, 3> axis;    ///< unit
  double pitch;                  ///< m / rad
  int parent;
  JointType type;
  int unit_axis;                   ///< 0, 1, 2 where the axis is +x, +y, +z; -1 elsewhere
  bool plain;                      ///< a hinge about such an axis and not turned
  unsigned char shift;             ///< shift_axes(offset)
  bool turned;                     ///< parent_from_joint has a rotation:
  std::array<double, 9> rotation;  ///< ... this, by columns
};

}  // namespace ik
