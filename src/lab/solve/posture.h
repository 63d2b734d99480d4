#pragma once

#include <cstdint>
#include <vector>

#include "iklab/body.h"

namespace lab {

/// A hinge at which a chain bends, as at an elbow: its neighbours before and after it come nearer
/// to each other or farther apart as it turns. A hinge that turns all that follows about the line
/// to a neighbour is none, nor is the root.
struct Bend {
  static constexpr int kRootAxis = -1, kEffector = -1;

  int joint;     ///< in the solver's order
  int before;    ///< the next joint before it at another place, or kRootAxis: a point of the root's
                 ///< axis
  int after;     ///< the next joint after it at another place, or kEffector
  int effector;  ///< at the end of the chain
};

/// The bends on the ways to all effectors, each joint once, in the solver's order; at most 64.
std::vector<Bend> find_bends(const ik::Multibody& multibody);

/// The neighbours of a bend, world axes, m.
Eigen::Vector3d before_of(const ik::Multibody& multibody, const ik::Pose& pose, const Bend& bend);
Eigen::Vector3d after_of(const ik::Pose& pose, const Bend& bend);

/// v . ((p - p_before) x (p_after - p)), m^2, with v the hinge's axis and p its origin: positive if
/// the chain turns to the left there, seen from the tip of v; 0 where it is straight or folded.
double bend_of(const ik::Multibody& multibody, const ik::Pose& pose, const Bend& bend);

/// A bit for each bend: 1 if bend_of() is negative. For a seven-axis arm the signs of A2, A4 and
/// A6, which KUKA calls its status.
std::uint64_t posture_of(const ik::Multibody& multibody, const ik::Pose& pose,
                         const std::vector<Bend>& bends);

}  // namespace lab
