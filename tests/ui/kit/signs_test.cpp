#include "ui/kit/theme.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "ui/desk.h"
#include "ui/shell/laboratory.h"

namespace {

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
