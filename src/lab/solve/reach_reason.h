#pragma once

#include <string>

#include "iklab/solver.h"

namespace lab {

/// Why ik::Solver::solve did not reach the goals, in a clause: 'the limit of joint "elbow", 2.1
/// rad, holds the closest pose back'. Empty if it did.
/// \param solver in the pose that solve left
std::string why_not_reached(const ik::Report& report, const ik::Solver& solver);

/// "0.0123 m and 0.4 rad are left": the errors of a report.
std::string left_in_words(const ik::Report& report, const ik::Solver& solver);

}  // namespace lab
