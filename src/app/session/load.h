#pragma once

#include <string>

#include "lab/track/setup.h"

namespace app {

/// What makes a run heavy, "1000000 updates a step and a crowd of 20000 bodies": slower than real
/// time on a usual computer, or a picture that is slow to draw. Empty: nothing.
/// \param crowd number of bodies; 0: none
std::string heavy_load(const lab::Setup& setup, int crowd);

}  // namespace app
