#pragma once

#include <imgui.h>

namespace ui {

/// The faces of the panels: Inter for words, JetBrains Mono for numbers, and DejaVu Sans for the
/// few mathematical signs that these two lack. Owned by the atlas.
struct Fonts {
  ImFont* text = nullptr;
  ImFont* bold = nullptr;
  ImFont* title = nullptr;
  ImFont* small = nullptr;
  ImFont* numbers = nullptr;
  ImFont* small_numbers = nullptr;
};

/// Fills the atlas. Where a font file is missing, Dear ImGui's own bitmap font stands in.
/// \param scale      size of a design point in the display's coordinates
/// \param resolution pixels a coordinate of the display: glyphs are drawn so much finer
Fonts load_fonts(ImFontAtlas& atlas, float scale, float resolution = 1.0F);

}  // namespace ui
