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

}  // namespace ui
