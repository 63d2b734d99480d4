#pragma once

#include "iklab/method.h"

#include "iklab/problem.h"

namespace ik {

/// Begins a step and sees whether it can be taken: what a method need not think of.
/// \returns false where a target or the pose is no number; dtheta is zero then
bool begin_step(const Problem& problem, Workspace& w);
/// Gives joints their mobility and what is held, after the method; a step that overflowed becomes
/// zero.
Outcome end_step(const Problem& problem, Workspace& w);

}  // namespace ik
