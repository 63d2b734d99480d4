#include "ui/kit/theme.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "lab/plot/plot.h"
#include "support/vision.h"
#include "ui/desk.h"
#include "ui/panels/claims_panel.h"

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
      method.make().visit([&](const ik::Knob& info, ik::KnobValue) {
        EXPECT_EQ(missing_letter(*font, info.help), 0) << info.help;
      });
    }
    for (const lab::Knob& info : lab::shared_knobs()) {
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

double contrast(ImVec4 a, ImVec4 b) { return vision::contrast(ui::to_lab(a), ui::to_lab(b)); }

/// A translucent colour over an opaque one.
ImVec4 over(ImVec4 top, float alpha, ImVec4 ground) {
  return ui::to_imgui(vision::over(ui::to_lab(top), alpha, ui::to_lab(ground)));
}

TEST(Theme, KeepsWordsReadable) {
  // WCAG 2.1: 4.5 for text
  for (const bool dark : {false, true}) {
    const ui::Colors c = ui::make_colors(dark);
    // words stand on panels, in plots, on controls at rest, under the pointer and pressed
    for (const ImVec4& ground : {c.panel, c.canvas, c.control, c.hovered, c.active}) {
      EXPECT_GE(contrast(c.text, ground), 7.0);
    }
    for (const ImVec4& ground : {c.panel, c.canvas, c.control, c.hovered}) {
      EXPECT_GE(contrast(c.muted, ground), 4.5);
    }
    // in chosen rows, and numbers in sliders
    const ImVec4 chosen = over(c.accent, c.chosen, c.panel);
    EXPECT_GE(contrast(c.text, chosen), 4.5);
    EXPECT_GE(contrast(c.muted, chosen), 4.5);
    for (const ImVec4& ground : {c.control, c.hovered}) {
      EXPECT_GE(contrast(c.text, over(c.accent, c.fill, ground)), 4.5);
    }
    EXPECT_GE(contrast(c.on_accent, c.accent), 4.5);
    EXPECT_GE(contrast(c.record, c.panel), 4.5);
    for (const ImVec4& ground : {c.panel, c.canvas, c.control, c.hovered, chosen}) {
      EXPECT_GE(contrast(c.alarm, ground), 4.5);
      EXPECT_GE(contrast(c.caution, ground), 4.5);
    }
    // in rows of the list of claims
    ui::Theme theme;
    theme.dark = dark;
    theme.color = c;
    for (const lab::Verdict verdict : {lab::Verdict::kHolds, lab::Verdict::kInPart,
                                       lab::Verdict::kDoesNotHold, lab::Verdict::kNotJudged}) {
      for (const ImVec4& ground : {c.panel, c.hovered, chosen}) {
        EXPECT_GE(contrast(ui::verdict_color(theme, verdict), ground), 4.5);
      }
    }
    EXPECT_GE(contrast(c.accent, c.panel), 4.5);  // keys in the list of shortcuts
  }
}

TEST(Theme, KeepsControlsVisible) {
  // WCAG 2.1: 3 for signs and for what shows the state of a control
  for (const bool dark : {false, true}) {
    const ui::Colors c = ui::make_colors(dark);
    for (const ImVec4& ground : {c.panel, c.canvas, c.control, c.hovered, c.active}) {
      EXPECT_GE(contrast(c.accent, ground), 3.0);
    }
    for (const ImVec4& ground : {c.panel, c.control, c.hovered}) {
      EXPECT_GE(contrast(c.record, ground), 3.0);
    }
    EXPECT_GE(contrast(c.outline, c.panel), 3.0);
    // a switch that is off
    EXPECT_GE(contrast(c.panel, c.muted), 3.0);
  }
}

TEST(Theme, HasMoreContrastWhereItIsAskedFor) {
  // WCAG 2.1, level AAA: 7 for text; and 4.5 for signs instead of 3
  for (const bool dark : {false, true}) {
    const ui::Colors c = ui::make_colors(dark, true);
    for (const ImVec4& ground : {c.panel, c.canvas, c.control, c.hovered}) {
      EXPECT_GE(contrast(c.text, ground), 12.0);
      EXPECT_GE(contrast(c.muted, ground), 7.0);
      EXPECT_GE(contrast(c.accent, ground), 4.5);
      EXPECT_GE(contrast(c.alarm, ground), 7.0);
      EXPECT_GE(contrast(c.caution, ground), 7.0);
    }
    EXPECT_GE(contrast(c.on_accent, c.accent), 7.0);
    EXPECT_GE(contrast(c.outline, c.panel), 4.5);
    EXPECT_GE(contrast(c.border, c.panel), 4.5);
    EXPECT_GE(contrast(c.text, over(c.accent, c.chosen, c.panel)), 7.0);
    for (const ImVec4& ground : {c.control, c.hovered}) {
      EXPECT_GE(contrast(c.text, over(c.accent, c.fill, ground)), 7.0);
    }
  }
}

TEST(Theme, HasAnAccentThatIsNoMethodsColour) {
  for (const bool dark : {false, true}) {
    const ui::Colors c = ui::make_colors(dark);
    const auto light = [](ImVec4 color) { return vision::linear(ui::to_lab(color)); };
    const Eigen::Vector3d accent = vision::cielab(light(c.accent));
    for (const ik::MethodInfo& method : ik::methods()) {
      const lab::Color color = lab::on_ground(lab::method_color(method), dark);
      EXPECT_GE(vision::ciede2000(accent, vision::cielab(vision::linear(color))), 6.0) << method.id;
    }
    // a blue-grey
    EXPECT_LT(accent.tail<2>().norm(), 25.0);
  }
}

TEST(Theme, RoundsLengthsToPixels) {
  ui::Theme theme;
  theme.scale = 1.5F;
  EXPECT_EQ(theme.px(3.0F), 5.0F);
  EXPECT_EQ(theme.px(2.0F), 3.0F);
}

}  // namespace
