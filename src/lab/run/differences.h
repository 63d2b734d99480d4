#pragma once

#include "lab/run/changes.h"

#include <vector>

namespace lab {

/// The differences that a change makes, a note for each.
/// \param before the setup before the change
/// \param time   of the change, s
std::vector<ChangeNote> differences(const Setup& before, const SetupChange& change, double time);

}  // namespace lab
