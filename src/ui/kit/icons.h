#pragma once

#include "ui/kit/theme.h"

namespace ui {

/// Symbols of buttons.
enum class Icon {
  kPlay,
  kPause,
  kStep,
  kStepBack,
  kReset,
  kRecord,
  kStop,
  kUndo,
  kRedo,
  kLoop,
  kSave,
  kBranch,
  kHome,
  kFollow,
};

/// Draws a symbol. \param r half its size
void draw_icon(ImDrawList& list, Icon icon, ImVec2 c, float r, ImU32 color);

/// A button with a symbol.
bool icon_button(const Theme& theme, const char* id, Icon icon, ImVec2 size, bool primary = false);

}  // namespace ui
