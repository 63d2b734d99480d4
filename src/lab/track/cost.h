#pragma once

#include <string>

#include "lab/track/setup.h"

// The time that methods take, estimated before they run.
namespace lab {

/// Time of one update of a method on a body of this size, ns, on a usual computer: a rough
/// estimate, from the number of joints, the rows of J, and the matrices as large as the joints that
/// some methods decompose.
double estimated_update_ns(const ik::MethodInfo& method, const ik::Multibody& body);
/// The sum of these over all updates of a time step, in all lanes.
double estimated_step_ns(const Setup& setup);

/// What a method says before it begins on a large body, in a line: "newton: an update of 4096
/// joints takes about 18 s and 1.1 GB". Empty where an update takes less than about a second.
///
/// Most methods solve a system of the size of the goals and take milliseconds for any body that is
/// accepted. The others decompose matrices as large as the joints, or are trained for them.
std::string slow_in_words(const ik::MethodInfo& method, const ik::Multibody& multibody);

}  // namespace lab
