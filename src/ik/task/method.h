#pragma once

#include "iklab/method.h"

#include "iklab/problem.h"

namespace ik {

/// Begins a step. \returns false if a target or the pose is not finite; dtheta is zero then
bool begin_step(const Problem& problem, Workspace& w);

/// The row of a damping λ, m/rad. \param help a sentence, with its source
constexpr ParamInfo damping_row(const char* help, const char* label = "Damping λ") {
  return {.name = "lambda",
          .label = label,
          .unit = "m/rad",
          .min = 1e-3,
          .max = 10.0,
          .logarithmic = true,
          .help = help};
}

/// A parameter as a number; a switch is 0 or 1.
double number_of(const ParamValue& param);
void set_number(const ParamValue& param, double number);

}  // namespace ik
