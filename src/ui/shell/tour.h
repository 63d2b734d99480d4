#pragma once

#include "ui/kit/theme.h"
#include "ui/shell/layout.h"

namespace ui {

struct Context;
struct Panels;

/// A sequence of cards that introduce the window.
struct Tour {
  bool open = false;
  std::size_t card = 0;
};

/// The present card of the tour, and an outline around the area that it explains. Open lists hide
/// the outline. The rest of the window stays usable.
void tour(const Theme& theme, const Layout& layout, Panels& panels);

/// Height of its present card in a picture of this width; 0 if it is not open.
float tour_height(const Theme& theme, float width, const Tour& state);

/// "Watch it shake": the report's main result in the running window, on the Y with targets in and
/// out of reach. Four acts: pseudoinverse; DLS; λ falls below the cliff; D_max.
struct Demonstration {
  bool open = false;
  std::size_t act = 0;
  long began = -1;      ///< step at which the act began; -1: not yet set up
  double lambda = 0.0;  ///< m/rad, set by the demonstration
  bool asked = false;   ///< the Y was requested
};

/// Sets up and advances the demonstration, and shows its card: a sentence, and buttons for the next
/// act and to stop. If the user changes the scene, the method, λ or D_max, or goes back in time, it
/// ends and leaves everything as it is.
/// \param area of the card
void demonstration(const Theme& theme, const Area& area, const Context& context);

/// Height of its card in a picture of this width; 0 if it is not open.
float demonstration_height(const Theme& theme, float width, const Demonstration& state);

}  // namespace ui
