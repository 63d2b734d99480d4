#pragma once

#include "ui/kit/items.h"
#include "ui/kit/theme.h"

namespace ui {

struct Context;
struct Panels;

/// Symbols of the menu and the pages.
enum class PageIcon {
  kMenu,
  kBars,
  kRanking,
  kMatrix,
  kMap,
  kCloud,
  kQuestion,
  kCrowd,
  kFlask,
  kBody,
};

/// Width of the rail: with names where the window is high enough for them, else of icons alone.
float rail_width(const Theme& theme, float height);

/// The menu and the pages as a vertical bar of icons. A press opens a page, or folds the open one.
void rail(const Theme& theme, const Area& area, const Context& context);

/// A small button in the upper left corner of a picture, which opens or folds the left column.
void column_button(const Theme& theme, const Area& picture, Panels& panels);

}  // namespace ui
