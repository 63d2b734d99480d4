#pragma once

#include <string_view>

#include "ui/shell/laboratory.h"

namespace ui {

/// A page of the panel beside the plots.
/// The share of the strip that the plots take, beside pages that are wide and those that are not.
inline constexpr float kWideStrip = 0.4F, kNarrowStrip = 0.6F;

struct SidePage {
  const char* name;  ///< on its tab
  const char* help;
  bool wide;  ///< wants the larger part of the strip
  void (*draw)(const Theme& theme, const LabView& shown, ImVec2 size, Panels& panels, Edit& edit);
};

/// All pages, in the order of their tabs. A new page is a row here.
std::span<const SidePage> side_pages();

/// The number of the page of that name. \pre there is one
std::size_t page_named(std::string_view name);

/// The tabs, and the page that is chosen.
void side_panel(const Theme& theme, const LabView& shown, ImVec2 size, Panels& panels, Edit& edit);

}  // namespace ui
