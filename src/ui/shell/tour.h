#pragma once

#include <cstddef>

#include "ui/kit/items.h"
#include "ui/kit/theme.h"
#include "ui/shell/layout.h"

namespace ui {

struct Panels;

/// State of the introductory tour, a sequence of cards.
struct Tour {
  bool open = false;
  std::size_t card = 0;
};

/// Begins a card with a title and a text, until ImGui::End(). Its buttons follow at the right end,
/// one below the other and equally wide, so that the next one stays under the pointer.
void begin_card(const Theme& theme, const char* name, const Area& area, const char* title,
                const char* text);
/// The look of a card's button.
struct CardButton {
  enum class Part { kWhole, kLeft, kRight };  ///< part of its line
  Part part = Part::kWhole;
  bool main = false;  ///< in the accent's colour
};

/// The next button of a card, marked as "group/name".
bool card_button(const Theme& theme, const char* group, const char* name, const char* label,
                 CardButton look = {});

/// The present card of the tour, and an outline around the area that it explains. Open lists hide
/// the outline. The rest of the window stays usable.
void tour(const Theme& theme, const Layout& layout, Panels& panels);

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

}  // namespace ui
