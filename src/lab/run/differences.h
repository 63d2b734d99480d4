#pragma once

#include "lab/run/changes.h"

#include <vector>

namespace lab {

/// What a change makes different, a note for each thing.
/// \param before the setup before the change
/// \param time   of the change, s
std::vector<ChangeNote> differences(const Setup& before, const SetupChange& change, double time);

}  // namespace lab
