#pragma once

#include <optional>
#include <string_view>

#include "ui/kit/focus.h"
#include "ui/kit/theme.h"

namespace ui {

/// Windows that lie over all others.
inline constexpr const char* kCommandsOverlay = "commands";
inline constexpr const char* kKeysOverlay = "help";

/// Upper left corner of a hint with this size. The hint is outside of its item, and inside the
/// display if any side has room; otherwise on the side with the most room.
/// \param gap    between item and hint
/// \param beside prefers the right, then the left, below, above; else above, below, right, left.
///   Beside an item in the lower half of the display, the hint extends upwards
/// \param pointer above or below a wider item, the hint follows its x
ImVec2 place_hint(const ItemRect& item, ImVec2 size, ImVec2 display, float gap, bool beside,
                  ImVec2 pointer);

/// Shows a tooltip beside the last item, even a disabled one, once the pointer or the keyboard's
/// focus has rested on it. A second hint in the same frame adds a paragraph. There is none while a
/// mouse button is down, after a press until the pointer leaves the item, after a key until the
/// pointer moves, or below an open list of commands or keys.
/// \param beside at the right or left, in a list with rows that stay visible. Else in a window that
///   is wider than tall above it, so that the controls beside it stay visible
void hint(const Theme& theme, std::string_view text, bool beside = false);

/// A hint for a part of this window.
void hint_in(const Theme& theme, ImVec2 min, ImVec2 max, std::string_view text);

/// A hint for a part of the picture that no window covers.
void hint_over_picture(const Theme& theme, ImVec2 min, ImVec2 max, std::string_view text);

std::optional<ItemRect> shown_hint();

}  // namespace ui
