#pragma once

#include "iklab/method.h"

#include "iklab/problem.h"

namespace ik {

/// Begins a step. \returns false if a target or the pose is not finite; dtheta is zero then
bool begin_step(const Problem& problem, Workspace& w);

/// A parameter as a number; a switch is 0 or 1.
double number_of(const ParamValue& param);
void set_number(const ParamValue& param, double number);

}  // namespace ik
