#pragma once

#include <cstddef>

#include "ui/kit/focus.h"
#include "ui/kit/theme.h"

namespace ui {

struct Context;

/// "Watch it shake": the report's main result in the running window, on the Y with targets in and
/// out of reach. Four acts: pseudoinverse; DLS; λ falls below the cliff; D_max.
struct Demonstration {
  bool open = false;
  std::size_t act = 0;  ///< the present act
  long began = -1;      ///< step at which it began; -1: not yet set up
  double lambda = 0.0;  ///< m/rad, set by the demonstration
  bool asked = false;   ///< the Y was requested
};

/// Sets up and advances the demonstration, and shows its card in the picture: a sentence, and
/// buttons for the next act and to stop. If the user changes the scene, the method, λ or D_max, or
/// goes back in time, it ends and leaves everything as it is.
/// \param area of the card
void demonstration(const Theme& theme, const Area& area, const Context& context);

/// Height of its card in a picture of this width; 0 if it is not open.
float demonstration_height(const Theme& theme, float width, const Demonstration& state);

}  // namespace ui
