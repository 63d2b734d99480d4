#pragma once

#include <functional>
#include <string>

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

/// The files of the faces as bytes; empty where one is missing.
struct FontFiles {
  std::string text, bold, numbers, signs;
};

/// Finds the files through the caller's way to read one, for panels open none themselves.
/// \param read gives the bytes of the file of that path, or none if it is not there
FontFiles find_fonts(const std::function<std::string(const char* path)>& read);

/// Fills the atlas. Where a file is missing, Dear ImGui's own bitmap font stands in.
/// \param files      outlive the building of the atlas, which refers to them
/// \param scale      size of a design point in the display's coordinates
/// \param resolution pixels a coordinate of the display: glyphs are drawn so much finer
Fonts load_fonts(ImFontAtlas& atlas, const FontFiles& files, float scale, float resolution = 1.0F);

}  // namespace ui
