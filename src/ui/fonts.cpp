#include "ui/fonts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ui {
namespace {

constexpr const char* kText = "/usr/share/fonts/opentype/inter/Inter-Regular.otf";
constexpr const char* kBold = "/usr/share/fonts/opentype/inter/Inter-SemiBold.otf";
constexpr const char* kNumbers =
    "/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf";
constexpr const char* kSigns = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

// Latin, Greek, phonetic and numeric super- and subscripts, punctuation, arrows, operators,
// geometric shapes, angle brackets, subscript j; the atlas keeps the pointer
constexpr ImWchar kRanges[] = {0x0020, 0x00ff, 0x0370, 0x03ff, 0x1d40, 0x1d6a, 0x2010,
                               0x2044, 0x2070, 0x209f, 0x2190, 0x2199, 0x2200, 0x226f,
                               0x25a0, 0x25cf, 0x27e8, 0x27eb, 0x2c7c, 0x2c7c, 0};

bool exists(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return false;
  std::fclose(file);
  return true;
}

ImFont* load(ImFontAtlas& atlas, const char* path, float size, float resolution) {
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 1;
  config.PixelSnapH = true;
  ImFont* font = nullptr;
  if (exists(path)) {
    font = atlas.AddFontFromFileTTF(path, size * resolution, &config, kRanges);
  } else {
    // the bitmap font is drawn for 13 pixels
    config.SizePixels = 13.0F * std::max(1.0F, std::floor(size * resolution / 13.0F));
    config.OversampleH = 1;
    font = atlas.AddFontDefault(&config);
  }
  if (exists(kSigns)) {
    config.MergeMode = true;
    // DejaVu has the larger letters at the same size
    atlas.AddFontFromFileTTF(kSigns, 0.92F * size * resolution, &config, kRanges);
  }
  font->Scale = 1.0F / resolution;
  return font;
}

}  // namespace

Fonts load_fonts(ImFontAtlas& atlas, float scale, float resolution) {
  atlas.Clear();
  const auto font = [&](const char* path, float size) {
    return load(atlas, path, std::round(size * scale), resolution);
  };
  Fonts fonts;
  fonts.text = font(kText, 16.0F);
  fonts.bold = font(kBold, 16.0F);
  fonts.title = font(kBold, 20.0F);
  fonts.small = font(kText, 14.0F);
  fonts.numbers = font(kNumbers, 16.0F);
  fonts.small_numbers = font(kNumbers, 14.0F);
  return fonts;
}

}  // namespace ui
