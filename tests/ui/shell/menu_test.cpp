#include <gtest/gtest.h>

#include "ui/desk.h"
#include "ui/shell/shortcuts.h"

namespace {

/// A desk as in a browser.
struct PageDesk : Desk {
  explicit PageDesk(ImVec2 window) : Desk(scenes::circling(bodies::forked_tree()), "dls", window) {
    platform = {.links = true, .quits = false, .browser = true};
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
  Desk desk;
  desk.frames(2);
  desk.press("rail/menu");
  desk.frames(2);
  EXPECT_TRUE(desk.has("menu/Save a picture of the window"));
  EXPECT_FALSE(desk.has("menu/Copy a link to this set-up"));
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
