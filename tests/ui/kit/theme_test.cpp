#include "ui/kit/theme.h"

#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include "lab/plot/plot.h"
#include "ui/desk.h"

namespace {

/// The first letter of a text that the font lacks, or 0.
ImWchar missing_letter(const ImFont& font, const char* text) {
  for (const auto* c = reinterpret_cast<const unsigned char*>(text); *c != 0;) {
    // UTF-8, at most three bytes in what Dear ImGui draws
    unsigned code = *c;
    int more = 0;
    if (code >= 0xe0) {
      code &= 0x0fU;
      more = 2;
    } else if (code >= 0xc0) {
      code &= 0x1fU;
      more = 1;
    }
    for (++c; more > 0; --more, ++c) code = code << 6U | (*c & 0x3fU);
    if (code > ' ' && font.FindGlyphNoFallback(static_cast<ImWchar>(code)) == nullptr) {
      return static_cast<ImWchar>(code);
    }
  }
  return 0;
}

TEST(Fonts, HaveEveryLetterThatTheRegistriesWrite) {
  Desk desk;
  ASSERT_TRUE(std::filesystem::exists("/usr/share/fonts/opentype/inter"));
  const ui::Fonts& fonts = desk.theme.font;
  for (const ImFont* font : {fonts.text, fonts.small, fonts.bold, fonts.numbers}) {
    for (const ik::MethodInfo& method : ik::methods()) {
      for (const char* text : {method.label, method.equation, method.help, method.reference}) {
        EXPECT_EQ(missing_letter(*font, text), 0) << text;
      }
      method.make().visit([&](const ik::ParamInfo& info, ik::ParamValue) {
        EXPECT_EQ(missing_letter(*font, info.help), 0) << info.help;
      });
    }
    for (const lab::SettingInfo& info : lab::settings()) {
      EXPECT_EQ(missing_letter(*font, info.label), 0) << info.label;
      EXPECT_EQ(missing_letter(*font, info.help), 0) << info.help;
    }
    EXPECT_EQ(missing_letter(*font, "λθσΔᵀ⁺²⁻¹ᵢ|Σ⟨⟩ατγ·×°µμ∞√→−“”…"), 0);
  }
}

TEST(Fonts, AreReadThroughTheCallerAndStoodInForWhereMissing) {
  std::vector<std::string> asked;
  const ui::FontFiles files = ui::find_fonts([&asked](const char* path) {
    asked.emplace_back(path);
    return std::string();
  });
  EXPECT_EQ(asked.size(), 4U);
  ImFontAtlas atlas;
  const ui::Fonts fonts = ui::load_fonts(atlas, files, 1.0F);
  EXPECT_TRUE(atlas.Build());
  EXPECT_NE(fonts.small_numbers, nullptr);
}

double luminance(ImVec4 color) {
  const auto linear = [](float c) {
    return c <= 0.04045F ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.x) + 0.7152 * linear(color.y) + 0.0722 * linear(color.z);
}

double contrast(ImVec4 a, ImVec4 b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

TEST(Theme, KeepsWordsReadable) {
  // WCAG 2.1: 4.5 for text, 3 for large text and signs
  for (const bool dark : {false, true}) {
    for (const ik::MethodInfo& method : ik::methods()) {
      const ui::Colors c = ui::make_colors(dark, lab::method_color(method));
      EXPECT_GE(contrast(c.text, c.panel), 7.0);
      EXPECT_GE(contrast(c.text, c.control), 7.0);
      EXPECT_GE(contrast(c.muted, c.panel), 4.5);
      EXPECT_GE(contrast(c.on_accent, c.accent), 3.0) << method.id;
    }
  }
}

TEST(Theme, RoundsLengthsToPixels) {
  ui::Theme theme;
  theme.scale = 1.5F;
  EXPECT_EQ(theme.px(3.0F), 5.0F);
  EXPECT_EQ(theme.px(2.0F), 3.0F);
}

}  // namespace
