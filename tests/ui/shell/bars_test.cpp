#include "ui/shell/bars.h"

#include <gtest/gtest.h>

#include "ui/desk.h"
#include "ui/shell/shortcuts.h"

namespace {

TEST(StatusBar, SaysTheUpdatesASecondWhileTheTargetsStand) {
  Desk desk;
  desk.playback.playing = true;
  desk.frames(2);
  EXPECT_FALSE(desk.item("run/speed").disabled);
  EXPECT_FALSE(desk.says("updates a second"));
  desk.pace = 4.0;
  desk.frames(2);
  EXPECT_TRUE(desk.item("run/speed").disabled) << "it has no effect";
  EXPECT_TRUE(desk.says("4 updates a second"));
  EXPECT_FALSE(desk.says("×instead of")) << "no share of real time";
}

TEST(TimelineBar, GoesWhereItIsPressed) {
  Desk desk;
  desk.run(140);
  ASSERT_EQ(desk.timeline.last(), 200);
  desk.frame();
  desk.press_part("timeline/track", 0.5F);
  EXPECT_NEAR(static_cast<double>(desk.timeline.now()), 100.0, 2.0);
  desk.drag("timeline/track", 0.5F, 0.0F);
  EXPECT_EQ(desk.timeline.now(), 0);
  desk.drag("timeline/track", 0.1F, 1.0F);
  EXPECT_EQ(desk.timeline.now(), 200);
}

TEST(TimelineBar, AsksForWhatItsButtonsSay) {
  Desk desk;
  lab::Setup setup = desk.timeline.setup();
  setup.front_lane().settings.params["lambda"] = 0.4;
  EXPECT_TRUE(desk.item("timeline/undo").disabled);
  desk.change(setup);
  desk.frames(2);
  desk.press("timeline/undo");
  EXPECT_TRUE(desk.sends(ui::Command::kUndo));
  EXPECT_TRUE(desk.item("timeline/redo").disabled);
  desk.press("timeline/back");
  EXPECT_TRUE(desk.sends(ui::Command::kStepBack));
  desk.press("timeline/on");
  EXPECT_TRUE(desk.sends(ui::Command::kStep));
  desk.press("timeline/play");
  EXPECT_TRUE(desk.sends(ui::Command::kPlayOrPause));
  desk.press("timeline/loop");
  EXPECT_TRUE(desk.sends(ui::Command::kLoop));
}

TEST(TimelineBar, MarksAPartToRepeatByADragWithShift) {
  Desk desk;
  desk.run(100);
  desk.frames(2);
  const ui::ItemRect line = desk.item("timeline/track");
  const auto at = [&](float share) {
    return ImVec2(line.min.x + share * (line.max.x - line.min.x), line.middle().y);
  };
  const long now = desk.timeline.now();
  ui::set_modifiers({.shift = true});
  desk.point_at(at(0.75F));
  desk.frames(2);
  ImGui::GetIO().MouseDown[0] = true;
  desk.frames(2);
  desk.point_at(at(0.25F));
  desk.frames(2);
  ImGui::GetIO().MouseDown[0] = false;
  ui::set_modifiers({});
  desk.frames(2);
  ASSERT_TRUE(desk.sent<ui::LoopOver>());
  const auto last = static_cast<double>(desk.timeline.last());
  EXPECT_NEAR(static_cast<double>(desk.sent<ui::LoopOver>()->span.from), 0.25 * last, 0.02 * last);
  EXPECT_NEAR(static_cast<double>(desk.sent<ui::LoopOver>()->span.to), 0.75 * last, 0.02 * last);
  EXPECT_EQ(desk.timeline.now(), now) << "it is no seek";
}

TEST(TimelineBar, MarksADragOnceAndNamesWhatWasChanged) {
  Desk desk;
  desk.run(140);
  desk.frames(2);
  const ui::ItemRect slider = desk.item("setting/lambda");
  const auto at = [&slider](float share) {
    return ImVec2(slider.min.x + share * (slider.max.x - slider.min.x), slider.middle().y);
  };
  desk.point_at(at(0.5F));
  desk.frames(2);
  ImGui::GetIO().MouseDown[0] = true;
  for (int i = 0; i <= 8; ++i) {
    desk.point_at(at(0.5F + 0.05F * static_cast<float>(i)));
    desk.frame();
    desk.run(25);
  }
  ImGui::GetIO().MouseDown[0] = false;
  desk.run(200);
  desk.frames(2);
  EXPECT_GE(desk.timeline.changes().size(), 6U);
  ASSERT_EQ(desk.timeline.marks().size(), 1U);
  const lab::ChangeMark& mark = desk.timeline.marks()[0];
  EXPECT_GT(mark.last, mark.first + 100);

  const ui::ItemRect track = desk.item("timeline/track");
  const float x = track.min.x + 6.0F +
                  (track.max.x - track.min.x - 12.0F) * static_cast<float>(mark.first) /
                      static_cast<float>(desk.timeline.last());
  desk.point_at({x, track.middle().y});
  desk.wait_for_hint();
  EXPECT_TRUE(desk.says("Damping λ 1.1 →"));
  desk.point_at({x + 40.0F, track.middle().y});
  desk.wait_for_hint();
  EXPECT_FALSE(desk.says("Damping λ 1.1 →"));
  EXPECT_TRUE(desk.says("Go to step"));
}

TEST(TimelineBar, IsMadeTallerByItsEdge) {
  Desk desk({scenes::circling(bodies::forked_tree())}, "dls", {1280, 900});
  const float before = desk.item("plot/first").min.y;
  const ui::ItemRect edge = desk.item("strip/edge");
  desk.point_at(edge.middle());
  desk.frames(2);
  ImGui::GetIO().MouseDown[0] = true;
  desk.frames(2);
  desk.point_at({edge.middle().x, edge.middle().y - 80.0F});
  desk.frames(2);
  ImGui::GetIO().MouseDown[0] = false;
  desk.frames(2);
  EXPECT_NEAR(desk.item("plot/first").min.y, before - 80.0F, 4.0F)
      << desk.panels.arrangement.strip_height;
}

TEST(TimelineBar, ListsTheBranchesOfTheRun) {
  Desk desk;
  desk.run(40);
  desk.frames(2);
  EXPECT_FALSE(desk.has("timeline/branches")) << "there are none yet";
  const long last = desk.timeline.last();
  desk.timeline.seek(last - 30);
  lab::Setup setup = desk.timeline.setup();
  lab::set_method(setup.front_lane(), *ik::find_method("sdls"));
  desk.timeline.apply(setup);
  desk.frames(2);
  desk.press("timeline/branches");
  desk.frames(2);
  EXPECT_TRUE(desk.says("Damped least squares"));
  EXPECT_TRUE(desk.says("steps " + std::to_string(last - 30) + " to " + std::to_string(last)));
  EXPECT_FALSE(desk.item("branch-compare/1").disabled);
  desk.press("branch-go/1");
  const auto* wish = desk.sent<ui::BranchWish>();
  ASSERT_NE(wish, nullptr);
  EXPECT_EQ(wish->kind, ui::BranchWish::Kind::kGoTo);
  EXPECT_EQ(wish->branch, 1);
  desk.frames(2);
  EXPECT_FALSE(desk.has("branch-go/1")) << "the list closes";
}

TEST(TimelineBar, ComparesWithABranchOnlyIfItsMethodOrSettingsDiffer) {
  Desk desk;
  desk.run(40);
  desk.timeline.seek(10);
  lab::Setup setup = desk.timeline.setup();
  setup.frozen = true;
  desk.timeline.apply(setup);
  desk.frames(2);
  desk.press("timeline/branches");
  desk.frames(2);
  EXPECT_TRUE(desk.item("branch-compare/1").disabled);
  EXPECT_FALSE(desk.item("branch-go/1").disabled);
  desk.press("branch-remove/1");
  const auto* wish = desk.sent<ui::BranchWish>();
  ASSERT_NE(wish, nullptr);
  EXPECT_EQ(wish->kind, ui::BranchWish::Kind::kRemove);
}

/// A desk as in a browser.
struct PageDesk : Desk {
  explicit PageDesk(ImVec2 window) : Desk(scenes::circling(bodies::forked_tree()), "dls", window) {
    platform = {.quits = false, .browser = true};
    frames(2);
  }
};

TEST(Menu, ReachesOnAPhoneWhatHasKeysElsewhere) {
  for (const ImVec2 size : {ImVec2(390, 844), ImVec2(844, 390)}) {
    PageDesk desk(size);
    const auto choose = [&desk, size](const char* command) {
      desk.press("rail/menu");
      desk.frames(2);
      const ui::ItemRect row = desk.item(std::string("menu/") + command);
      EXPECT_GE(row.min.x, 0.0F) << command;
      EXPECT_LE(row.max.x, size.x) << command;
      desk.press(std::string("menu/") + command);
      desk.frames(2);
    };
    choose("Copy a link to this set-up");
    EXPECT_TRUE(desk.sends(ui::Command::kCopyLink));
    choose("Copy a link to the view");
    EXPECT_TRUE(desk.sends(ui::Command::kCopyView));
    choose("Copy as iframe");
    EXPECT_TRUE(desk.sends(ui::Command::kCopyFrame));
    choose("Save the session");
    EXPECT_TRUE(desk.sends(ui::Command::kSaveSession));
    EXPECT_FALSE(desk.has("menu/Save the session"));
    choose("Find a command by its name");
    EXPECT_TRUE(desk.panels.palette.open);
  }
}

TEST(Menu, HasWhatANewcomerLooksFor) {
  Desk desk;
  desk.scenes.push_back({"y", "Y", ""});
  desk.frames(2);
  const auto choose = [&desk](const char* command) {
    desk.press("rail/menu");
    desk.frames(2);
    desk.press(std::string("menu/") + command);
    desk.frames(2);
  };
  choose("Light or dark theme");
  EXPECT_TRUE(desk.panels.dark.on());
  choose("Calm: 30 frames a second, on or off");
  EXPECT_TRUE(desk.panels.calm.on());
  choose("Show the tour");
  EXPECT_TRUE(desk.panels.tour.open);
  choose("Watch it shake");
  EXPECT_NE(desk.sent<ui::LoadScene>(), nullptr) << "it asks for the Y";
}

TEST(Menu, ShowsAllItsRowsInALowWindow) {
  PageDesk desk({844, 390});
  desk.press("rail/menu");
  desk.frames(2);
  for (const auto& [name, rect] : desk.items) {
    if (!name.starts_with("menu/")) continue;
    EXPECT_LE(rect.max.y, 390.0F) << name;
  }
}

TEST(Menu, LeavesOutWhatThePlatformLacks) {
  PageDesk desk({1280, 720});
  desk.frames(2);
  desk.press("rail/menu");
  desk.frames(2);
  EXPECT_TRUE(desk.has("menu/Save a picture of the window"));
  EXPECT_FALSE(desk.has("menu/Calm: 30 frames a second, on or off"));
}

TEST(Shortcuts, PromiseInABrowserNoKeyThatIsTheBrowsersOwn) {
  PageDesk desk({1280, 720});
  desk.character('?');
  desk.frames(2);
  EXPECT_TRUE(desk.says("Keyboard and mouse"));
  for (const char* keys : {"F1", "F3", "Tab", "Ctrl 1", "Ctrl Q", "Ctrl K", "Ctrl S", "Ctrl E"}) {
    EXPECT_FALSE(desk.says(keys)) << keys;
  }
  EXPECT_TRUE(desk.says("P"));
  desk.panels.help = false;
  desk.key(ui::Key{'P'});
  EXPECT_TRUE(desk.panels.palette.open);
  for (const ui::Shortcut& shortcut : ui::shortcuts()) {
    EXPECT_STREQ(ui::keys_on({}, shortcut), shortcut.keys);
  }
}

}  // namespace
