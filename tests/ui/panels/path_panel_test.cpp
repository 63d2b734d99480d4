#include <algorithm>
#include <cmath>
#include <optional>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "ui/desk.h"
#include "ui/panels/pages.h"
#include "ui/solved_path.h"

namespace {

/// A desk with the page open on a two-link arm, before and after a way is known.
class PathPanelTest : public testing::Test {
 protected:
  PathPanelTest() {
    desk.press("page/Path");
    desk.frames(2);
    desk.forget();
  }

  void solve(std::size_t changes_at = 0) {
    desk.path = solved.emplace(desk.tracker(), changes_at).shown();
    desk.frames(2);
  }
  const std::optional<lab::PathShape>& path() const { return desk.timeline.setup().path; }

  /// The middle of a branch's line in the ladder.
  ImVec2 place_of(std::size_t line, float share = 0.5F) const {
    const ui::ItemRect rect = desk.item("path/ladder");
    const lab::LadderLine& at = solved->ladder.lines[line];
    const float row = (rect.max.y - rect.min.y) / static_cast<float>(solved->ladder.rows);
    const auto last = static_cast<float>(solved->question.waypoints().size() - 1);
    const auto from = static_cast<float>(at.first), to = static_cast<float>(at.last);
    const float margin = 8.0F, width = rect.max.x - rect.min.x - 2.0F * margin;
    return {rect.min.x + margin + width * (from + share * (to - from)) / last,
            rect.min.y + row * (static_cast<float>(at.row) + 0.5F)};
  }

  Desk desk{io::find_scene("two-link-arm"), "dls"};
  std::optional<SolvedPath> solved;
};

TEST_F(PathPanelTest, AsksForAWayOnlyWhileItIsOpen) {
  ASSERT_TRUE(desk.path_wish().has_value());
  EXPECT_EQ(desk.path_wish()->methods.size(), 3U);
  EXPECT_EQ(desk.path_wish()->updates, 1);
  EXPECT_FALSE(path().has_value()) << "the targets' curves are no change of the set-up";
  desk.press("page/Compare");
  desk.frames(2);
  EXPECT_FALSE(desk.path_wish().has_value());
  EXPECT_FALSE(desk.panels.path.open);
}

TEST_F(PathPanelTest, ItsButtonBeginsToDraw) {
  desk.press("empty/Path");
  EXPECT_TRUE(desk.panels.path.drawing);
  desk.press("path/draw");
  EXPECT_FALSE(desk.panels.path.drawing);
}

TEST_F(PathPanelTest, FitsAnotherFormToThePathBefore) {
  const auto before =
      lab::waypoints_of(lab::first_path(desk.timeline.setup()), desk.timeline.setup());
  desk.press("path/form");
  desk.press("path/form/line");
  ASSERT_TRUE(path().has_value());
  EXPECT_EQ(path()->form, lab::PathForm::kLine);
  EXPECT_EQ(path()->from, before.front().targets[0]);
  EXPECT_EQ(desk.changes.size(), 1U) << "one change to undo";
  desk.frames(2);
  desk.type("path/From/0", "0.5");
  EXPECT_EQ(path()->from.x(), 0.5);
  desk.press("path/form");
  desk.press("path/form/circle");
  EXPECT_EQ(path()->form, lab::PathForm::kCircle);
  EXPECT_TRUE(desk.has("path/Radius"));
  desk.frames(2);
  desk.type("path/waypoints", "42");
  EXPECT_EQ(path()->waypoints, 42);
}

TEST_F(PathPanelTest, AsksForAFileByTheDialog) {
  desk.press("path/form");
  desk.press("path/form/rows");
  EXPECT_TRUE(desk.sends(ui::Command::kOpenFile));
  EXPECT_FALSE(path().has_value());
}

TEST_F(PathPanelTest, SaysWhyThereIsNoPath) {
  const std::string why = "No target moves on a curve.";
  desk.path.trouble = &why;
  desk.frames(2);
  EXPECT_TRUE(desk.says(why));
  EXPECT_FALSE(desk.has("path/timeline"));
  EXPECT_TRUE(desk.has("path/form")) << "another path can be chosen";
}

TEST_F(PathPanelTest, PutsTheBodyWhereTheTimelineIsPressed) {
  solve();
  desk.press_part("path/timeline", 0.5F);
  const auto last = static_cast<double>(solved->way.poses.size() - 1);
  EXPECT_NEAR(desk.panels.path.player.at, 0.5 * last, 0.02 * last);
  EXPECT_TRUE(desk.changes.empty()) << "looking is no change";
}

TEST_F(PathPanelTest, PlaysAndPausesWhereTheBranchEnds) {
  solve(20);
  desk.playback.playing = true;
  desk.frames(5);
  const double at = desk.panels.path.player.at;
  EXPECT_GT(at, 0.0);
  EXPECT_FALSE(desk.sends(ui::Command::kPlayOrPause));
  for (int i = 0; i < 2000 && !desk.sends(ui::Command::kPlayOrPause); ++i) desk.frame();
  EXPECT_TRUE(desk.sends(ui::Command::kPlayOrPause));
  EXPECT_EQ(desk.panels.path.player.at, 19.0);
  desk.playback.playing = false;
  desk.frames(2);
  EXPECT_TRUE(desk.says("The branch ends after waypoint 20: singularity"));
  desk.playback.playing = true;
  desk.frame();
  EXPECT_GE(desk.panels.path.player.at, 20.0) << "with the next branch";
  desk.playback.playing = false;
  desk.frames(2);
  EXPECT_FALSE(desk.has("path/stop"));
}

TEST_F(PathPanelTest, FollowsTheBranchThatIsPressed) {
  solve();
  desk.press_at(place_of(1));
  ASSERT_TRUE(path().has_value());
  const ik::VectorX& wanted = solved->graph.strands[1].theta.front();
  EXPECT_EQ(path()->start, std::vector<double>(wanted.begin(), wanted.end()));
  EXPECT_EQ(desk.changes.size(), 1U);
  desk.frames(2);
  desk.press("path/free");
  EXPECT_TRUE(path()->start.empty());
}

TEST_F(PathPanelTest, SaysThatNoWayBeginsOnALaterBranch) {
  solve();
  desk.press_at(place_of(2));
  EXPECT_FALSE(path().has_value());
  ASSERT_NE(desk.sent<ui::Tell>(), nullptr);
  EXPECT_NE(desk.sent<ui::Tell>()->text.find("no way can begin on it"), std::string::npos);
}

TEST_F(PathPanelTest, NamesTheBranchUnderThePointerAndWhyItEnds) {
  solve();
  desk.point_at(place_of(1));
  desk.frames(3);
  EXPECT_EQ(desk.panels.path.lit, std::optional<std::size_t>(1));
  EXPECT_TRUE(desk.says(solved->ladder.lines[1].name));
  EXPECT_TRUE(desk.says("lower limit of elbow"));
  desk.point_at({5.0F, 5.0F});
  desk.frames(2);
  EXPECT_FALSE(desk.panels.path.lit.has_value());
}

TEST_F(PathPanelTest, ShowsWhatMethodsMakeOfThePathAndAsksForOthers) {
  solve();
  EXPECT_TRUE(desk.says("0.0123"));
  desk.press("path-updates/10");
  EXPECT_EQ(desk.path_wish()->updates, 10);
  desk.press("path/methods");
  desk.press("method/newton");
  const auto& methods = desk.path_wish()->methods;
  EXPECT_EQ(std::ranges::count(methods, ik::find_method("newton")), 0);
  EXPECT_EQ(methods.size(), 2U);
}

TEST_F(PathPanelTest, SavesCopiesALinkAndStopsTheSearch) {
  solve();
  desk.press("path/save");
  EXPECT_TRUE(desk.sends(ui::Command::kSavePath));
  desk.press("path/link");
  EXPECT_TRUE(desk.sends(ui::Command::kCopyLink));
  EXPECT_FALSE(desk.has("path/stop-search"));
  desk.path.searching = true;
  desk.frames(2);
  desk.press("path/stop-search");
  EXPECT_TRUE(desk.sends(ui::Command::kStopPath));
}

TEST_F(PathPanelTest, GivesTheTargetThePathAndTheMethodsLanes) {
  desk.press("path/form");
  desk.press("path/form/circle");
  solve();
  desk.press("path/run");
  const lab::Setup& setup = desk.timeline.setup();
  EXPECT_EQ(setup.lanes.size(), 3U);
  const double period = solved->question.waypoints().back().time;
  for (const std::size_t k : {std::size_t{0}, std::size_t{30}, std::size_t{70}}) {
    const ik::Waypoint& waypoint = solved->question.waypoints()[k];
    EXPECT_LT((setup.targets[0].curve.at(waypoint.time) - waypoint.targets[0]).norm(), 1e-9);
  }
  EXPECT_LT((setup.targets[0].curve.at(period) - setup.targets[0].curve.at(0.0)).norm(), 1e-9);
}

TEST_F(PathPanelTest, FitsAPhoneHeldUpright) {
  Desk phone(io::find_scene("two-link-arm"), "dls", {390.0F, 844.0F});
  ui::open_page(phone.panels, ui::page_named("Path"));
  const SolvedPath known(phone.tracker(), 20);
  phone.path = known.shown();
  phone.frames(3);
  for (const char* item : {"path/form", "path/play", "path/timeline", "path/ladder"}) {
    ASSERT_TRUE(phone.has(item)) << item;
    EXPECT_GE(phone.item(item).min.x, 0.0F) << item;
    EXPECT_LE(phone.item(item).max.x, 390.0F) << item;
  }
}

}  // namespace
