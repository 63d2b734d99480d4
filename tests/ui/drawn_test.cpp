#include "ui/drawn.h"

#include <functional>
#include <optional>

#include <gtest/gtest.h>

#include "ui/kit/focus.h"
#include "ui/kit/widgets.h"

namespace {

/// One window with only what a test draws into it.
class Drawn : public testing::Test {
 protected:
  Drawn() : context(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {400, 300};
    focus.rects = &items;
    io.UserData = &focus;
    io.Fonts->Build();
    reader.emplace(*io.Fonts, 1.0F);
  }
  ~Drawn() override { ImGui::DestroyContext(context); }

  /// \param flags of the window, which is 200 wide and 100 high
  drawn::Frame draw(const std::function<void()>& contents, ImGuiWindowFlags flags = 0) {
    for (int i = 0; i < 3; ++i) {
      items.clear();
      ImGui::NewFrame();
      ImGui::SetNextWindowPos({0, 0});
      ImGui::SetNextWindowSize({200, 100});
      ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoTitleBar | flags);
      contents();
      ImGui::End();
      ImGui::Render();
    }
    return reader->read(*ImGui::GetDrawData());
  }
  static constexpr ImGuiWindowFlags kStill =
      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

  ImGuiContext* context;
  ui::ItemRects items;
  ui::Focus focus;
  std::optional<drawn::Reader> reader;
};

TEST_F(Drawn, ReadsWordsWhereTheyAre) {
  const drawn::Frame frame = draw([] {
    ImGui::SetCursorPos({20, 30});
    ImGui::TextUnformatted("a few words");
    ImGui::TextUnformatted("more");
  });
  ASSERT_EQ(frame.words.size(), 2U);
  EXPECT_EQ(frame.words[0].text, "a few words");
  EXPECT_EQ(frame.words[0].window, "panel");
  EXPECT_NEAR(frame.words[0].seen.min.x, 20.0F, 2.0F);
  EXPECT_NEAR(frame.words[0].seen.max.x,
              20.0F + ImGui::GetFont()->CalcTextSizeA(13.0F, 1e6F, 0.0F, "a few words").x, 2.0F);
  EXPECT_GE(frame.words[0].seen.min.y, 30.0F);
  EXPECT_EQ(frame.words[1].text, "more");
  EXPECT_TRUE(frame.collisions.empty());
  EXPECT_TRUE(drawn::cut_words(frame, items).empty());
  EXPECT_TRUE(drawn::overfull_windows(1.0F).empty());
}

TEST_F(Drawn, FindsWordsThatAWindowCuts) {
  std::size_t cut = 0;
  for (int indent = 0; indent < 7; ++indent) {
    const drawn::Frame frame = draw([indent] {
      ImGui::SetCursorPosX(10.0F + static_cast<float>(indent));
      ImGui::TextUnformatted("many-more-words-than-there-is-room-for-in-this-window");
    });
    cut += drawn::cut_words(frame, items).size();
    EXPECT_EQ(drawn::overfull_windows(1.0F).size(), 1U) << "also between two letters";
  }
  EXPECT_GT(cut, 3U);
}

TEST_F(Drawn, FindsWordsThatAButtonCuts) {
  const drawn::Frame frame = draw([] { ImGui::Button("wwwwwwwwww", {30, 20}); });
  EXPECT_EQ(drawn::cut_words(frame, items).size(), 1U);
  const drawn::Frame left = draw([] {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({53, 0}, {200, 100});
    list.AddText({50, 20}, IM_COL32_WHITE, "wwww");
    list.PopClipRect();
  });
  EXPECT_EQ(drawn::cut_words(left, items).size(), 1U);
}

TEST_F(Drawn, LetsWordsBeCutAtTheEdgeOfWhatScrolls) {
  const auto lines = [] {
    for (int i = 0; i < 10; ++i) ImGui::TextUnformatted("gggg");
  };
  EXPECT_TRUE(drawn::cut_words(draw(lines), items).empty());
  EXPECT_TRUE(drawn::overfull_windows(1.0F).empty());
  const drawn::Frame still = draw(lines, kStill);
  EXPECT_EQ(drawn::overfull_windows(1.0F).size(), 1U);
}

TEST_F(Drawn, FindsWordsOverWords) {
  const auto two = [](ImVec2 second) {
    return [second] {
      ImDrawList& list = *ImGui::GetWindowDrawList();
      list.AddText({20, 20}, IM_COL32_WHITE, "first");
      list.AddText(second, IM_COL32_WHITE, "second");
    };
  };
  EXPECT_EQ(draw(two({40, 24})).collisions.size(), 1U);
  EXPECT_TRUE(draw(two({20, 34})).collisions.empty());
  EXPECT_TRUE(draw(two({62, 20})).collisions.empty());
}

TEST_F(Drawn, FindsWordsUnderSomething) {
  const auto covered = [](ImU32 color) {
    return [color] {
      ImDrawList& list = *ImGui::GetWindowDrawList();
      list.AddText({20, 20}, IM_COL32_WHITE, "first");
      list.AddRectFilled({30, 15}, {60, 40}, color, 4.0F);
    };
  };
  EXPECT_EQ(draw(covered(IM_COL32(0, 0, 0, 255))).collisions.size(), 1U);
  EXPECT_TRUE(draw(covered(IM_COL32(0, 0, 0, 60))).collisions.empty());
}

TEST_F(Drawn, FindsWordsThatStandOutOfTheirItem) {
  const auto beside = [](float width) {
    return [width] {
      ImGui::InvisibleButton("row", {width, 20});
      ui::mark("row");
      const ImVec2 at = ui::item_rect().min;
      ImGui::GetWindowDrawList()->AddText({at.x + 4, at.y + 2}, IM_COL32_WHITE, "some words");
    };
  };
  EXPECT_EQ(drawn::words_beyond_items(draw(beside(40)), items, 1.0F).size(), 1U);
  EXPECT_TRUE(drawn::words_beyond_items(draw(beside(120)), items, 1.0F).empty());
}

TEST_F(Drawn, FindsItemsThatCrossEachOther) {
  const auto two = [](float x) {
    return [x] {
      ImGui::SetCursorPos({10, 10});
      ImGui::InvisibleButton("a", {50, 20});
      ui::mark("a");
      ImGui::SetCursorPos({x, 20});
      ImGui::InvisibleButton("b", {50, 30});
      ui::mark("b");
    };
  };
  draw(two(40));
  EXPECT_EQ(drawn::crossing_items(items, 1.0F).size(), 1U);
  draw(two(60));
  EXPECT_TRUE(drawn::crossing_items(items, 1.0F).empty());
}

}  // namespace
