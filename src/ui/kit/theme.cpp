#include "ui/kit/theme.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <imgui_internal.h>

namespace ui {

namespace {

// What the window's own texts and most names need: Latin, Greek, transposed, subscripts i and r,
// punctuation, numeric super- and subscripts, arrows, operators, angle brackets, subscript j.
// Pictures of letters are a tenth of the program's start: further ones are made when a text has
// them. The atlas keeps the pointer.
constexpr ImWchar kUsual[] = {0x0020, 0x00ff, 0x0386, 0x03ce, 0x1d40, 0x1d40, 0x1d62,
                              0x1d63, 0x2010, 0x2026, 0x2070, 0x208e, 0x2190, 0x2193,
                              0x2202, 0x2212, 0x221a, 0x221e, 0x2260, 0x2265, 0x27e8,
                              0x27eb, 0x2c7c, 0x2c7c, 0};

constexpr int kDigitWidth = 3, kDigitHeight = 5;  // dots
/// The dots of the hexadecimal digits, row by row, three bits each.
constexpr unsigned kDigits[16] = {075557, 026227, 071747, 071717, 055711, 074717, 074757, 071111,
                                  075757, 075717, 025755, 065656, 034443, 065556, 074647, 074644};

}  // namespace

bool is_usual_sign(ImWchar sign) {
  for (const ImWchar* range = kUsual; *range != 0; range += 2) {
    if (sign >= range[0] && sign <= range[1]) return true;
  }
  return sign < 0x20;
}

void add_further_signs(std::string_view text, std::set<ImWchar>& signs) {
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    if (static_cast<unsigned char>(*at) < 0x80) {
      ++at;
      continue;
    }
    unsigned code = 0;
    at += std::max(ImTextCharFromUtf8(&code, at, end), 1);
    const auto sign = static_cast<ImWchar>(code <= 0xffff ? code : 0xfffd);
    if (!is_usual_sign(sign)) signs.insert(sign);
  }
}

SignPicture numbered_box(ImWchar sign, int height) {
  // two rows and two columns of digits, with a dot between them, around them, and a frame
  constexpr int kWide = 2 * kDigitWidth + 5, kHigh = 2 * kDigitHeight + 5;  // dots
  const int dot = std::max(1, height / kHigh);                              // pixels
  SignPicture box{.width = (kWide + 1) * dot, .height = height, .alpha = {}};
  box.alpha.assign(static_cast<std::size_t>(box.width * box.height), 0);
  const int top = std::max(0, (height - kHigh * dot) / 2);
  const auto fill = [&](int column, int row) {
    for (int y = top + row * dot; y < std::min(top + (row + 1) * dot, height); ++y) {
      for (int x = column * dot; x < (column + 1) * dot; ++x) {
        box.alpha[static_cast<std::size_t>(y * box.width + x)] = 0xff;
      }
    }
  };
  for (int x = 0; x < kWide; ++x) fill(x, 0), fill(x, kHigh - 1);
  for (int y = 0; y < kHigh; ++y) fill(0, y), fill(kWide - 1, y);
  for (int i = 0; i < 4; ++i) {
    const unsigned digit = kDigits[static_cast<unsigned>(sign) >> (12 - 4 * i) & 0xfU];
    const int left = 2 + i % 2 * (kDigitWidth + 1), above = 2 + i / 2 * (kDigitHeight + 1);
    for (int bit = 0; bit < kDigitWidth * kDigitHeight; ++bit) {
      const bool set = (digit >> (kDigitWidth * kDigitHeight - 1 - bit) & 1U) != 0;
      if (set) fill(left + bit % kDigitWidth, above + bit / kDigitWidth);
    }
  }
  return box;
}

namespace {

struct FontSource {
  SystemFont font;
  std::vector<ImWchar> ranges;  // as Dear ImGui takes them
};

std::vector<ImWchar> with_usual_signs(const std::set<ImWchar>& further) {
  std::vector<ImWchar> ranges(std::begin(kUsual), std::prev(std::end(kUsual)));
  for (const ImWchar sign : further) ranges.insert(ranges.end(), {sign, sign});
  ranges.push_back(0);
  return ranges;
}

/// What the fonts of all sizes have in common.
struct FontPlan {
  const std::string& letters;  ///< the text font: the usual letters that another lacks
  const std::string& symbols;
  const ImWchar* ranges;  ///< what the window's own fonts hold
  std::span<const FontSource> further;
  float resolution;
};

/// The atlas reads the file's bytes when it is built. It neither writes nor frees them, and does
/// not copy them: it owns them only while they are added.
ImFont* add(ImFontAtlas& atlas, const std::string& file, float size, ImFontConfig config,
            const ImWchar* ranges) {
  config.FontDataOwnedByAtlas = true;
  ImFont* const font = atlas.AddFontFromMemoryTTF(
      const_cast<char*>(file.data()), static_cast<int>(file.size()), size, &config, ranges);
  atlas.ConfigData.back().FontDataOwnedByAtlas = false;
  return font;
}

ImFont* load(ImFontAtlas& atlas, const std::string& file, const FontPlan& plan, float size) {
  const float pixels = size * plan.resolution;
  ImFontConfig config;
  // large letters are sharp anyway, and their texture would be too large
  config.OversampleH = pixels < 32.0F ? 2 : 1;
  config.OversampleV = 1;
  config.PixelSnapH = true;
  ImFont* font = nullptr;
  if (!file.empty()) {
    font = add(atlas, file, pixels, config, plan.ranges);
  } else {
    // the bitmap font is 13 pixels high: only multiples of that are sharp
    config.SizePixels = 13.0F * std::max(1.0F, std::floor(pixels / 13.0F));
    config.OversampleH = 1;
    font = atlas.AddFontDefault(&config);
  }
  config.MergeMode = true;
  if (!plan.letters.empty() && file != plan.letters) {
    add(atlas, plan.letters, pixels, config, kUsual);
  }
  // DejaVu's letters are larger at the same nominal size
  if (!plan.symbols.empty()) add(atlas, plan.symbols, 0.92F * pixels, config, plan.ranges);
  for (const FontSource& source : plan.further) {
    config.FontNo = source.font.number;
    add(atlas, *source.font.bytes, pixels, config, source.ranges.data());
  }
  font->Scale = 1.0F / plan.resolution;
  return font;
}

Fonts load_all(ImFontAtlas& atlas, const FontFiles& files, const FontPlan& plan, float scale) {
  atlas.Clear();
  const auto font = [&](const std::string& file, float size) {
    return load(atlas, file, plan, std::round(size * scale));
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

/// The signs that a font of the built atlas lacks.
std::set<ImWchar> missing_signs(const ImFontAtlas& atlas, const std::set<ImWchar>& signs) {
  std::set<ImWchar> missing;
  for (const ImWchar sign : signs) {
    const auto lacks = [sign](const ImFont* font) {
      return font->FindGlyphNoFallback(sign) == nullptr;
    };
    if (std::any_of(atlas.Fonts.begin(), atlas.Fonts.end(), lacks)) missing.insert(sign);
  }
  return missing;
}

/// The system's fonts for these signs. \returns also the signs that none of them has
std::pair<std::vector<FontSource>, std::set<ImWchar>> sources_of(const std::set<ImWchar>& signs,
                                                                 const FurtherSigns& further) {
  std::vector<FontSource> sources;
  std::set<ImWchar> rest;
  for (const ImWchar sign : signs) {
    const auto font = further.font ? further.font(sign) : std::nullopt;
    if (!font) {
      rest.insert(sign);
      continue;
    }
    auto source = std::ranges::find(sources, *font, &FontSource::font);
    if (source == sources.end()) source = sources.insert(sources.end(), {*font, {}});
    source->ranges.insert(source->ranges.end(), {sign, sign});
  }
  for (FontSource& source : sources) source.ranges.push_back(0);
  return {std::move(sources), std::move(rest)};
}

void build_with_pictures(ImFontAtlas& atlas, const std::set<ImWchar>& signs,
                         const FurtherSigns& further) {
  std::vector<std::pair<int, SignPicture>> pictures;  // by their place in the atlas
  for (const ImFontConfig& config : atlas.ConfigData) {
    if (config.MergeMode) continue;
    for (const ImWchar sign : signs) {
      const int height = static_cast<int>(config.SizePixels);
      auto picture = further.picture ? further.picture(sign, height) : std::nullopt;
      if (!picture) picture = numbered_box(sign, height);
      const int place =
          atlas.AddCustomRectFontGlyph(config.DstFont, sign, picture->width, picture->height,
                                       static_cast<float>(picture->width));
      pictures.emplace_back(place, std::move(*picture));
    }
  }
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
  for (const auto& [place, picture] : pictures) {
    const ImFontAtlasCustomRect& rect = *atlas.GetCustomRectByIndex(place);
    for (int y = 0; y < picture.height; ++y) {
      std::copy_n(picture.alpha.data() + y * picture.width, picture.width,
                  pixels + (rect.Y + y) * width + rect.X);
    }
  }
}

}  // namespace

FontFiles find_fonts(const std::function<std::string(const char* path)>& read) {
  return {.text = read("/usr/share/fonts/opentype/inter/Inter-Regular.otf"),
          .bold = read("/usr/share/fonts/opentype/inter/Inter-SemiBold.otf"),
          .numbers = read("/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf"),
          .symbols = read("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")};
}

Fonts load_fonts(ImFontAtlas& atlas, const FontFiles& files, float scale, float resolution,
                 const FurtherSigns& further) {
  FontPlan plan{.letters = files.text,
                .symbols = files.symbols,
                .ranges = kUsual,
                .further = {},
                .resolution = resolution};
  if (further.signs.empty()) return load_all(atlas, files, plan, scale);
  const std::vector<ImWchar> ranges = with_usual_signs(further.signs);
  plan.ranges = ranges.data();
  Fonts fonts = load_all(atlas, files, plan, scale);
  atlas.Build();
  const std::set<ImWchar> missing = missing_signs(atlas, further.signs);
  if (missing.empty()) return fonts;
  const auto [sources, rest] = sources_of(missing, further);
  plan.further = sources;
  fonts = load_all(atlas, files, plan, scale);
  // the ranges end with this function: the atlas is built here
  build_with_pictures(atlas, rest, further);
  return fonts;
}

ImVec4 hex(unsigned code) { return to_imgui(lab::hex(code)); }

ImVec4 to_imgui(lab::Color color, float alpha) {
  return {color.r, color.g, color.b, color.a * alpha};
}

lab::Color to_lab(ImVec4 color) { return {color.x, color.y, color.z, color.w}; }

ImVec4 faded(ImVec4 color, float alpha) { return {color.x, color.y, color.z, color.w * alpha}; }

ImVec4 ink_of(const Theme& theme, lab::Color color, float alpha) {
  return to_imgui(lab::on_ground(color, theme.dark), alpha);
}

ImU32 packed(ImVec4 color) { return ImGui::ColorConvertFloat4ToU32(color); }

float line_height(const ImFont* font) { return font->FontSize * font->Scale; }

float text_width(const ImFont* font, const char* text) {
  return font->CalcTextSizeA(line_height(font), 1e6F, 0.0F, text).x;
}

Colors make_colors(bool dark, bool contrast) {
  const auto pick = [dark](unsigned in_dark, unsigned in_light) {
    return hex(dark ? in_dark : in_light);
  };
  Colors c;
  c.panel = pick(0x1b1e23, 0xffffff);
  c.canvas = pick(0x15171b, 0xfafbfc);
  c.border = pick(0x30353d, 0xd9dee5);
  c.text = pick(0xe8eaed, 0x1a1e24);
  c.muted = pick(0xa6afbb, 0x57606d);
  c.outline = pick(0x7a8492, 0x818b98);
  c.control = pick(0x282c33, 0xeef1f5);
  c.hovered = pick(0x333942, 0xe2e7ed);
  c.active = pick(0x3d444f, 0xd5dce4);
  c.grid = pick(0x2a2e35, 0xe7ebf0);
  c.record = pick(0xff5c5c, 0xd62f2f);
  c.alarm = pick(0xff9089, 0xb32020);
  c.caution = pick(0xe0b056, 0x7d5200);
  c.accent = pick(0x9fb8d6, 0x3f5b7c);
  c.on_accent = pick(0x14171b, 0xffffff);
  c.chosen = dark ? 0.22F : 0.16F;
  c.fill = dark ? 0.38F : 0.28F;
  if (!contrast) return c;
  c.panel = c.canvas = pick(0x000000, 0xffffff);
  c.text = pick(0xffffff, 0x000000);
  c.muted = pick(0xd5dbe3, 0x343b45);
  c.border = c.outline = pick(0x98a2b0, 0x636d7a);
  c.control = pick(0x1c2026, 0xeef1f5);
  c.hovered = pick(0x2a2f37, 0xe2e7ed);
  c.accent = pick(0xbcd2ec, 0x24405f);
  c.on_accent = pick(0x000000, 0xffffff);
  c.record = c.alarm = pick(0xffb3ae, 0x8f1414);
  c.caution = pick(0xf0c67a, 0x5e3d00);
  c.fill = 0.24F;
  return c;
}

void apply(const Theme& theme, ImGuiStyle& style) {
  style = ImGuiStyle();
  style.WindowPadding = {12, 10};
  // the smallest font of a control has 14 points
  style.FramePadding = {8, theme.touch ? 0.5F * (kFinger - 14.0F) : 3.0F};
  style.ItemSpacing = {8, 4};
  style.ItemInnerSpacing = {6, 4};
  style.CellPadding = {4, 3};
  style.IndentSpacing = 12;
  style.ScrollbarSize = 10;
  style.GrabMinSize = 10;
  style.SelectableTextAlign = {0.0F, 0.5F};
  style.WindowRounding = 0;
  style.ChildRounding = 6;
  style.FrameRounding = 5;
  style.PopupRounding = 8;
  style.ScrollbarRounding = 5;
  style.GrabRounding = 4;
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 1;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.DisabledAlpha = 0.45F;
  style.ScaleAllSizes(theme.scale);
  style.AntiAliasedLinesUseTex = true;

  const Colors& c = theme.color;
  const auto set = [&style](ImGuiCol which, ImVec4 color) { style.Colors[which] = color; };
  set(ImGuiCol_Text, c.text);
  set(ImGuiCol_TextDisabled, c.muted);
  set(ImGuiCol_WindowBg, c.panel);
  set(ImGuiCol_ChildBg, faded(c.panel, 0.0F));
  set(ImGuiCol_PopupBg, c.panel);
  set(ImGuiCol_Border, c.border);
  set(ImGuiCol_BorderShadow, faded(c.border, 0.0F));
  set(ImGuiCol_FrameBg, c.control);
  set(ImGuiCol_FrameBgHovered, c.hovered);
  set(ImGuiCol_FrameBgActive, c.active);
  set(ImGuiCol_ScrollbarBg, faded(c.panel, 0.0F));
  set(ImGuiCol_ScrollbarGrab, c.border);
  set(ImGuiCol_ScrollbarGrabHovered, c.muted);
  set(ImGuiCol_ScrollbarGrabActive, c.muted);
  set(ImGuiCol_CheckMark, c.accent);
  set(ImGuiCol_SliderGrab, c.accent);
  set(ImGuiCol_SliderGrabActive, c.accent);
  set(ImGuiCol_Button, c.control);
  set(ImGuiCol_ButtonHovered, c.hovered);
  set(ImGuiCol_ButtonActive, c.active);
  set(ImGuiCol_Header, faded(c.accent, c.chosen));
  set(ImGuiCol_HeaderHovered, c.hovered);
  set(ImGuiCol_HeaderActive, c.active);
  set(ImGuiCol_Separator, c.border);
  set(ImGuiCol_TextSelectedBg, faded(c.accent, 0.35F));
  set(ImGuiCol_NavHighlight, c.accent);
  set(ImGuiCol_ModalWindowDimBg, faded(c.canvas, 0.6F));
}

}  // namespace ui
