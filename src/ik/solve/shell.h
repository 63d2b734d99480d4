#pragma once

#include "ik/solve/goal_rows.h"

namespace ik {

/// True if some target is outside the shell that its effector can reach at all: the links from the
/// first joint that moves, laid straight, are too short, or the longest of them is too long for all
/// others. Knows no aims and no limits of hinges: a target inside may be out of reach, too.
/// \param pose any pose of the body
bool outside_shell(const Goals& goals, const Pose& pose);

}  // namespace ik
