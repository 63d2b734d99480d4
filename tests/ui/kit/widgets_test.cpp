#include "ui/kit/widgets.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "ui/desk.h"
#include "ui/kit/text.h"

namespace {

/// One window of Dear ImGui with the built-in font.
class Paragraph : public testing::Test {
 protected:
  Paragraph() : context_(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {800.0F, 600.0F};
    io.Fonts->Build();
  }
  ~Paragraph() override { ImGui::DestroyContext(context_); }

  /// Size of a paragraph in a window of this width.
  static ImVec2 size_in(float width, const char* text) {
    ImGui::NewFrame();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0F, 0.0F));
    ImGui::SetNextWindowSize({width, 400.0F});
    ImGui::Begin("page", nullptr, ImGuiWindowFlags_NoDecoration);
    ui::paragraph({1.0F, 1.0F, 1.0F, 1.0F}, text);
    const ImVec2 size = ImGui::GetItemRectSize();
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::EndFrame();
    return size;
  }
  /// Width of a text on one line.
  static float width_of(const char* text) { return size_in(700.0F, text).x; }

 private:
  ImGuiContext* context_;
};

TEST(Format, WritesTextsOfAnyLength) {
  for (const std::size_t length : {0, 1, 125, 126, 127, 128, 129, 1000}) {
    const std::string text(length, 'a');
    EXPECT_EQ(ui::format("%s%d", text.c_str(), 7), text + "7");
  }
}

TEST_F(Paragraph, BreaksNoNumberAtItsPoint) {
  const float number = width_of("0.0274"), word = width_of("threshold");
  // room for "threshold 0." but not for "threshold 0.0274"
  const ImVec2 size =
      size_in(0.5F * (width_of("threshold 0.") + width_of("threshold 0.0274")), "threshold 0.0274");
  EXPECT_NEAR(size.x, std::max(number, word), 1.0F);
  EXPECT_NEAR(size.y, 2.0F * size_in(700.0F, "0.0274").y, 1.0F);
}

TEST_F(Paragraph, StaysInItsRoomAndKeepsLineBreaks) {
  const char* text = "one two three four five\nsix seven eight nine ten";
  const float line = size_in(700.0F, "one").y;
  EXPECT_NEAR(size_in(700.0F, text).y, 2.0F * line, 1.0F);
  for (const float width : {60.0F, 90.0F, 130.0F}) {
    EXPECT_LE(size_in(width, text).x, width) << width;
    EXPECT_GT(size_in(width, text).y, 2.5F * line) << width;
  }
}

TEST_F(Paragraph, HasLinesThatAreEasilyReadInAWideWindow) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "word ";
  const ImVec2 size = size_in(780.0F, text.c_str());
  const float letter = width_of("nnnnnnnnnn") / 10.0F;
  EXPECT_LT(size.x, 90.0F * letter);
  EXPECT_GT(size.x, 45.0F * letter);
}

TEST_F(Paragraph, BreaksAWordThatIsWiderThanTheLine) {
  EXPECT_LE(size_in(50.0F, "a-word-that-is-much-wider").x, 51.0F);
}

TEST(ShortenedPath, KeepsTheNameOfTheFileWhole) {
  const Desk desk;
  const ImFont* const font = desk.theme.font.small;
  const std::string text =
      "Saved /home/somebody/projects/robots/arm/recordings/y-dls-plots-017.csv";
  const float whole = ui::text_width(font, text.c_str());
  std::string before;
  for (float share = 1.0F; share > 0.3F; share -= 0.02F) {
    const std::string shown = ui::shortened_path(text, share * whole, font);
    EXPECT_LE(ui::text_width(font, shown.c_str()), share * whole + 0.01F);
    const bool short_of_room = !shown.ends_with("/y-dls-plots-017.csv");
    if (short_of_room) {
      EXPECT_LT(share * whole, ui::text_width(font, "Saved …/y-dls-plots-017.csv")) << shown;
      continue;
    }
    EXPECT_TRUE(shown.starts_with("Saved ")) << shown;
  }
  EXPECT_EQ(ui::shortened_path(text, whole + 1.0F, font), text);
  const std::string most = ui::shortened_path(text, whole - 1.0F, font);
  EXPECT_EQ(most, "Saved /home/somebody/projects/robots/arm/…/y-dls-plots-017.csv");
}

TEST(ShortenedPath, KeepsWordsAroundThePath) {
  const Desk desk;
  const ImFont* const font = desk.theme.font.small;
  const std::string text = "Saved /a/very/long/path/of/folders/x.png. Its path is copied";
  const float whole = ui::text_width(font, text.c_str());
  EXPECT_EQ(ui::shortened_path(text, whole - 1.0F, font),
            "Saved /a/very/long/path/of/…/x.png. Its path is copied");
  EXPECT_EQ(ui::shortened_path("no path", 1000.0F, font), "no path");
  EXPECT_TRUE(ui::shortened_path("no path in these words", 60.0F, font).ends_with("s"));
  EXPECT_TRUE(ui::shortened_path("/rootlevelfile", 40.0F, font).ends_with("e"));
}

TEST(Shortened, KeepsBothEndsSoThatNamesDiffer) {
  const Desk desk;
  const ImFont* const font = desk.theme.font.small;
  const float whole = ui::text_width(font, "right_shoulder_x");
  for (const float share : {0.9F, 0.7F, 0.5F}) {
    std::set<std::string> shown;
    for (const char* name : {"right_shoulder_x", "right_shoulder_y", "right_shoulder_z"}) {
      shown.insert(ui::shortened(name, share * whole, font));
    }
    EXPECT_EQ(shown.size(), 3U) << share;
    for (const std::string& name : shown) {
      EXPECT_LE(ui::text_width(font, name.c_str()), share * whole) << name;
      EXPECT_TRUE(name.starts_with("ri")) << name;
      EXPECT_NE(name.find("…"), std::string::npos) << name;
    }
  }
  EXPECT_EQ(ui::shortened("hand", whole, font), "hand");
}

TEST(Shortened, CutsNoCharacterOfSeveralBytes) {
  const Desk desk;
  const ImFont* const font = desk.theme.font.small;
  const std::string text = "λ₁λ₂λ₃λ₄λ₅λ₆λ₇λ₈";  // two and three bytes in turn
  for (float width = ui::text_width(font, text.c_str()); width > 0.0F; width -= 2.0F) {
    const std::string shown = ui::shortened(text, width, font);
    const std::size_t cut = shown.find("…");
    const std::string begin = shown.substr(0, cut);
    const std::string end = cut == std::string::npos ? "" : shown.substr(cut + 3);
    EXPECT_TRUE(text.starts_with(begin) && text.ends_with(end)) << shown;
    EXPECT_NE(static_cast<unsigned char>(text[begin.size()]) >> 6, 2) << shown;
    EXPECT_TRUE(end.empty() || static_cast<unsigned char>(end[0]) >> 6 != 2) << shown;
  }
}

TEST(LinesWithin, BreakBetweenWordsAlone) {
  Desk desk;
  desk.frame();
  ImGui::NewFrame();
  const std::string text = "joint \"k\", the slowest, with one update in 0.005 s.\nA second line.";
  const float widest = ImGui::CalcTextSize("slowest,").x;
  for (float width = widest; width < 8.0F * widest; width += 3.0F) {
    std::string lines = ui::lines_within(text, width);
    EXPECT_LE(ImGui::CalcTextSize(lines.c_str()).x, width + 1.0F) << lines;
    std::ranges::replace(lines, '\n', ' ');
    std::string words = text;
    std::ranges::replace(words, '\n', ' ');
    EXPECT_EQ(lines, words);
  }
  ImGui::EndFrame();
}

}  // namespace
