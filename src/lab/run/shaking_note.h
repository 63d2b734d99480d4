#pragma once

#include <string>

#include "lab/scene/scene.h"

namespace lab {

/// A note for the user if the body shakes with DLS and the scene's settings while its targets make
/// a few rounds, see is_shaking(); empty if it is calm, or too large to try.
std::string shaking_note(const Scene& scene);

}  // namespace lab
