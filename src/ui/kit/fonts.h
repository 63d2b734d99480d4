#pragma once

#include <functional>
#include <string>

#include <imgui.h>

namespace ui {

/// The fonts of the panels: Inter for words, JetBrains Mono for numbers, and DejaVu Sans for the
/// mathematical symbols that these two lack. Owned by the atlas.
struct Fonts {
  ImFont* text = nullptr;
  ImFont* bold = nullptr;
  ImFont* title = nullptr;
  ImFont* small = nullptr;
  ImFont* numbers = nullptr;
  ImFont* small_numbers = nullptr;
};

/// The bytes of the font files; empty where one is missing.
struct FontFiles {
  std::string text, bold, numbers, symbols;
};

/// Reads the font files.
/// \param read returns the bytes of a file, or an empty string if it does not exist
FontFiles find_fonts(const std::function<std::string(const char* path)>& read);

/// Fills the atlas. Dear ImGui's bitmap font replaces a missing file.
/// \param files      must outlive the building of the atlas, which refers to them
/// \param scale      display coordinates per design point
/// \param resolution pixels per display coordinate
Fonts load_fonts(ImFontAtlas& atlas, const FontFiles& files, float scale, float resolution = 1.0F);

}  // namespace ui
