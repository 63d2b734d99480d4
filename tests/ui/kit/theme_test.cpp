#include "ui/kit/theme.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "lab/plot/plot.h"
#include "support/vision.h"
#include "ui/desk.h"
#include "ui/panels/pages.h"
#include "ui/shell/laboratory.h"

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
      method.create().visit([&](const ik::Knob& info, ik::KnobValue) {
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

using Signs = std::set<ImWchar>;

Signs further(std::string_view text) {
  Signs signs;
  ui::add_further_signs(text, signs);
  return signs;
}

TEST(FurtherSigns, AreThoseThatTheWindowDoesNotWrite) {
  EXPECT_EQ(further("elbow λ_2 → 90° ä ∞"), Signs());
  EXPECT_EQ(further("плечо"), (Signs{0x43f, 0x43b, 0x435, 0x447, 0x43e}));
  EXPECT_EQ(further("肘 a 肩"), (Signs{0x8098, 0x80a9}));
  EXPECT_EQ(further("😀"), (Signs{0xfffd})) << "beyond what Dear ImGui draws";
  EXPECT_EQ(further("cut \xe8\x82"), (Signs{0xfffd})) << "broken UTF-8";
  EXPECT_EQ(further(""), Signs());
}

std::string file_at(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(FurtherSigns, AreNoneOfTheProgramsOwnTexts) {
  int files = 0;
  for (const char* const folder : {"src/ik", "src/lab", "src/io", "src/ui", "assets/scenes"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(
             std::filesystem::path(IKLAB_SOURCE_DIR) / folder)) {
      if (!entry.is_regular_file()) continue;
      EXPECT_EQ(further(file_at(entry.path())), Signs()) << entry.path();
      ++files;
    }
  }
  EXPECT_GT(files, 300);
}

/// The opacities of a sign's glyph in a built atlas.
std::vector<int> ink_of(ImFontAtlas& atlas, const ImFont& font, ImWchar sign) {
  const ImFontGlyph* const glyph = font.FindGlyphNoFallback(sign);
  if (glyph == nullptr) return {};
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
  const auto at = [](float share, int whole) {
    return static_cast<int>(std::lround(share * static_cast<float>(whole)));
  };
  std::vector<int> ink;
  for (int y = at(glyph->V0, height); y < at(glyph->V1, height); ++y) {
    for (int x = at(glyph->U0, width); x < at(glyph->U1, width); ++x) {
      ink.push_back(pixels[y * width + x]);
    }
  }
  return ink;
}

TEST(FurtherSigns, ComeFromTheWindowsFontsWhereTheseHaveThem) {
  const ui::FontFiles files = ui::find_fonts(file_at);
  ImFontAtlas atlas;
  const ui::Fonts usual = ui::load_fonts(atlas, files, 1.0F);
  ASSERT_TRUE(atlas.Build());
  EXPECT_EQ(usual.text->FindGlyphNoFallback(0x43f), nullptr) << "not loaded before it occurs";
  bool asked = false;
  const ui::Fonts fonts = ui::load_fonts(atlas, files, 1.0F, 1.0F,
                                         {.signs = further("плечо"), .font = [&asked](ImWchar) {
                                            asked = true;
                                            return std::optional<ui::SystemFont>();
                                          }});
  for (const ImFont* font : {fonts.text, fonts.bold, fonts.numbers, fonts.small_numbers}) {
    for (const ImWchar sign : further("плечо")) {
      EXPECT_NE(font->FindGlyphNoFallback(sign), nullptr) << sign;
    }
  }
  EXPECT_FALSE(asked);
}

TEST(FurtherSigns, ComeFromTheSystemsFontsElse) {
  const ui::FontFiles files = ui::find_fonts(file_at);
  const ui::FontFiles none;
  // DejaVu plays the system's font for a window without fonts
  ImFontAtlas atlas;
  const ui::Fonts fonts = ui::load_fonts(
      atlas, none, 1.0F, 1.0F,
      {.signs = further("жש"), .font = [&files](ImWchar sign) {
         return sign == 0x436 ? std::optional(ui::SystemFont{&files.symbols}) : std::nullopt;
       }});
  ASSERT_NE(fonts.text->FindGlyphNoFallback(0x436), nullptr);
  EXPECT_NE(ink_of(atlas, *fonts.text, 0x436), ink_of(atlas, *fonts.text, 0x5e9));
  EXPECT_NE(ink_of(atlas, *fonts.text, 0x5e9), std::vector<int>()) << "a box";
}

TEST(FurtherSigns, ThatNobodyHasAreBoxesWithTheirNumbers) {
  const ui::FontFiles files = ui::find_fonts(file_at);
  const Signs signs{0xe000, 0xe001, 0xfffd};  // the first two are private: no font has them
  for (const float scale : {1.0F, 1.75F}) {
    ImFontAtlas atlas;
    const ui::Fonts fonts = ui::load_fonts(atlas, files, scale, 1.0F, {.signs = signs});
    for (const ImFont* font : {fonts.text, fonts.small, fonts.title}) {
      const auto one = ink_of(atlas, *font, 0xe000), other = ink_of(atlas, *font, 0xe001);
      ASSERT_FALSE(one.empty());
      EXPECT_NE(one, other) << "the last digit differs";
      EXPECT_GT(std::ranges::count(one, 0xff), 40) << "a frame and digits";
      EXPECT_NE(font->FindGlyphNoFallback(0xfffd), nullptr);
      EXPECT_GT(font->FindGlyphNoFallback(0xe000)->AdvanceX, 8.0F);
    }
  }
}

TEST(FurtherSigns, AreDrawnByThePlatformWhereItCan) {
  const ui::SignPicture picture{.width = 2, .height = 2, .alpha = {1, 2, 3, 250}};
  ImFontAtlas atlas;
  const ui::Fonts fonts = ui::load_fonts(
      atlas, ui::find_fonts(file_at), 1.0F, 1.0F,
      {.signs = {0xe000}, .picture = [&picture](ImWchar, int) { return std::optional(picture); }});
  EXPECT_EQ(ink_of(atlas, *fonts.text, 0xe000), (std::vector<int>{1, 2, 3, 250}));
}

TEST(NumberedBox, HasFourHexadecimalDigitsInAFrame) {
  const ui::SignPicture box = ui::numbered_box(0x12af, 15);
  std::string rows;
  for (int y = 0; y < box.height; ++y) {
    for (int x = 0; x < box.width; ++x) rows += box.alpha[y * box.width + x] != 0 ? '#' : '.';
    rows += '\n';
  }
  EXPECT_EQ(rows,
            "###########.\n"
            "#.........#.\n"
            "#..#..###.#.\n"
            "#.##....#.#.\n"
            "#..#..###.#.\n"
            "#..#..#...#.\n"
            "#.###.###.#.\n"
            "#.........#.\n"
            "#..#..###.#.\n"
            "#.#.#.#...#.\n"
            "#.###.##..#.\n"
            "#.#.#.#...#.\n"
            "#.#.#.#...#.\n"
            "#.........#.\n"
            "###########.\n");
}

TEST(ShownSigns, AreTheOnesOfSceneMessagesAndTyping) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.name = "рука";
  Desk desk(scene);
  ui::ShownSigns shown;
  const auto look = [&] { shown.look(desk.shown(), desk.panels); };
  look();
  EXPECT_EQ(shown.signs(), further("рука"));
  desk.message.text = "保存";
  desk.panels.palette.text = "ש";
  desk.paths = {"/home/מ"};
  look();
  EXPECT_EQ(shown.signs(), further("рука保存שמ"));
  desk.message.text.clear();
  look();
  EXPECT_EQ(shown.signs(), further("рука保存שמ")) << "fonts are not loaded anew for less";
  // another scene
  lab::Setup setup = desk.timeline.setup();
  setup.scene = std::make_shared<const lab::Scene>(scenes::circling(bodies::forked_tree()));
  setup.opened = setup.scene;
  desk.change(setup);
  desk.panels.palette.text.clear();
  desk.paths.clear();
  look();
  EXPECT_EQ(shown.signs(), Signs());
}

TEST(ShownSigns, AreLimitedInNumber) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  for (int sign = 0x4e00; sign < 0x5e00; ++sign) {
    const auto byte = [sign](int shift, int mark) {
      return static_cast<char>(mark | (sign >> shift & (mark == 0xe0 ? 0xf : 0x3f)));
    };
    scene.description += {byte(12, 0xe0), byte(6, 0x80), byte(0, 0x80)};
  }
  Desk desk(scene);
  ui::ShownSigns shown;
  shown.look(desk.shown(), desk.panels);
  EXPECT_EQ(shown.signs().size(), ui::ShownSigns::kMaxSigns);
  EXPECT_TRUE(shown.signs().contains(0x4e00));
}

}  // namespace
