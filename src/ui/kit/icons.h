#pragma once

#include <algorithm>
#include <initializer_list>

#include <imgui.h>

#include "ui/kit/theme.h"

namespace ui {

/// Symbols of buttons, then of the rail: the menu and the pages.
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
  kReach,
  kPath,
};

/// Canvas of a symbol. Positions are relative to its middle, in halves of its size, x to the right
/// and y down. Widths and radii are in display coordinates.
struct Sketch {
  ImDrawList& list;
  ImVec2 c;  ///< middle of the symbol
  float r;   ///< half the size of the symbol
  ImU32 color;

  ImVec2 at(ImVec2 place) const { return {c.x + place.x * r, c.y + place.y * r}; }
  /// Width of a stroke. \param share of half the size
  float stroke(float share, float least = 1.5F) const { return std::max(least, share * r); }
  void line(ImVec2 a, ImVec2 b, float width) const { list.AddLine(at(a), at(b), color, width); }
  void box(ImVec2 min, ImVec2 max, float rounding = 0.0F) const {
    list.AddRectFilled(at(min), at(max), color, rounding);
  }
  void disc(ImVec2 middle, float radius, int segments) const {
    list.AddCircleFilled(at(middle), radius, color, segments);
  }
  /// A line through places. \param width 0: the filled convex polygon instead
  void path(std::initializer_list<ImVec2> places, float width = 0.0F) const;
};

void draw_icon(const Sketch& sketch, Icon icon);

bool icon_button(const Theme& theme, const char* id, Icon icon, ImVec2 size, bool primary = false);

}  // namespace ui
