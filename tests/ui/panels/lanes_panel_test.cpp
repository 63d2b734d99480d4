#include "ui/panels/lanes_panel.h"

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

std::size_t page_of(const std::string& name) {
  for (std::size_t i = 0; i < ui::side_pages().size(); ++i) {
    if (ui::side_pages()[i].name == name) return i;
  }
  return 0;
}

/// A desk on which the lanes are looked at.
struct Compared : Desk {
  Compared() : Desk(scenes::circling(bodies::forked_tree()), "dls", {1280, 900}) {
    press("page/Compare");
    EXPECT_EQ(panels.page, page_of("Compare"));
    frames(2);
  }
  void add(const char* id) {
    press("lanes/add");
    frames(2);
    press(std::string("method/") + id);
    frames(2);
  }
  std::size_t lanes() const { return timeline.setup().lanes.size(); }
};

TEST(LanesPanel, AddsMethodsAndTakesThemOut) {
  Compared desk;
  desk.add("sdls");
  ASSERT_EQ(desk.lanes(), 2U);
  EXPECT_STREQ(desk.timeline.setup().lanes[1].method->id, "sdls");
  EXPECT_EQ(desk.timeline.setup().front, 0U);
  desk.press("lane-remove/1");
  EXPECT_EQ(desk.lanes(), 1U);
  EXPECT_FALSE(desk.has("lane-remove/0")) << "the last one stays";
}

TEST(LanesPanel, AddsTheSameToSetOtherwise) {
  Compared desk;
  desk.press("lanes/add");
  desk.frames(2);
  desk.press("lanes/add/same");
  ASSERT_EQ(desk.lanes(), 2U);
  EXPECT_EQ(desk.timeline.setup().lanes[0].method, desk.timeline.setup().lanes[1].method);
}

TEST(LanesPanel, BringsTheOneThatIsPressedToTheFront) {
  Compared desk;
  desk.add("sdls");
  desk.press("lane/1");
  EXPECT_EQ(desk.timeline.setup().front, 1U);
  EXPECT_STREQ(desk.tracker().method_info().id, "sdls");
}

TEST(LanesPanel, SortsItselfByTheHeadingThatIsPressed) {
  Compared desk;
  desk.add("pseudoinverse");
  desk.add("jacobian-transpose");
  desk.run(400);
  for (const char* column : {"error", "max", "jitter", "rev."}) {
    desk.press(std::string("lanes/sort/") + column);
    desk.frames(2);
    // the values of that column rise from row to row
    std::vector<std::pair<float, std::size_t>> rows;
    for (std::size_t i = 0; i < 3; ++i) {
      const int id = desk.timeline.setup().lanes[i].id;
      rows.emplace_back(desk.item("lane/" + std::to_string(id)).min.y, i);
    }
    std::sort(rows.begin(), rows.end());
    const auto value = [&](std::size_t row) {
      const lab::Standing& s = desk.panels.lanes.standings[rows[row].second];
      const std::string name = column;
      return name == "error"    ? s.mean_error
             : name == "max"    ? s.max_error
             : name == "jitter" ? s.mean_jitter_deg
                                : s.reversal_rate;
    };
    EXPECT_LE(value(0), value(1)) << column;
    EXPECT_LE(value(1), value(2)) << column;
  }
}

TEST(LanesPanel, ChoosesHowOthersAreDrawn) {
  Compared desk;
  desk.add("sdls");
  desk.press("looks/solid");
  EXPECT_EQ(desk.panels.lanes.look, ui::LaneLook::kSolid);
  desk.press("places/side by side");
  EXPECT_TRUE(desk.panels.lanes.apart);
}

}  // namespace
