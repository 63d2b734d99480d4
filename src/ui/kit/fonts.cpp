#include "ui/kit/theme.h"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr const char* kTextFont = "/usr/share/fonts/opentype/inter/Inter-Regular.otf";
constexpr const char* kBoldFont = "/usr/share/fonts/opentype/inter/Inter-SemiBold.otf";
constexpr const char* kNumberFont =
    "/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf";
constexpr const char* kSymbolFont = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

// Latin, Greek, phonetic and numeric super- and subscripts, punctuation, arrows, operators,
// geometric shapes, angle brackets, subscript j. The atlas keeps the pointer.
constexpr ImWchar kRanges[] = {0x0020, 0x00ff, 0x0386, 0x03ce, 0x1d40, 0x1d6a, 0x2010,
                               0x2044, 0x2070, 0x209f, 0x2190, 0x2199, 0x2200, 0x226f,
                               0x25a0, 0x25cf, 0x27e8, 0x27eb, 0x2c7c, 0x2c7c, 0};

ImFont* add(ImFontAtlas& atlas, const std::string& file, float size, ImFontConfig config) {
  // the bytes are const: without ownership the atlas neither writes nor frees them
  config.FontDataOwnedByAtlas = false;
  return atlas.AddFontFromMemoryTTF(const_cast<char*>(file.data()), static_cast<int>(file.size()),
                                    size, &config, kRanges);
}

ImFont* load(ImFontAtlas& atlas, const std::string& file, const std::string& symbols, float size,
             float resolution) {
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 1;
  config.PixelSnapH = true;
  ImFont* font = nullptr;
  if (!file.empty()) {
    font = add(atlas, file, size * resolution, config);
  } else {
    // the bitmap font is 13 pixels high: only multiples of that are sharp
    config.SizePixels = 13.0F * std::max(1.0F, std::floor(size * resolution / 13.0F));
    config.OversampleH = 1;
    font = atlas.AddFontDefault(&config);
  }
  if (!symbols.empty()) {
    config.MergeMode = true;
    // DejaVu's letters are larger at the same nominal size
    add(atlas, symbols, 0.92F * size * resolution, config);
  }
  font->Scale = 1.0F / resolution;
  return font;
}

}  // namespace

FontFiles find_fonts(const std::function<std::string(const char* path)>& read) {
  return {read(kTextFont), read(kBoldFont), read(kNumberFont), read(kSymbolFont)};
}

Fonts load_fonts(ImFontAtlas& atlas, const FontFiles& files, float scale, float resolution) {
  atlas.Clear();
  const auto font = [&](const std::string& file, float size) {
    return load(atlas, file, files.symbols, std::round(size * scale), resolution);
  };
  Fonts fonts;
  fonts.text = font(files.text, 16.0F);
  fonts.bold = font(files.bold, 16.0F);
  fonts.title = font(files.bold, 20.0F);
  fonts.small = font(files.text, 14.0F);
  fonts.numbers = font(files.numbers, 16.0F);
  fonts.small_numbers = font(files.numbers, 14.0F);
  return fonts;
}

}  // namespace ui
