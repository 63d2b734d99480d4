#include "ui/kit/widgets.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

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

}  // namespace
