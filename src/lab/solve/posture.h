#pragma once

#include <cstdint>
#include <vector>

#include "iklab/body.h"

namespace lab {

/// A joint at which a chain bends: its points before and after it come nearer to each other or
/// farther apart as it turns, as at an elbow. A joint that turns all that follows about the line
/// to the point before, or the chain as a whole, is none.
struct Bend {
  int joint;     ///< a hinge, in the solver's order
  int before;    ///< joint with the last origin before, away from the hinge's axis
  int after;     ///< joint with the first origin after, away from the axis; -1: the effector
  int effector;  ///< of the chain
};

/// The bends of the chains of all effectors, each joint once, in the solver's order; at most 64.
/// They depend on the body alone: origins are compared at the pose given, where no more than
/// accident can put a point on an axis.
std::vector<Bend> find_bends(const ik::Multibody& multibody, const ik::Pose& pose);

/// v . ((p - p_before) x (p_after - p)), m^2, with v the hinge's axis and p a point on it: positive
/// if the chain bends with the axis (to the left seen from its tip), 0 where it is straight or
/// folded.
double bend_of(const ik::Pose& pose, const Bend& bend);

/// A bit for each bend: 1 if bend_of() is negative. KUKA's status bits of a seven-axis arm (the
/// signs of A2, A4 and A6), for any body.
std::uint64_t posture_of(const ik::Pose& pose, const std::vector<Bend>& bends);

}  // namespace lab
