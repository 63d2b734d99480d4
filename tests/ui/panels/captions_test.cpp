#include "ui/panels/cells.h"

#include <gtest/gtest.h>

#include <set>

#include "lab/track/setup.h"
#include "support/scenes.h"
#include "ui/desk.h"

namespace {

/// Lanes with these methods in a row of equally wide cells, with constant readings.
class Captions : public testing::Test {
 protected:
  void compare(const std::vector<const char*>& methods) {
    lab::Setup setup = desk.timeline.setup();
    for (const char* id : methods) {
      lab::set_method(setup.lanes[lab::add_lane(setup)], *ik::find_method(id));
    }
    desk.change(setup);
    ranking.steps = 400;
    ranking.lanes = setup.lanes;
    ranking.standings.assign(setup.lanes.size(),
                             {.steps = 400, .mean_error = 0.5, .mean_jitter_deg = 0.1});
    std::vector<int> ids;
    for (const lab::Lane& lane : setup.lanes) ids.push_back(lane.id);
    ranking.order.update(ids, 0.0);
    desk.over_picture = [this](const ui::Layout& layout) {
      const auto count = static_cast<float>(ranking.lanes.size());
      const ui::Area area{layout.view.corner, {count * (width + 2.0F) - 2.0F, 200.0F}};
      const auto cells = ui::cells_of(ranking.lanes.size(), area, ui::cell_style(desk.theme, 0.3F));
      ui::draw_captions(desk.theme, desk.timeline, ranking, cells, statuses);
    };
  }

  Desk desk{scenes::circling(bodies::forked_tree()), "dls", {1280, 720}};
  ui::Ranking ranking;
  std::vector<std::optional<lab::EffectorStatus>> statuses;
  float width = 0.0F;
};

TEST_F(Captions, HaveTheSameReadingsInAllCells) {
  compare({"levenberg-marquardt", "pseudoinverse"});
  ranking.standings[0].mean_error = 0.111;
  ranking.standings[1] = {
      .steps = 400, .mean_error = 0.222, .mean_jitter_deg = 5.0, .roughness = 0.5};
  ranking.standings[2].mean_error = 0.333;
  ASSERT_TRUE(ui::shakes(ranking.standings[1]));
  for (width = 70.0F; width < 320.0F; width += 5.0F) {
    desk.frames(2);
    const bool all = desk.says("0.111 m") && desk.says("0.222 m") && desk.says("0.333 m");
    const bool none = !desk.says("0.111 m") && !desk.says("0.222 m") && !desk.says("0.333 m");
    EXPECT_TRUE(all || none) << width;
    EXPECT_TRUE(all || width < 90.0F) << width;
    EXPECT_TRUE(desk.says("5.00°") || width < 130.0F) << width << ": of the one that shakes";
    EXPECT_TRUE(desk.says("shakes") || width < 180.0F) << width;
  }
}

TEST_F(Captions, HaveNoPlacesBeforeThereAreStepsToRankThem) {
  compare({"levenberg-marquardt", "pseudoinverse"});
  ranking.standings[1] = {
      .steps = 400, .mean_error = 0.2, .mean_jitter_deg = 5.0, .roughness = 0.5};
  width = 400.0F;
  desk.frames(2);
  EXPECT_TRUE(desk.says("shakes · 2nd"));
  ranking.steps = ui::kMinRanked - 1;
  for (lab::Standing& standing : ranking.standings) standing.steps = ranking.steps;
  desk.frames(2);
  for (const char* word : {"1st", "2nd", "3rd", "shakes"}) EXPECT_FALSE(desk.says(word)) << word;
  EXPECT_TRUE(desk.says("–"));
}

TEST_F(Captions, LeaveOutTheWordsOfReadingsBeforeTheNameIsShort) {
  compare({"levenberg-marquardt"});
  bool whole = false;
  for (width = 100.0F; width < 500.0F; width += 10.0F) {
    desk.frames(2);
    whole |= desk.says("Levenberg–Marquardt");
    EXPECT_EQ(desk.says("Levenberg–Marquardt"), whole) << width;
    EXPECT_TRUE(whole || !desk.says("mean error 0.500 m")) << width;
  }
  EXPECT_TRUE(desk.says("mean error 0.500 m  jitter 0.10°"));
}

TEST_F(Captions, AbbreviateNamesBeforeTheyCutThem) {
  compare({"jacobian-transpose", "gauss-newton", "sdls"});
  width = 100.0F;
  desk.frames(2);
  for (const char* name : {"DLS", "JT", "GN", "SDLS"}) EXPECT_TRUE(desk.says(name)) << name;
  for (const char* cut : {"D…", "J…", "G…", "S…"}) EXPECT_FALSE(desk.says(cut)) << cut;
}

TEST(ShortNames, AreShortAndDiffer) {
  std::set<std::string> names;
  for (const ik::MethodInfo& method : ik::methods()) {
    const std::string name = std::string(method.short_name);
    EXPECT_LE(name.size(), 7U) << name;
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_EQ(lab::abbreviated(method.label + std::string(", λ 0.2"), method), name + ", λ 0.2");
  }
}

TEST_F(Captions, SayInAnEmptyCellWhatTheRankingMeansAndHowTheFrontLaneFollows) {
  compare({"sdls", "ccd"});
  statuses = {lab::EffectorStatus::kFollowing, lab::EffectorStatus::kOutOfReach};
  desk.over_picture = [&](const ui::Layout& layout) {
    ui::draw_captions(desk.theme, desk.timeline, ranking,
                      ui::cells_of(3, layout.clear(), ui::cell_style(desk.theme, 1.3F)), statuses);
  };
  desk.frames(3);
  ASSERT_TRUE(desk.has("strip/edge")) << "it lies over the foot of the empty cell";
  EXPECT_TRUE(desk.says("3 lanes"));
  EXPECT_TRUE(desk.says("Ranked by mean error over 400 steps"));
  const std::string& name = desk.tracker().multibody().effector(1).name;
  EXPECT_TRUE(desk.says("Damped least squares: " + name + " is out of reach, 1 following"));
  statuses[0] = lab::EffectorStatus::kOutOfReach;
  desk.frames(2);
  EXPECT_TRUE(desk.says(desk.tracker().multibody().effector(0).name + " and " + name +
                        " are out of reach"));
}

}  // namespace
