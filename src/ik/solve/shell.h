#pragma once

#include "ik/solve/goal_rows.h"

namespace ik {

/// The least distance, m, that some target keeps from its effector at every pose because it is
/// outside the shell that the effector can reach at all: the links from the first joint that moves,
/// laid straight, are too short, or the longest of them is too long for all others. 0 if all
/// targets are inside or within the tolerance. Knows no aims and no limits of hinges: a target
/// inside may be out of reach, too. \param pose any pose of the body
double shell_gap(const Goals& goals, const Pose& pose);

}  // namespace ik
