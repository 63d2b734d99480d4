#pragma once

#include <string>

#include "ui/kit/theme.h"

namespace ui {

/// What a page without contents says and offers.
struct EmptyState {
  const char* name;    ///< of the page; its button is marked as "empty/NAME"
  std::string text;    ///< what the page would show, and why it does not
  std::string button;  ///< what brings it about: "Show 1000 bodies"
  std::string help;    ///< hint of the button
};

/// Draws the text and below it the button, within a width from the cursor on.
/// \returns whether the button was pressed
bool empty_state(const Theme& theme, const EmptyState& state, float width);

}  // namespace ui
