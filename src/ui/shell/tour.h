#pragma once

#include <cstddef>
#include <string>

#include "ui/kit/focus.h"
#include "ui/kit/theme.h"
#include "ui/shell/layout.h"

namespace ui {

struct Panels;

/// State of the introductory tour, a sequence of cards.
struct Tour {
  bool open = false;
  std::size_t card = 0;
};

struct CardWords {
  std::string title;
  const char* text;
};

/// Height that a card of this width needs, display coordinates.
float card_height(const Theme& theme, float width, const CardWords& words);
/// Begins a card with a title and a text, until ImGui::End(). Its buttons follow in two lines at
/// the lower right, equally wide, so that the next one stays under the pointer.
void begin_card(const Theme& theme, const char* name, const Area& area, const CardWords& words);
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

/// Height of its present card in a picture of this width; 0 if it is not open.
float tour_height(const Theme& theme, float width, const Tour& state);

}  // namespace ui
