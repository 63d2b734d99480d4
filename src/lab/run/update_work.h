#pragma once

#include <string>

#include "iklab/method.h"

namespace lab {

/// What a method says before it begins on a large body, in a line: "newton: an update of 4096
/// joints takes about 18 s and 1.1 GB". Empty where an update takes less than about a second.
///
/// Most methods solve a system of the size of the goals and take milliseconds for any body that is
/// accepted. The others decompose matrices as large as the joints, or are trained for them.
std::string slow_in_words(const ik::MethodInfo& method, const ik::Multibody& multibody);

}  // namespace lab
