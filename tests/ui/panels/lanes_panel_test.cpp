#include "ui/panels/pages.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

std::size_t page_of(const std::string& name) {
  for (std::size_t i = 0; i < ui::side_pages().size(); ++i) {
    if (ui::side_pages()[i].name == name) return i;
  }
  return 0;
}

/// A desk at the page Compare.
struct Compared : Desk {
  explicit Compared(float width = 1280)
      : Desk(scenes::circling(bodies::forked_tree()), "dls", {width, 900}) {
    press("page/Compare");
    EXPECT_EQ(panels.page, page_of("Compare"));
    frames(2);
  }
  void add(const char* id) {
    press("lanes/add");
    frames(2);
    press(std::string("method/") + id);
    key(ui::Key::kEscape);
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

TEST(LanesPanel, KeepsItsChecklistOpen) {
  Compared desk;
  desk.press("lanes/add");
  desk.frames(2);
  const auto methods = [&desk] {
    std::vector<std::string> ids;
    for (const lab::Lane& lane : desk.timeline.setup().lanes) ids.emplace_back(lane.method->id);
    return ids;
  };
  desk.press("method/sdls");
  desk.press("method/pseudoinverse");
  EXPECT_EQ(methods(), (std::vector<std::string>{"dls", "sdls", "pseudoinverse"}));
  desk.press("method/sdls");
  EXPECT_EQ(methods(), (std::vector<std::string>{"dls", "pseudoinverse"})) << "its tick is gone";
  desk.press("method/pseudoinverse");
  desk.press("method/dls");
  EXPECT_EQ(methods(), (std::vector<std::string>{"dls"})) << "the last one stays";
  EXPECT_TRUE(desk.has("method/pseudoinverse")) << "still open";
  desk.key(ui::Key::kEscape);
  desk.frames(2);
  EXPECT_FALSE(desk.has("method/pseudoinverse"));
}

TEST(LanesPanel, TakesOutAllLanesButTheFrontOne) {
  Compared desk;
  desk.press("lanes/add");
  desk.frames(2);
  EXPECT_FALSE(desk.has("lanes/add/none")) << "nothing to remove";
  desk.press("method/sdls");
  desk.press("method/ccd");
  desk.press("lanes/add/none");
  desk.frames(2);
  ASSERT_EQ(desk.lanes(), 1U);
  EXPECT_STREQ(desk.tracker().method_info().id, "dls");
}

TEST(LanesPanel, FlagsWhatShakesInItsRow) {
  Compared desk;
  desk.add("sdls");
  desk.run(250);
  desk.panels.lanes.ranking.at = -1;
  desk.frames(90);  // until the rows are in place
  const int id = desk.timeline.setup().lanes[1].id;
  for (const double jitter : {0.1, 5.0}) {
    // as if computed at this step
    desk.panels.lanes.ranking.standings[1].mean_jitter_deg = jitter;
    desk.panels.lanes.ranking.standings[1].roughness = 0.5;
    desk.point_at(desk.item("lane/" + std::to_string(id)).middle());
    desk.wait_for_hint();
    EXPECT_EQ(desk.says("It shakes: jitter 5.00°"), jitter > 1.0);
  }
}

TEST(LanesPanel, JudgesNoLaneBeforeItHasSteps) {
  Compared desk;
  desk.add("pseudoinverse");
  desk.run(24);
  desk.panels.lanes.ranking.at = -1;
  desk.frames(2);
  EXPECT_TRUE(desk.says("measuring: 24 of 200 steps"));
  EXPECT_FALSE(desk.says("is first by"));
  desk.run(200);
  desk.panels.lanes.ranking.at = -1;
  desk.frames(2);
  EXPECT_TRUE(desk.says("is first by mean error over 224 steps"));
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
  Compared desk(2600);
  desk.add("pseudoinverse");
  desk.add("jacobian-transpose");
  desk.run(400);
  for (const char* column : {"error", "max", "jitter", "back"}) {
    desk.press(std::string("lanes/sort/") + column);
    desk.frames(2);
    // the column's values ascend from row to row
    std::vector<std::pair<float, std::size_t>> rows;
    for (std::size_t i = 0; i < 3; ++i) {
      const int id = desk.timeline.setup().lanes[i].id;
      rows.emplace_back(desk.item("lane/" + std::to_string(id)).min.y, i);
    }
    std::sort(rows.begin(), rows.end());
    const auto value = [&](std::size_t row) {
      const lab::Standing& s = desk.panels.lanes.ranking.standings[rows[row].second];
      const std::string name = column;
      return name == "error"    ? s.mean_error
             : name == "max"    ? s.max_error
             : name == "jitter" ? s.mean_jitter_deg
                                : s.roughness;
    };
    EXPECT_LE(value(0), value(1)) << column;
    EXPECT_LE(value(1), value(2)) << column;
  }
}

TEST(LanesPanel, MarksTheHeadingThatSortsByAnArrow) {
  Compared desk;
  desk.add("sdls");
  const auto marked = [&desk](const char* column) {
    const ui::ItemRect& rect = desk.item(std::string("lanes/sort/") + column);
    const ImVec2 white = ImGui::GetIO().Fonts->TexUvWhitePixel;
    const ImU32 ink = ui::packed(desk.theme.color.accent);
    const ImDrawData& data = *ImGui::GetDrawData();
    int count = 0;
    for (int i = 0; i < data.CmdListsCount; ++i) {
      for (const ImDrawVert& v : data.CmdLists[i]->VtxBuffer) {
        const bool inside = v.pos.x >= rect.min.x && v.pos.x <= rect.max.x &&
                            v.pos.y >= rect.min.y && v.pos.y <= rect.max.y;
        count += inside && v.col == ink && v.uv.x == white.x && v.uv.y == white.y;
      }
    }
    return count > 0;
  };
  EXPECT_TRUE(marked("error"));
  EXPECT_FALSE(marked("jitter"));
  desk.press("lanes/sort/jitter");
  desk.frames(2);
  EXPECT_FALSE(marked("error"));
  EXPECT_TRUE(marked("jitter"));
}

TEST(LanesPanel, ChoosesHowOthersAreDrawn) {
  Compared desk;
  desk.add("sdls");
  desk.press("looks/solid");
  EXPECT_EQ(desk.panels.lanes.look, ui::LaneLook::kSolid);
  desk.press("places/side by side");
  EXPECT_TRUE(desk.panels.lanes.apart);
  desk.frames(2);
  EXPECT_FALSE(desk.has("looks/solid")) << "each lane has a picture of its own";
  desk.press("places/overlaid");
  EXPECT_FALSE(desk.panels.lanes.apart);
}

TEST(LanesPanel, HasItsControlsAboveTheTable) {
  Compared desk;
  desk.add("sdls");
  desk.frames(2);
  const float table = desk.item("lanes/span").min.y;
  for (const char* control : {"lanes/add", "places/overlaid", "looks/ghosts"}) {
    EXPECT_LE(desk.item(control).max.y, table) << control;
  }
  EXPECT_LT(table, desk.item("lane/0").min.y);
}

TEST(LanesPanel, CallsMethodsByTheirNames) {
  Compared desk;
  desk.add("sdls");
  desk.frames(2);
  EXPECT_TRUE(desk.says("SDLS")) << "the whole name does not fit";
  EXPECT_TRUE(desk.says("Damped least squares"));
  desk.panels.arrangement.page.width = 500.0F;
  desk.frames(2);
  EXPECT_TRUE(desk.says("Selectively damped least squares"));
}

TEST(LanesPanel, LeavesColumnsOutWhereNamesNeedTheRoom) {
  Compared desk;
  desk.add("sdls");
  desk.frames(2);
  EXPECT_TRUE(desk.has("lanes/sort/error"));
  EXPECT_TRUE(desk.has("lanes/sort/jitter"));
  EXPECT_FALSE(desk.has("lanes/sort/µs")) << "the page is narrow";
  Compared wide(2600);
  wide.panels.arrangement.page.width = 700.0F;
  wide.frames(2);
  EXPECT_TRUE(wide.has("lanes/sort/µs"));
}

TEST(LanesPanel, ShowsDifferencesToABaseline) {
  Compared desk;
  desk.add("jacobian-transpose");
  desk.run(300);
  desk.press("lane-baseline/0");
  ASSERT_EQ(desk.panels.lanes.baseline, 0);
  desk.frames(2);
  const auto& standings = desk.panels.lanes.ranking.standings;
  const double own = standings[0].mean_error, other = standings[1].mean_error;
  ASSERT_TRUE(other > 1.02 * own && other < 3.0 * own) << other / own;
  char text[32];
  std::snprintf(text, sizeof text, "+%.0f %%", 100.0 * (other / own - 1.0));
  EXPECT_TRUE(desk.says(text)) << text;
  std::snprintf(text, sizeof text, "%.3f", own);
  EXPECT_TRUE(desk.says(text)) << "the baseline keeps its numbers: " << text;
  desk.press("lane-baseline/0");
  EXPECT_FALSE(desk.panels.lanes.baseline.has_value());
}

TEST(LanesPanel, ForgetsABaselineThatIsRemoved) {
  Compared desk;
  desk.add("sdls");
  desk.frames(2);
  desk.press("lane-baseline/1");
  ASSERT_EQ(desk.panels.lanes.baseline, 1);
  desk.press("lane-remove/1");
  desk.frames(2);
  EXPECT_FALSE(desk.panels.lanes.baseline.has_value());
}

TEST(LanesPanel, ShowsLanesSideBySideOnlyIfThereAreSeveral) {
  Compared desk;
  desk.panels.lanes.apart = true;
  EXPECT_FALSE(ui::side_by_side(desk.panels.lanes, desk.timeline.setup()));
  desk.frames(2);
  EXPECT_TRUE(desk.has("target/right") || desk.says("in reach") || desk.has("target/hand"));
  desk.add("sdls");
  EXPECT_TRUE(ui::side_by_side(desk.panels.lanes, desk.timeline.setup()));
}

TEST(LanesPanel, ComparesAGroupOfMethodsAtOnce) {
  Compared desk;
  const auto ids = [&desk] {
    std::set<std::string> found;
    for (const lab::Lane& lane : desk.timeline.setup().lanes) found.insert(lane.method->id);
    return found;
  };
  desk.press("lanes/add");
  desk.frames(2);
  desk.press("lanes/add/report");
  const std::set<std::string> report{"jacobian-transpose", "pseudoinverse", "dls", "sdls"};
  EXPECT_EQ(ids(), report);
  EXPECT_EQ(desk.lanes(), 4U) << "the front lane is one of them";
  desk.press("lanes/add/report");
  EXPECT_EQ(desk.lanes(), 4U) << "again adds nothing";
  desk.press("lanes/add/all");
  EXPECT_EQ(ids().size(), ik::methods().size());
  EXPECT_EQ(desk.lanes(), ik::methods().size());
  EXPECT_EQ(desk.timeline.setup().front, 0U);
}

TEST(LanesPanel, ComparesGroupsByKeysAndByName) {
  for (const bool all : {false, true}) {
    Compared desk;
    desk.key(ui::Key{all ? 'A' : 'B'});
    desk.frame();
    EXPECT_EQ(desk.lanes(), all ? ik::methods().size() : 4U);
    EXPECT_EQ(desk.changes.size(), 1U) << "one change for undo";
  }
  Compared desk;
  desk.panels.palette = {.open = true, .text = ""};
  desk.frames(3);
  desk.enter("report four");
  desk.key(ui::Key::kEnter);
  desk.frames(2);
  EXPECT_EQ(desk.lanes(), 4U);
}

TEST(LanesPanel, OffersLanesInOneLine) {
  Compared desk;
  const ui::ItemRect button = desk.item("empty/Compare");
  EXPECT_TRUE(desk.says("Add SDLS and Newton as lanes"));
  EXPECT_LT(button.max.y - button.min.y, 2.0F * ImGui::GetFontSize());
}

TEST(LanesPanel, HasABoxForEveryMethodBesideItsName) {
  Compared desk;
  desk.add("sdls");
  desk.press("lanes/add");
  desk.frames(2);
  for (const char* id : {"sdls", "newton"}) {
    const ui::ItemRect row = desk.item(std::string("method/") + id);
    const float name = ui::text_width(desk.theme.font.text, ik::find_method(id)->label);
    // swatch and its gap before the name; the box begins 40 points before the end
    const float end = row.min.x + 8.0F + 18.0F + name, box = row.max.x - 41.0F;
    EXPECT_LT(end + 6.0F, box);
    int drawn = 0;
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i) {
      for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) {
        drawn += vertex.pos.x > box && vertex.pos.x < box + 14.0F && vertex.pos.y > row.min.y &&
                 vertex.pos.y < row.max.y;
      }
    }
    EXPECT_GT(drawn, 8) << id;
  }
}

}  // namespace
